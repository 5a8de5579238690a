import { expect } from 'chai'
import { describeWithRedis, type RedisServer, startRedis } from '../store/testdata/redis-server.ts'
import { type Answer, type AppProcess, openWire, startProcess, type Wire } from './testdata/shared-processes.ts'

/** Asks until the answer is as wanted. The test's own time limit ends it. */
async function until(ask: () => Promise<Answer>, status: number): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status === status) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const LIMIT = 10
/** One guess more than may fail, and what becomes of them. */
const GUESSES = Array.from({ length: LIMIT + 1 }, (_, index) => `wrong${index}`)
const GUESSED = GUESSES.map((_, index) => (index < LIMIT ? 401 : 429))

describeWithRedis('promise 27: several processes behind one store', () => {
  let server: RedisServer
  let wires: readonly [Wire, Wire]
  let one: AppProcess
  let two: AppProcess
  /** Processes of one test. */
  let more: readonly AppProcess[] = []
  let tests = 0
  /** Clients that no other test is: one that uses sessions, one that guesses. */
  let from = ''
  let guesser = ''

  const storeOn = (port: number): string => `redis://127.0.0.1:${port}?timeout=3000`
  const startMore = async (options: object): Promise<[AppProcess, AppProcess]> => {
    const started = await Promise.all([1, 2].map(() => startProcess(storeOn(server.port), options)))
    more = [...more, ...started]
    // A process listens before Redis has answered it.
    await Promise.all(started.map((app) => until(() => app.ask('POST', '/login', { body: 'right', from }), 200)))
    return started as [AppProcess, AppProcess]
  }
  const login = async (app: AppProcess): Promise<string> => {
    const answer = await app.ask('POST', '/login', { body: 'right', from })
    expect(answer.status).to.equal(200)
    return answer.cookie
  }
  const logout = (app: AppProcess, cookie: string): Promise<Answer> => app.ask('POST', '/logout', { cookie, from })
  const ask = (app: AppProcess, cookie: string): Promise<Answer> => app.ask('GET', '/me', { cookie, from })
  const me = async (app: AppProcess, cookie: string): Promise<number> => (await ask(app, cookie)).status
  const guess = async (app: AppProcess, keys: readonly string[]): Promise<readonly number[]> => {
    const statuses: number[] = []
    for (const key of keys) statuses.push((await app.ask('GET', '/key', { key, from: guesser })).status)
    return statuses
  }
  const warningsOf = (app: AppProcess): number => app.errors().match(/\[SVC_STORE_AWAY\]/g)?.length ?? 0
  const healthOf = async (app: AppProcess): Promise<string> =>
    (JSON.parse((await app.ask('GET', '/health')).body) as { status: string }).status

  before(async () => {
    server = await startRedis()
    wires = [await openWire(server.port), await openWire(server.port)]
    const options = { sessions: { revocationCache: 0 }, throttle: { failures: LIMIT, window: 600 } }
    const [first, second] = wires
    one = await startProcess(storeOn(first.port), options)
    two = await startProcess(storeOn(second.port), options)
  })
  beforeEach(async () => {
    from = `198.51.100.${++tests}`
    guesser = `203.0.113.${tests}`
    // Whatever the test before did to Redis, both are connected.
    await until(() => one.ask('POST', '/login', { body: 'right', from }), 200)
    await until(() => two.ask('POST', '/login', { body: 'right', from }), 200)
  })
  afterEach(async () => {
    await Promise.all(more.map((app) => app.end()))
    more = []
  })
  after(async () => {
    await Promise.all([one.end(), two.end()])
    await Promise.all(wires.map((wire) => wire.close()))
    await server.kill()
  })

  it('refuses on all of them what logged out on one', async () => {
    const cookie = await login(one)
    const before = [await me(one, cookie), await me(two, cookie)]
    await logout(one, cookie)
    expect([before, await me(one, cookie), await me(two, cookie)]).to.deep.equal([[200, 200], 401, 401])
  })

  it('believes a "no" for revocationCache, and asks again then', async () => {
    const [here, there] = await startMore({ sessions: { revocationCache: 1 } })
    const cookie = await login(here)
    expect(await me(there, cookie)).to.equal(200)
    await logout(here, cookie)
    await until(() => ask(there, cookie), 401)
    expect(await me(here, cookie)).to.equal(401)
  })

  it('counts guesses together: ten over both are ten', async () => {
    const statuses: number[] = []
    for (const [index, key] of GUESSES.entries()) statuses.push(...(await guess(index % 2 ? one : two, [key])))
    expect(statuses).to.deep.equal(GUESSED)
    const { status, retryAfter } = await one.ask('GET', '/key', { key: 'right', from: guesser })
    expect([status, Number(retryAfter) > 300 && Number(retryAfter) <= 600]).to.deep.equal([429, true])
  })

  it('counts guesses at the same time together, at a login too', async () => {
    for (const [method, path, wrong] of [
      ['GET', '/key', { key: 'wrong' }],
      ['POST', '/login', { body: 'wrong' }],
    ] as const) {
      const apps = Array.from({ length: 30 }, (_, index) => (index % 2 ? one : two))
      const answers = await Promise.all(apps.map((app) => app.ask(method, path, { ...wrong, from: guesser })))
      const count = (wanted: number): number => answers.filter(({ status }) => status === wanted).length
      expect([count(401), count(429)], path).to.deep.equal([LIMIT, 30 - LIMIT])
    }
  })

  it('refuses sessions with 503 while Redis is away, counts by itself, and goes on after', async () => {
    const cookie = await login(one)
    const warned = [warningsOf(one), warningsOf(two)]
    await server.kill()
    for (const app of [one, two]) {
      const { status, retryAfter } = await ask(app, cookie)
      expect([status, retryAfter, await healthOf(app)]).to.deep.equal([503, '1', 'unavailable'])
      expect((await app.ask('POST', '/login', { body: 'right', from })).status).to.equal(503)
      expect(await guess(app, GUESSES)).to.deep.equal(GUESSED)
    }
    // It returns empty: no session from before is accepted.
    await server.start()
    for (const app of [one, two]) {
      await until(() => ask(app, cookie), 401)
      expect(await healthOf(app)).to.equal('ok')
    }
    expect(await me(two, await login(one))).to.equal(200)
    // That it is away, and that it is back.
    expect([warningsOf(one), warningsOf(two)]).to.deep.equal(warned.map((count) => count + 2))
  })

  it('revives nothing where Redis is emptied: a logout stays one, and every session from before ends', async () => {
    const cookies: string[] = []
    for (let count = 0; count < 8; count++) cookies.push(await login(one))
    for (const cookie of cookies.slice(0, 4)) await logout(one, cookie)
    server.run('FLUSHALL')
    for (const cookie of cookies) expect(await me(two, cookie)).to.equal(401)
    const fresh = await login(two)
    expect([await me(one, fresh), await me(two, fresh)]).to.deep.equal([200, 200])
  })

  it('bounds what a paused Redis costs, and loses nothing', async () => {
    const [cookie, gone] = [await login(one), await login(one)]
    await logout(one, gone)
    server.pause()
    try {
      const asked = Array.from({ length: 40 }, (_, index) => me(index % 2 ? one : two, cookie))
      expect(new Set(await Promise.all(asked))).to.deep.equal(new Set([503]))
    } finally {
      server.resume()
    }
    for (const app of [one, two]) {
      await until(() => ask(app, cookie), 200)
      expect(await me(app, gone)).to.equal(401)
    }
  })

  it('answers with a slow Redis, later', async () => {
    for (const wire of wires) wire.delay = 200
    const cookie = await login(one)
    await logout(one, cookie)
    expect(await me(two, cookie)).to.equal(401)
    for (const wire of wires) wire.delay = 0
  })

  it('counts a Redis that is full as away: what cannot be ended is not accepted', async () => {
    const [kept, lost] = [await login(one), await login(one)]
    await logout(one, kept)
    server.run('CONFIG', 'SET', 'maxmemory', '1')
    const { status, retryAfter } = await logout(one, lost)
    // The process that could not write it down refuses the session; the other one accepts none until it can know.
    const seen = [await me(one, lost), await me(two, lost), await me(two, kept)]
    const guesses = await guess(two, GUESSES)
    server.run('CONFIG', 'SET', 'maxmemory', '0')
    expect([status, retryAfter, seen, guesses]).to.deep.equal([503, '1', [401, 503, 503], GUESSED])
  })

  it('closes only the process from which Redis is away, and that one learns of logouts when it is back', async () => {
    const [cookie, other] = [await login(one), await login(one)]
    expect(await me(two, cookie)).to.equal(200)
    wires[1].cut()
    expect([await me(one, cookie), await me(two, cookie)]).to.deep.equal([200, 503])
    await logout(one, cookie)
    wires[1].mend()
    await until(() => ask(two, other), 200)
    expect(await me(two, cookie)).to.equal(401)
  })

  it('accepts sessions while Redis is away where revocationFailure is open, but none that it revoked itself', async () => {
    const [here, there] = await startMore({ sessions: { revocationCache: 0, revocationFailure: 'open' } })
    const [cookie, gone] = [await login(here), await login(here)]
    await logout(here, gone)
    await server.kill()
    const seen = [await me(here, cookie), await me(there, cookie), await me(here, gone)]
    await server.start()
    expect(seen).to.deep.equal([200, 200, 401])
  })

  it('lists no keys, asks for single ones, and keeps nothing of sessions that live', async () => {
    server.run('FLUSHALL')
    server.run('CONFIG', 'RESETSTAT')
    for (let count = 0; count < 20; count++) await me(two, await login(one))
    await guess(one, ['wrong'])
    await logout(one, await login(one))
    const used = [...server.run('INFO', 'commandstats').matchAll(/cmdstat_([\w|]+):/g)].map(([, name]) => name)
    const keys = server.run('--raw', 'KEYS', '*').split('\n')
    const kinds = keys.map((key) => key.replace(/\{.+\}/, '{}').replace(/(?<=revoked:).*/, 'id'))
    expect(new Set(kinds)).to.deep.equal(new Set(['svc:{}:epoch', 'svc:{}:revoked:id', 'svc:failures:{}']))
    expect(used).to.include('exists').and.not.include.members(['scan', 'keys', 'mget'])
    expect(used.filter((name) => /scan|^keys|mget|mset|flush/.test(name ?? ''))).to.deep.equal([])
    const lifetimes = keys.filter((key) => key.includes('revoked')).map((key) => Number(server.run('TTL', key)))
    expect(lifetimes.map((seconds) => seconds > 604_000 && seconds <= 604_800)).to.deep.equal([true])
  })
})
