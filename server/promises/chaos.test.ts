import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { bearer, fwAuth, login, logout } from '../auth/index.ts'
import { RevocationLog } from '../sessions/local-revocations.ts'
import type { RevocableSession } from '../sessions/shared-revocations.ts'
import { describeWithRedis, type RedisServer, startRedis } from '../store/testdata/redis-server.ts'
import { openWire, type Wire } from './testdata/shared-processes.ts'
import { SECRET } from './testdata/sample.ts'

/** Statuses of a session, a login and a logout; of a guess too many; of the health check. */
interface Seen {
  readonly me: number
  readonly login: number
  readonly logout: number
  readonly guesses: readonly number[]
  readonly health: string
}

const WELL: Seen = { me: 200, login: 200, logout: 200, guesses: [401, 401, 429], health: 'ok' }
const AWAY: Seen = { me: 503, login: 503, logout: 503, guesses: [401, 401, 429], health: 'unavailable' }

/** Milliseconds after which an answer is not waited for, in rows where that is the point; others give a busy machine time. */
const TIMEOUT = 400
const PATIENT = 5_000

interface Row {
  /** A row of the table, and what of it where it has several. */
  readonly what: string
  readonly breakIt: (redis: RedisServer, wire: Wire) => unknown
  readonly mend: (redis: RedisServer, wire: Wire) => unknown
  readonly seen: Seen
  /** The part of the warning that names the cause. */
  readonly cause: RegExp
  readonly timeout?: number
}

/** Promise 31, and the table of docs/redis.md. */
const ROWS: readonly Row[] = [
  {
    what: 'killed, or not reachable',
    breakIt: (redis) => redis.kill(),
    mend: (redis) => redis.start(),
    seen: AWAY,
    cause:
      /is away: (?:the connection was lost|it closes connections|no process listens there \(ECONNREFUSED\))\. Until/,
  },
  {
    what: 'paused, or slower than `timeout` (paused)',
    breakIt: (redis) => redis.pause(),
    mend: (redis) => redis.resume(),
    seen: AWAY,
    cause: /is away: no answer within 400 ms\. Until/,
    timeout: TIMEOUT,
  },
  {
    what: 'paused, or slower than `timeout` (slower)',
    breakIt: (_, wire) => (wire.delay = TIMEOUT + 100),
    mend: (_, wire) => (wire.delay = 0),
    seen: AWAY,
    cause: /is away: no answer within 400 ms\. Until/,
    timeout: TIMEOUT,
  },
  {
    what: 'behind a half-open connection, such as after a machine or a firewall that forgot it',
    breakIt: (_, wire) => wire.silence(),
    mend: () => undefined,
    seen: AWAY,
    cause: /is away: no answer within 400 ms\. Until/,
    timeout: TIMEOUT,
  },
  {
    what: 'a replica, since another became the primary',
    breakIt: (redis) => redis.run('REPLICAOF', '127.0.0.1', '1'),
    mend: (redis) => redis.run('REPLICAOF', 'NO', 'ONE'),
    seen: AWAY,
    cause: /cannot be used: it is a replica, which refuses writes \(READONLY\)\. Name the primary\. Until/,
  },
  {
    what: 'full (`noeviction`)',
    breakIt: (redis) => redis.run('CONFIG', 'SET', 'maxmemory', '1'),
    mend: (redis) => redis.run('CONFIG', 'SET', 'maxmemory', '0'),
    seen: AWAY,
    cause: /cannot be used: it is full \(OOM\)\. Raise maxmemory\. Until/,
  },
  {
    what: 'used by an account without SET',
    breakIt: (redis) => redis.run('ACL', 'SETUSER', 'default', '-set'),
    mend: (redis) => redis.run('ACL', 'SETUSER', 'default', '+set'),
    seen: AWAY,
    cause: /cannot be used: its account lacks a permission \(NOPERM\)\. Allow .* Until/,
  },
  {
    what: 'without room on its disk',
    // The failure counts, not the size: it has no folder to write to any more.
    breakIt: (redis) => {
      redis.run('CONFIG', 'SET', 'save', '900 1')
      redis.loseFolder()
      redis.tryRun('BGSAVE')
      redis.until('rdb_last_bgsave_status:err')
    },
    mend: (redis) => redis.run('CONFIG', 'SET', 'stop-writes-on-bgsave-error', 'no'),
    seen: AWAY,
    cause: /cannot be used: it cannot write to its disk, and refuses writes \(MISCONF\)\. Its log says why\. Until/,
  },
  {
    what: 'given another password',
    breakIt: (redis, wire) => {
      redis.run('CONFIG', 'SET', 'requirepass', 'other')
      wire.drop()
    },
    mend: (redis) => redis.run('-a', 'other', '--no-auth-warning', 'CONFIG', 'SET', 'requirepass', ''),
    seen: AWAY,
    cause:
      /: (?:it asks for a password \(NOAUTH\)\. Name it in the address|the connection was lost|it closes connections \(ECONNRESET\))\. Until/,
  },
]

describeWithRedis('promise 31: health is what users meet where Redis is', function () {
  it('as each row of the table of docs/redis.md says', () => {
    const page = readFileSync(new URL('../../docs/redis.md', import.meta.url), 'utf8')
    const table = page.slice(page.indexOf('| Redis is |')).split('\n\n', 1)[0]?.split('\n').slice(2) ?? []
    const rows = table.map((line) => line.split(' | ', 1)[0]?.slice(2) ?? '')
    const titles = this.tests.map(({ title }) => title.replace(/(?: \(\w+\))?: .*$/, ''))
    expect(new Set(titles.filter((title) => !title.startsWith('as each')))).to.deep.equal(new Set(rows))
  })

  let redis: RedisServer
  let wire: Wire
  let api: SvcAPI<null>
  let warnings: string[]
  let clients = 0
  const listen = (warning: Error & { readonly code?: string }): void => {
    if (warning.code?.startsWith('SVC_STORE')) warnings.push(warning.message)
  }

  /** The application, with a store that it waits for as long as said. */
  const open = (timeout: number, port = wire.port): void => {
    api = new SvcAPI<null>({
      docs: false,
      auth: null,
      store: `redis://127.0.0.1:${port}?timeout=${timeout}`,
      throttle: { failures: 2, window: 600 },
      sessions: { secrets: [SECRET], revocationCache: 0 },
    })
    api.get('/me', { auth: fwAuth }, () => 'in')
    api.get('/key', { auth: bearer((_, value) => value === 'right') }, () => 'in')
    api.post('/login', {}, (request) => login(request, { name: 'ann' }))
    api.post('/logout', {}, (request) => logout(request))
  }

  beforeEach(async () => {
    redis = await startRedis()
    wire = await openWire(redis.port)
    warnings = []
    process.on('warning', listen)
    open(PATIENT)
  })
  afterEach(async () => {
    process.off('warning', listen)
    redis.resume()
    await wire.close()
    await redis.kill()
  })

  const ask = (method: string, path: string, headers: Record<string, string> = {}): Promise<Response> =>
    api.fetch(new Request(`http://svc.test${path}`, { method, headers }), { clientAddress: `10.0.0.${clients}` })
  const logIn = async (): Promise<string> => {
    const [setCookie = ''] = (await ask('POST', '/login')).headers.getSetCookie()
    return setCookie.slice(0, setCookie.indexOf(';'))
  }
  const see = async (cookie: string): Promise<Seen> => {
    clients++
    const statusOf = async (method: string, path: string, headers: Record<string, string> = {}): Promise<number> =>
      (await ask(method, path, headers)).status
    const guesses: number[] = []
    // A logout first, as the first of them may be the one that finds out.
    const ended = await statusOf('POST', '/logout', { cookie: await sealOf() })
    const [me, entered] = [await statusOf('GET', '/me', { cookie }), await statusOf('POST', '/login')]
    for (let guess = 0; guess < 3; guess++) {
      guesses.push(await statusOf('GET', '/key', { authorization: `Bearer wrong${guess}` }))
    }
    return { me, login: entered, logout: ended, guesses, health: (await api.checkHealth()).status }
  }
  const sealOf = async (): Promise<string> => `${api.sessions.cookieName}=${await api.sessions.seal({ name: 'bob' })}`
  const untilWell = async (): Promise<void> => {
    while ((await api.checkHealth()).status !== 'ok') await new Promise((resolve) => setTimeout(resolve, 20))
  }

  for (const { what, breakIt, mend, seen, cause, timeout = PATIENT } of ROWS) {
    it(`${what}: one line names the cause, and all is well once it is mended`, async () => {
      open(timeout)
      const cookie = await logIn()
      expect(await see(cookie)).to.deep.equal(WELL)
      await breakIt(redis, wire)
      expect(await see(cookie)).to.deep.equal(seen)
      const health = await api.checkHealth()
      await mend(redis, wire)
      await untilWell()
      const after = await see(what.startsWith('killed') ? await logIn() : cookie)
      expect(after).to.deep.equal(WELL)
      expect(warnings.length, warnings.join('\n')).to.equal(2)
      expect(warnings[0]).to.match(cause)
      expect(warnings[0]).to.match(
        /^The store at redis:\/\/127\.0\.0\.1:\d+ \(.*server\/promises\/chaos\.test\.ts:\d+\) /,
      )
      expect(warnings[1]).to.match(/answers again\.$/)
      expect(JSON.stringify([warnings, health])).to.not.match(/ioredis|offlineQueue|Stream isn't|maxRetries/)
    })
  }

  it('slow, within `timeout`: all is later', async () => {
    const cookie = await logIn()
    wire.delay = 100
    const begun = performance.now()
    expect(await see(cookie)).to.deep.equal(WELL)
    expect(performance.now() - begun).to.be.at.least(100)
    expect(warnings).to.deep.equal([])
  })

  it('away from one process only: that process learns of the logouts meanwhile', async () => {
    const cookie = await logIn()
    expect(await see(cookie)).to.deep.equal(WELL)
    const there = api
    const own = await openWire(redis.port)
    try {
      open(PATIENT, own.port)
      expect(await see(cookie)).to.deep.equal(WELL)
      own.cut()
      expect(await see(cookie)).to.deep.equal(AWAY)
      const here = api
      api = there
      expect(await see(cookie)).to.deep.equal(WELL)
      expect((await ask('POST', '/logout', { cookie })).status).to.equal(200)
      api = here
      own.mend()
      await untilWell()
      expect((await ask('GET', '/me', { cookie })).status).to.equal(401)
    } finally {
      await own.close()
    }
  })

  it('emptied, or comes back empty: sessions from before are over, and a login is good at once', async () => {
    const cookie = await logIn()
    redis.run('FLUSHALL')
    expect(await see(cookie)).to.deep.equal({ ...WELL, me: 401 })
    expect([(await see(await logIn())).me, warnings]).to.deep.equal([200, []])
  })

  it('evicting (`allkeys-lru`): one line warns of the policy when it connects', async () => {
    redis.run('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru')
    expect(await see(await logIn())).to.deep.equal(WELL)
    while (warnings.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.match(/ drops keys where it is full \(maxmemory-policy allkeys-lru\), and with a revocation/)
  })

  it('on a machine whose clock is ahead: a lifetime is counted by Redis, and an end by the process', async () => {
    let ahead = 0
    const other = new SvcAPI<null>({
      docs: false,
      auth: null,
      store: `redis://127.0.0.1:${wire.port}?timeout=${PATIENT}`,
      sessions: { secrets: [SECRET], revocationCache: 0, now: () => Date.now() + ahead },
    })
    other.get('/me', { auth: fwAuth }, () => 'in')
    const me = async (cookie: string): Promise<number> =>
      (await other.fetch(new Request('http://svc.test/me', { headers: { cookie } }))).status
    const cookie = await logIn()
    expect(await me(cookie)).to.equal(200)
    ahead = -59_000
    expect(await me(await logIn())).to.equal(200)
    ahead = -61_000
    expect(await me(await logIn())).to.equal(401)
    ahead = 604_801_000
    expect(await me(cookie)).to.equal(401)
  })

  it('used by an account without EVALSHA: sessions go on, and one line says so', async () => {
    redis.run('ACL', 'SETUSER', 'default', '-eval', '-evalsha')
    const cookie = await logIn()
    expect(await see(cookie)).to.deep.equal(WELL)
    expect(await see(cookie)).to.deep.equal(WELL)
    expect(warnings).to.have.length(1)
    expect(warnings[0]).to.match(
      / refuses what the throttle asks: .*\(NOPERM\)\. .* Sessions go on; each process counts failures for itself\.$/,
    )
  })
})

describe('promise 31: health is what users meet where the list of revoked sessions', () => {
  let folder: string
  let api: SvcAPI<null>
  let warnings: string[]
  const listen = (warning: Error & { readonly code?: string }): void => {
    if (warning.code === 'SVC_SESSION_REVOCATIONS_UNWRITABLE') warnings.push(warning.message)
  }
  beforeEach(() => {
    folder = join(mkdtempSync(join(tmpdir(), 'svc-chaos-')), 'revocations')
    mkdirSync(folder)
    warnings = []
    process.on('warning', listen)
    api = new SvcAPI<null>({ docs: false, auth: null, sessions: { secrets: [SECRET], revocations: folder } })
    api.get('/me', { auth: fwAuth }, () => 'in')
    api.post('/logout', {}, (request) => logout(request))
  })
  afterEach(() => {
    process.off('warning', listen)
    rmSync(dirname(folder), { recursive: true, force: true })
  })
  const sealOf = async (): Promise<string> => `${api.sessions.cookieName}=${await api.sessions.seal({ name: 'bob' })}`
  const ask = async (method: string, path: string, cookie: string): Promise<number> =>
    (await api.fetch(new Request(`http://svc.test${path}`, { method, headers: { cookie } }))).status

  for (const { what, code, breakIt, mend } of [
    {
      what: 'is on a full disk',
      code: 'ENOSPC',
      breakIt: () => {
        // The device on which there is never room.
        const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
        for (const name of [`expired-${day}`, `.check-${process.pid}`]) symlinkSync('/dev/full', join(folder, name))
      },
      mend: () => {
        for (const name of readdirSync(folder)) rmSync(join(folder, name))
      },
    },
    {
      what: 'is in a folder that cannot be written',
      code: 'EACCES',
      breakIt: () => {
        chmodSync(folder, 0o500)
        // To the superuser nothing is read-only.
        if (process.getuid?.() === 0) process.seteuid?.(65_534)
      },
      mend: () => {
        if (process.getuid?.() === 0) process.seteuid?.(0)
        chmodSync(folder, 0o700)
      },
    },
  ]) {
    it(`${what}: a logout is 503, one line names the cause, and it is written once there is a way`, async () => {
      const [kept, ended] = [await sealOf(), await sealOf()]
      expect([await ask('GET', '/me', kept), await api.checkHealth()]).to.deep.equal([200, { status: 'ok' }])
      breakIt()
      let seen: readonly unknown[]
      let health: unknown
      try {
        health = await api.checkHealth()
        seen = [await ask('POST', '/logout', ended), await ask('GET', '/me', ended), await ask('GET', '/me', kept)]
      } finally {
        mend()
      }
      expect(seen).to.deep.equal([503, 401, 200])
      expect(health).to.have.property('status', 'unavailable')
      while (warnings.length < 2) await new Promise((resolve) => setTimeout(resolve, 20))
      expect(warnings[0]).to.match(
        new RegExp(`^The list of revoked sessions in .* cannot be written \\(${code}\\)\\. `),
      )
      expect(warnings[1]).to.match(/ is written again\.$/)
      expect(await api.checkHealth()).to.deep.equal({ status: 'ok' })
      const again = new RevocationLog(folder, Date.now())
      const { id } = (await api.sessions.identify(ended.slice(ended.indexOf('=') + 1))) as RevocableSession
      expect(again.isRevoked({ id, issuedAt: Date.now(), expiresAt: Date.now() })).to.equal(true)
    })
  }
})
