import { randomBytes } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { FailureCounts } from '../../server/http/throttle-counts.ts'
import { RedisCounts } from '../../server/http/throttle-counts-redis.ts'
import { Throttle } from '../../server/http/throttle.ts'
import { createSessionId } from '../../server/sessions/content.ts'
import { SharedRevocations } from '../../server/sessions/shared-revocations.ts'
import { Sessions } from '../../server/sessions/sessions.ts'
import { readRedisAddress } from '../../server/store/redis-address.ts'
import { RedisStore } from '../../server/store/redis-store.ts'
import { type RedisServer, startRedis } from '../../server/store/testdata/redis-server.ts'

// The figures of docs/redis.md. node --conditions=source --import tsx bench/redis/figures.ts [keys]
const KEYS = Number(process.argv[2] ?? 100_000)
const BATCH = 500
const DAY = 86_400_000
const THROTTLE = { failures: 5, window: 86_400 }

const server = await startRedis()
const store = new RedisStore(readRedisAddress(`redis://127.0.0.1:${server.port}?timeout=10000`))
try {
  console.log(`redis_version ${info(server, 'redis_version')}, ${KEYS} keys`)
  await measureRevocations()
  await measureCounts()
  await countCommands()
  for (const cacheFor of [0, 1_000, 10_000]) await countLookups(cacheFor)
  await measureOutage()
} finally {
  store.close()
  server.resume()
  await server.kill()
}

async function measureRevocations(): Promise<void> {
  const revocations = new SharedRevocations(store.storage, { cacheFor: 0, epochClock: Date.now })
  await revocations.begin(createSessionId())
  const bytes = await bytesPerKey((now) =>
    revocations.revoke({ id: createSessionId(), issuedAt: now, expiresAt: now + 7 * DAY }, now),
  )
  console.log(`bytes per revocation        ${bytes}`)
  server.run('FLUSHALL')
}

async function measureCounts(): Promise<void> {
  const counts = new RedisCounts(store, THROTTLE)
  const bytes = await bytesPerKey(() => counts.add(randomBytes(16).toString('base64url')))
  console.log(`bytes per throttle key      ${bytes}`)
  const before = heapUsed()
  const own = new FailureCounts(THROTTLE)
  for (let key = 0; key < 10_000; key++) await own.add(randomBytes(16).toString('base64url'))
  const held = await own.read('none')
  console.log(`bytes per key in a process  ${held.failures + Math.round((heapUsed() - before) / 10_000)}`)
  server.run('FLUSHALL')
}

/** Commands that each thing sends, by Redis' own count. */
async function countCommands(): Promise<void> {
  const options = { secrets: ['a secret of the bench, thirty-two characters'], redis: store, revocationCache: 0 }
  const sessions = new Sessions(options, true)
  const throttle = new Throttle(THROTTLE, new RedisCounts(store, THROTTLE))
  const attempt = async (credential: string, outcome: 'passed' | 'failed'): Promise<void> => {
    await (await throttle.enter('key', credential)).end(outcome)
    // Costs that are not waited for.
    await store.check()
  }
  const { session, setCookie } = await sessions.start({ name: 'ann' })
  const cookie = /=([^;]*)/.exec(setCookie)?.[1] ?? ''
  await attempt('warm', 'failed')
  await sessions.find(cookie)
  const rows: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['a login, where its group has an epoch', () => startInGroup(sessions, session.id)],
    ['a request with a session, not cached', async () => sessions.find(cookie)],
    ['a logout', () => sessions.revoke(session)],
    ['an unknown credential that passes', () => attempt('good', 'passed')],
    ['a credential that passed before', () => attempt('good', 'passed')],
    ['a credential that is refused', () => attempt('wrong', 'failed')],
  ]
  for (const [what, run] of rows) {
    server.run('CONFIG', 'RESETSTAT')
    await run()
    const commands = [...server.run('INFO', 'commandstats').matchAll(/cmdstat_([\w|]+):calls=(\d+)/g)]
    const sent = commands
      .filter(([, name = '']) => !/^(?:config|info|ping|incrby|pttl|expire|del)/.test(name) || name === 'pttl')
      .map(([, name, calls]) => `${calls} ${name}`)
    console.log(`${what.padEnd(40)}${sent.join(', ') || 'none'}`)
  }
}

/** Logs in until the new session is of a group that has its epoch. */
async function startInGroup(sessions: Sessions, id: string): Promise<void> {
  for (;;) {
    const { session } = await sessions.start({ name: 'ann' })
    if (session.id[0] === id[0]) return
    server.run('CONFIG', 'RESETSTAT')
  }
}

/** Commands per second of one process in which 100 sessions make 10 requests a second each, by a clock of its own. */
async function countLookups(cacheFor: number): Promise<void> {
  const revocations = new SharedRevocations(store.storage, { cacheFor, epochClock: () => 1 })
  const sessions = Array.from({ length: 100 }, () => ({ id: createSessionId(), issuedAt: 1_000, expiresAt: DAY }))
  server.run('FLUSHALL')
  for (const { id } of sessions) await revocations.begin(id)
  const before = commandsOf(server)
  const seconds = 20
  for (let tick = 0; tick < seconds * 10; tick++) {
    await Promise.all(sessions.map(async (session) => revocations.isRevoked(session, 10_000 + tick * 100)))
  }
  const perSecond = (commandsOf(server) - before) / seconds
  console.log(
    `commands/s, cache ${cacheFor / 1_000} s`.padEnd(28) + `${perSecond} a process, ${perSecond * 1_000} for 1,000`,
  )
}

async function measureOutage(): Promise<void> {
  const bounded = new RedisStore(readRedisAddress(`redis://127.0.0.1:${server.port}`))
  process.removeAllListeners('warning')
  process.on('warning', () => undefined)
  const revocations = new SharedRevocations(bounded.storage, { cacheFor: 0 })
  const ask = (): Promise<unknown> =>
    Promise.resolve(revocations.isRevoked({ id: createSessionId(), issuedAt: 1, expiresAt: DAY }, 2)).catch(
      (error: unknown) => error,
    )
  await ask()
  server.pause()
  const first = await timed(ask)
  const rest = await timed(async () => {
    for (let count = 0; count < 10_000; count++) await ask()
  })
  server.resume()
  const back = await timed(async () => {
    while ((await ask()) instanceof Error) await new Promise((resolve) => setTimeout(resolve, 5))
  })
  bounded.close()
  console.log(`paused: the first question ${Math.round(first)} ms, each after it ${(rest / 10).toFixed(0)} µs`)
  console.log(`resumed: asked again after ${Math.round(back)} ms`)
}

async function bytesPerKey(write: (now: number) => Promise<unknown>): Promise<number> {
  const now = Date.now()
  const before = Number(info(server, 'used_memory'))
  for (let done = 0; done < KEYS; done += BATCH) {
    await Promise.all(Array.from({ length: Math.min(BATCH, KEYS - done) }, () => write(now)))
  }
  return Math.round((Number(info(server, 'used_memory')) - before) / KEYS)
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await run()
  return performance.now() - started
}

function heapUsed(): number {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
  return process.memoryUsage().heapUsed
}

function info(from: RedisServer, name: string): string {
  return new RegExp(`^${name}:(\\S+)`, 'm').exec(from.run('INFO'))?.[1] ?? ''
}

function commandsOf(from: RedisServer): number {
  return Number(info(from, 'total_commands_processed'))
}
