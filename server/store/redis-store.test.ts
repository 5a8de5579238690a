import { once } from 'node:events'
import { expect } from 'chai'
import { readRedisAddress } from './redis-address.ts'
import { familiesIn } from './families.ts'
import { RedisStore } from './redis-store.ts'
import { describeWithRedis, type RedisServer, startRedis } from './testdata/redis-server.ts'

/** Texts of the warnings while something runs. */
async function warningsOf(run: () => Promise<unknown>): Promise<readonly string[]> {
  const texts: string[] = []
  const listen = (warning: Error & { readonly code?: string }): void => {
    if (warning.code === 'SVC_STORE_AWAY') texts.push(warning.message)
  }
  process.on('warning', listen)
  try {
    await run()
    await new Promise((resolve) => setImmediate(resolve))
  } finally {
    process.off('warning', listen)
  }
  return texts
}

/** Waits for the warning that a store answers again. */
async function untilBack(): Promise<void> {
  for (;;) {
    const [warning] = (await once(process, 'warning')) as [Error]
    if (warning.message.endsWith('answers again.')) return
  }
}

describeWithRedis('RedisStore', () => {
  let server: RedisServer
  let store: RedisStore
  const open = (query = '?timeout=5000'): RedisStore =>
    (store = new RedisStore(readRedisAddress(`redis://127.0.0.1:${server.port}${query}`)))
  beforeEach(async () => {
    server = await startRedis()
  })
  afterEach(async () => {
    store.close()
    server.resume()
    await server.kill()
  })

  it('keeps single keys, with a lifetime', async () => {
    const { storage } = open()
    await storage.setItem('svc:{a}:one', 42, { ttl: 100 })
    expect([await storage.getItem('svc:{a}:one'), await storage.hasItem('svc:{a}:one')]).to.deep.equal([42, true])
    expect([await storage.getItem('svc:{a}:two'), await storage.hasItem('svc:{a}:two')]).to.deep.equal([null, false])
    expect(Number(server.run('TTL', 'svc:{a}:one'))).to.be.within(90, 100)
    expect(await store.check()).to.deep.equal({ status: 'ok' })
  })

  it('is away while Redis is killed, says so once, and comes back by itself', async () => {
    const { storage } = open()
    await storage.setItem('a', 1)
    await server.kill()
    const texts = await warningsOf(async () => {
      for (let count = 0; count < 5; count++) {
        expect(await storage.hasItem('a').catch((error: Error) => error)).to.be.instanceOf(Error)
      }
      expect((await store.check()).status).to.equal('unavailable')
      const back = untilBack()
      await server.start()
      await back
    })
    expect(texts).to.have.length(2)
    expect(texts[0]).to.match(/^The store at redis:\/\/127\.0\.0\.1:\d+ is away: .* Until it answers, /)
    expect([await storage.hasItem('a'), await store.check()]).to.deep.equal([false, { status: 'ok' }])
  })

  it('names what depends on it, sessions only where they were asked for', async () => {
    const tokens = familiesIn(open(), 'refresh', 'refresh tokens')
    await tokens.write('a', 'one', '1', Date.now() + 60_000)
    await server.kill()
    const failed = await warningsOf(() => tokens.read('a', ['one']).catch(() => undefined))
    expect(failed.join()).to.match(
      /Until it answers, refresh tokens are refused with 503 and each process counts failures/,
    )
    store.close()
    await server.start()
    const again = familiesIn(store, 'refresh', 'refresh tokens')
    await store.storage.hasItem('a')
    await again.read('a', ['one'])
    await server.kill()
    const both = await warningsOf(() => again.read('a', ['one']).catch(() => undefined))
    expect(both.join()).to.include('refresh tokens and sessions are refused with 503')
  })

  it('may be away at the start, and is used once it is there', async () => {
    const { storage } = open()
    await server.kill()
    expect(await storage.hasItem('a').catch((error: Error) => error)).to.be.instanceOf(Error)
    const health = await store.check()
    expect(health.status === 'unavailable' && health.reason).to.match(/^The store at redis:.* is away: .*ECONNREFUSED/)
    const back = untilBack()
    await server.start()
    await back
    expect(await storage.hasItem('a')).to.equal(false)
  })

  it('answers within its time while Redis is paused: the first question waits, the others do not', async () => {
    const { storage } = open('?timeout=200')
    await storage.setItem('a', 1)
    server.pause()
    const first = await storage.hasItem('a').catch((error: Error) => error.message)
    expect(first).to.match(/^The store at redis:.* is away: no answer within 200 ms\.$/)
    const asked = Array.from({ length: 1_000 }, () => storage.hasItem('a').catch(() => 'refused'))
    // No timer and no socket is waited for: microtasks are enough.
    let answers: unknown
    void Promise.all(asked).then((all) => (answers = all))
    await new Promise((resolve) => setImmediate(resolve))
    expect(new Set(answers as unknown[])).to.deep.equal(new Set(['refused']))
    const back = untilBack()
    server.resume()
    await back
    expect(await storage.hasItem('a')).to.equal(true)
  })

  it('is away where Redis is full: what sessions need is refused', async () => {
    const { storage } = open()
    await storage.setItem('a', 1)
    server.run('CONFIG', 'SET', 'maxmemory', '1')
    const texts = await warningsOf(async () => {
      expect(await storage.setItem('b', 1).catch((error: Error) => error.message)).to.match(/ it is full \(OOM\)/)
      expect((await store.check()).status).to.equal('unavailable')
      const back = untilBack()
      server.run('CONFIG', 'SET', 'maxmemory', '0')
      await back
      expect(await storage.hasItem('a')).to.equal(true)
    })
    expect(texts).to.have.length(2)
  })

  it('never says its password', async () => {
    const secret = new RedisStore(readRedisAddress(`redis://me:hunter2@127.0.0.1:${server.port}`))
    const texts = await warningsOf(async () => {
      const health = await secret.check()
      expect(health.status).to.equal('unavailable')
      expect(JSON.stringify(health)).to.not.include('hunter2')
    })
    secret.close()
    open()
    expect(texts.join()).to.not.include('hunter2')
  })
})
