import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { expect } from 'chai'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { describeWithRedis, type RedisServer, startRedis } from './testdata/redis-server.ts'

const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
const STORE = new URL('redis-store.ts', import.meta.url).href

/** Milliseconds after which a process counts as one that does not end. */
const GIVE_UP = 60_000

/** Asks a store, waits for a line on stdin, asks again, and has nothing else to do. */
const PROGRAM = `
import { once } from 'node:events'
import { openRedisStore } from ${JSON.stringify(STORE)}
const store = openRedisStore(process.env.STORE)
console.log((await store.check()).status)
await once(process.stdin, 'data')
process.stdin.destroy()
console.log((await store.check()).status)
`

describeWithRedis('a process that has nothing else to do', function () {
  this.timeout(PATIENCE)
  let redis: RedisServer
  beforeEach(async () => {
    redis = await startRedis()
  })
  afterEach(() => redis.kill())

  for (const { what, isThere, isKilled, expected } of [
    { what: 'while Redis is there', isThere: true, isKilled: false, expected: ['ok', 'ok'] },
    { what: 'after Redis was killed', isThere: true, isKilled: true, expected: ['ok', 'unavailable'] },
    { what: 'without a Redis', isThere: false, isKilled: false, expected: ['unavailable', 'unavailable'] },
  ]) {
    it(`ends by itself ${what}`, async () => {
      if (!isThere) await redis.kill()
      const args = ['--conditions=source', '--import', TSX, '--input-type=module', '-e', PROGRAM]
      const child = spawn(process.execPath, args, {
        env: { ...process.env, STORE: redis.url },
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      const ended = once(child, 'exit')
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      const first = await lines.next()
      if (isKilled) await redis.kill()
      child.stdin.write('\n')
      const second = await lines.next()
      const cut = setTimeout(() => child.kill('SIGKILL'), GIVE_UP)
      const end: unknown = await ended
      clearTimeout(cut)
      expect({ said: [first.value, second.value], end }).to.deep.equal({ said: expected, end: [0, null] })
    })
  }
})
