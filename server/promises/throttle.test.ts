import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import {
  all,
  type AuthInput,
  bearer,
  cookieKey,
  fwAuth,
  fwAuthSuperuser,
  headerKey,
  optional,
  SessionAuth,
} from '../auth/index.ts'
import { AuthenticationError, HttpError } from '../base/errors.ts'
import type { SessionUser } from '../base/registry.ts'
import type { AuthRequest } from '../http/request.ts'
import type { RevocableSession } from '../sessions/shared-revocations.ts'
import type { ApiOptions } from '../declaring/settings.ts'
import { SECRET } from './testdata/sample.ts'

type Fields = Readonly<Record<string, string>>

const wrong = { authorization: 'Bearer wrong' }
const right = { authorization: 'Bearer right' }
const other = { authorization: 'Bearer right2' }

function ping(api: SvcAPI<null>, path: string, fields: Fields = {}, init: RequestInit = {}): Promise<Response> {
  return api.fetch(new Request(`http://svc.test${path}`, { ...init, headers: fields }), { clientAddress: '192.0.2.1' })
}

async function statusesOf(api: SvcAPI<null>, requests: readonly (readonly [path: string, fields: Fields])[]) {
  const statuses: number[] = []
  for (const [path, fields] of requests) statuses.push((await ping(api, path, fields)).status)
  return statuses
}

const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value)

/** A promise that a test keeps, so that it decides when a hook or a handler goes on. */
function latch(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

/** Lets everything that can go on without a timer or a socket go on. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
}

function make(options: ApiOptions<null> = {}): { api: SvcAPI<null>; calls: string[] } {
  const calls: string[] = []
  const api = new SvcAPI<null>({ docs: false, auth: null, throttle: { failures: 3, window: 60 }, ...options })
  const counted = bearer((_, value) => {
    calls.push(value)
    return value.startsWith('right') && value
  })
  api.get('/a', { auth: counted }, () => 1)
  api.get('/b', { auth: counted }, () => 1)
  return { api, calls }
}

describe('promise 20: failed authentications are throttled', () => {
  it('with 429 before the hook runs, on that operation and to that address only', async () => {
    const { api, calls } = make()
    expect(await statusesOf(api, times(3, ['/a', wrong]))).to.deep.equal([401, 401, 401])
    calls.splice(0)
    const response = await ping(api, '/a', right)
    const wait = Number(response.headers.get('retry-after'))
    expect([response.status, await response.json(), calls, wait > 0 && wait <= 60]).to.deep.equal([
      429,
      { detail: 'Too Many Requests' },
      [],
      true,
    ])
    const elsewhere = new Request('http://svc.test/a', { headers: right })
    const answer = await api.fetch(elsewhere, { clientAddress: '192.0.2.2' })
    expect([answer.status, (await ping(api, '/b', right)).status]).to.deep.equal([200, 200])
  })

  it('while a credential that passed within the last minute goes on, and one that did not waits', async () => {
    const { api } = make()
    const asked = [['/a', right], ...times(4, ['/a', wrong] as const), ['/a', right], ['/a', other]] as const
    expect(await statusesOf(api, asked)).to.deep.equal([200, 401, 401, 401, 429, 200, 429])
  })

  it('and a credential that passed is unknown again once it is refused', async () => {
    const api = new SvcAPI<null>({ docs: false, auth: null, throttle: { failures: 1, window: 60 } })
    const valid = new Set(['right'])
    api.get('/a', { auth: bearer((_, value) => valid.has(value)) }, () => 1)
    const before = await statusesOf(api, times(2, ['/a', right]))
    valid.clear()
    expect([...before, ...(await statusesOf(api, times(2, ['/a', right])))]).to.deep.equal([200, 200, 401, 429])
  })

  it('for each credential by itself where an operation takes several', async () => {
    const api = new SvcAPI<null>({ docs: false, auth: null, throttle: { failures: 2, window: 60 } })
    const device = headerKey('X-Device', (_, value) => value === 'known')
    api.get(
      '/a',
      {
        auth: all(
          bearer((_, value) => value === 'right'),
          device,
        ),
      },
      () => 1,
    )
    const asks: readonly Fields[] = [
      { ...right, 'x-device': 'known' },
      { ...right, 'x-device': 'guess 1' },
      { ...right, 'x-device': 'guess 2' },
      { ...right, 'x-device': 'guess 3' },
      { ...right, 'x-device': 'known' },
    ]
    expect(
      await statusesOf(
        api,
        asks.map((fields) => ['/a', fields] as const),
      ),
    ).to.deep.equal([200, 401, 401, 429, 200])
  })

  it('by what an authenticator throws, but not where it took too long or what it depends on is away', async () => {
    const api = new SvcAPI<null>({ docs: false, auth: null, authTimeout: 5, throttle: { failures: 2, window: 60 } })
    const signed = bearer(
      async (_, value) => {
        await (value === 'slow' ? new Promise(() => undefined) : undefined)
        if (value === 'away') throw new HttpError(503)
        if (value !== 'right') throw new AuthenticationError('bad signature')
        return value
      },
      { name: 'Signed' },
    )
    api.get('/a', { auth: signed }, () => 1)
    const asked = ['slow', 'slow', 'slow', 'away', 'away', 'away', 'wrong', 'wrong', 'wrong'].map(
      (value) => ['/a', { authorization: `Bearer ${value}` }] as const,
    )
    expect(await statusesOf(api, asked)).to.deep.equal([503, 503, 503, 503, 503, 503, 401, 401, 429])
  })

  it('not by requests without a credential, which are not held up either', async () => {
    const { api } = make()
    const asked = [...times(10, ['/a', {}] as const), ...times(4, ['/a', wrong] as const), ['/a', {}] as const]
    expect(await statusesOf(api, asked)).to.deep.equal([...times(13, 401), 429, 401])
  })

  it('not by cookies that lack a same-origin proof, which no hook looks at', async () => {
    const api = new SvcAPI<null>({ docs: false, auth: null, csrf: true, throttle: { failures: 1, window: 60 } })
    api.post('/a', { auth: cookieKey('key', (_, value) => value === 'right') }, () => 1)
    const post = async (fields: Fields): Promise<number> => (await ping(api, '/a', fields, { method: 'POST' })).status
    const foreign = { cookie: 'key=right', origin: 'https://evil.test' }
    const own = { cookie: 'key=right', origin: 'http://svc.test' }
    expect([await post(foreign), await post(foreign), await post(own)]).to.deep.equal([403, 403, 200])
  })

  it('not by sessions that open and are over: a tab that polls does not lock out the next login', async () => {
    for (const [how, expected] of [
      ['expired', 200],
      ['idle', 200],
      ['revoked', 200],
      ['of a user who is gone', 200],
      ['of a user who may not', 200],
      ['tampered with', 429],
      ['sealed with another secret', 429],
      ['expired, and tampered with', 429],
    ] as const) {
      let now = Date.now()
      const api = new SvcAPI<null>({
        docs: false,
        auth: null,
        throttle: { failures: 3, window: 600 },
        sessions: {
          secrets: [SECRET],
          maxAge: 1_000,
          idleTimeout: 100,
          now: () => now,
          revocations: mkdtempSync(join(tmpdir(), 'svc-throttle-')),
          loadUser: ({ user }) => ((user as { gone?: boolean }).gone ? null : user),
        },
      })
      api.get('/me', { auth: fwAuthSuperuser }, () => 1)
      const user = (members: object): SessionUser => ({ name: 'ann', isSuperuser: true, ...members })
      let cookie = await api.sessions.seal(
        user({
          ...(how === 'of a user who is gone' ? { gone: true } : {}),
          ...(how === 'of a user who may not' ? { isSuperuser: false } : {}),
        }),
        how === 'sealed with another secret' ? { secret: `another ${SECRET}` } : {},
      )
      if (how.includes('tampered')) cookie = cookie.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))
      if (how.includes('expired')) now += 2_000_000
      if (how === 'idle') now += 200_000
      if (how === 'revoked') await api.sessions.revoke((await api.sessions.identify(cookie)) as RevocableSession)
      const me = (value: string): readonly [string, Fields] => [
        '/me',
        { cookie: `${api.sessions.cookieName}=${value}` },
      ]
      expect(await statusesOf(api, times(3, me(cookie))), how).to.deep.equal(times(3, 401))
      expect(await statusesOf(api, [me(await api.sessions.seal(user({})))]), how).to.deep.equal([expected])
    }
  })

  it('by what a hook throws of a session that opens: it may have looked at more than the session', async () => {
    class WithPin extends SessionAuth {
      override authenticate(request: AuthRequest): boolean {
        if (request.headers.get('x-pin') !== '1234') throw new AuthenticationError()
        return true
      }
    }
    const api = new SvcAPI<null>({
      docs: false,
      auth: null,
      throttle: { failures: 2, window: 60 },
      sessions: { secrets: [SECRET] },
    })
    api.get('/a', { auth: new WithPin() }, () => 1)
    const cookie = `${api.sessions.cookieName}=${await api.sessions.seal({ name: 'ann', isSuperuser: true })}`
    expect(await statusesOf(api, times(3, ['/a', { cookie }]))).to.deep.equal([401, 401, 429])
  })

  it('not where it is off, nor in a rebuild that says so', async () => {
    expect(new SvcAPI().settings.throttle).to.equal(undefined)
    const off = make().api
    const rebuilt = off.withOperations(off.operations(), { throttle: false }) as unknown as SvcAPI<null>
    expect(await statusesOf(rebuilt, times(6, ['/a', wrong]))).to.deep.equal(times(6, 401))
  })
})

describe('promise 20: guesses at the same time', () => {
  /** An operation whose hook waits until the test lets it go on. */
  function makeSlow(auth: (hook: (value: string) => Promise<boolean>) => AuthInput) {
    const asked: string[] = []
    const gate = latch()
    const api = new SvcAPI<null>({ docs: false, auth: null, throttle: { failures: 3, window: 60 } })
    const hook = async (value: string): Promise<boolean> => {
      asked.push(value)
      await gate.opened
      return value.startsWith('right')
    }
    api.get('/a', { auth: auth(hook) as never }, () => 1)
    return { api, asked, gate }
  }
  const token = (hook: (value: string) => Promise<boolean>): AuthInput => bearer((_, value) => hook(value))
  const statuses = async (answers: readonly Promise<Response>[]) =>
    (await Promise.all(answers)).map(({ status }) => status)

  it('ask the hook for no more than there may be failures', async () => {
    const { api, asked, gate } = makeSlow(token)
    const answers = Array.from({ length: 20 }, (_, index) => ping(api, '/a', { authorization: `Bearer wrong${index}` }))
    await settle()
    expect(asked).to.deep.equal(['wrong0', 'wrong1', 'wrong2'])
    gate.open()
    expect(await statuses(answers)).to.deep.equal([401, 401, 401, ...times(17, 429)])
    expect(asked.length).to.equal(3)
  })

  it('do not hold up a credential that passed before', async () => {
    const { api, asked, gate } = makeSlow(token)
    gate.open()
    expect((await ping(api, '/a', right)).status).to.equal(200)
    const { api: held, gate: shut } = makeSlow((hook) => bearer((_, value) => (value === 'right' ? true : hook(value))))
    expect((await ping(held, '/a', right)).status).to.equal(200)
    const guesses = Array.from({ length: 9 }, (_, index) => ping(held, '/a', { authorization: `Bearer w${index}` }))
    await settle()
    expect(await statuses(times(5, 0).map(() => ping(held, '/a', right)))).to.deep.equal(times(5, 200))
    shut.open()
    await Promise.all(guesses)
    expect(asked).to.deep.equal(['right'])
  })

  it('of one good credential take one place, and then all pass', async () => {
    const { api, asked, gate } = makeSlow(token)
    const same = Array.from({ length: 10 }, () => ping(api, '/a', right))
    const others = ['right2', 'right3'].map((value) => ping(api, '/a', { authorization: `Bearer ${value}` }))
    await settle()
    expect(asked).to.have.members(['right', 'right2', 'right3'])
    gate.open()
    expect(await statuses([...same, ...others])).to.deep.equal(times(12, 200))
  })

  it('leave room for those that wait when one turns out right', async () => {
    const { api, gate } = makeSlow(token)
    const answers = Array.from({ length: 12 }, (_, index) => ping(api, '/a', { authorization: `Bearer right${index}` }))
    gate.open()
    expect(await statuses(answers)).to.deep.equal(times(12, 200))
  })

  it('are distinguished also by a custom callable, unless it read the body', async () => {
    for (const readsBody of [false, true]) {
      const api = new SvcAPI<null>({ docs: false, auth: null, throttle: { failures: 1, window: 60 } })
      const callable = async (request: { headers: Headers; text(): Promise<string> }): Promise<boolean> =>
        (readsBody ? await request.text() : request.headers.get('x-any')) === 'right'
      api.post('/a', { auth: callable as never }, () => 1)
      const post = async (value: string, head: string): Promise<number> =>
        (await ping(api, '/a', { 'x-any': head }, { method: 'POST', body: value })).status
      const seen = [await post('right', 'right'), await post('wrong', 'other'), await post('right', 'right')]
      expect(seen, String(readsBody)).to.deep.equal([200, 401, readsBody ? 429 : 200])
    }
  })
})

describe('promise 20: logins are throttled', () => {
  function makeLogin(options: { readonly auth?: AuthInput; readonly method?: 'get' | 'post' } = {}) {
    const asked: string[] = []
    const gate = latch()
    const api = new SvcAPI<null>({
      docs: false,
      auth: null,
      throttle: { failures: 3, window: 60 },
      sessions: { secrets: [SECRET] },
    })
    class WrongPassword extends AuthenticationError {}
    api[options.method ?? 'post']('/login', { auth: options.auth ?? null }, async (request) => {
      const password = request.headers.get('x-password') ?? ''
      asked.push(password)
      await gate.opened
      if (password.startsWith('right')) return 'in'
      throw new WrongPassword()
    })
    const guess = async (password: string, fields: Fields = {}): Promise<number> => {
      const init = { method: (options.method ?? 'post').toUpperCase() }
      return (await ping(api, '/login', { ...fields, 'x-password': password }, init)).status
    }
    return { api, asked, gate, guess }
  }

  for (const [what, options, expected] of [
    ['that is public', {}, [200, 401, 401, 401, 429, 429]],
    ['that is a GET', { method: 'get' }, [200, 401, 401, 401, 429, 429]],
    ['behind an optional session', { auth: optional(fwAuth) }, [200, 401, 401, 401, 429, 429]],
    [
      'behind a key, whose holder is unknown from then on',
      { auth: headerKey('X-Key', () => true) },
      [200, 401, 401, 401, 429, 429],
    ],
  ] as const) {
    it(`in the handler of an operation ${what}`, async () => {
      const { gate, guess } = makeLogin(options)
      gate.open()
      const statuses: number[] = []
      for (const password of ['right', 'a', 'b', 'c', 'd', 'right'])
        statuses.push(await guess(password, { 'x-key': 'k' }))
      expect(statuses).to.deep.equal(expected)
    })
  }

  it('at the same time too: the handler is asked for no more than there may be failures', async () => {
    const { asked, gate, guess } = makeLogin()
    const answers = Array.from({ length: 20 }, (_, index) => guess(`wrong${index}`))
    await settle()
    expect(asked.length).to.equal(3)
    gate.open()
    expect(await Promise.all(answers)).to.deep.equal([401, 401, 401, ...times(17, 429)])
    expect(asked.length).to.equal(3)
  })

  it('and users who log in at the same time all get in', async () => {
    const { gate, guess } = makeLogin()
    const answers = Array.from({ length: 20 }, (_, index) => guess(`right${index}`))
    gate.open()
    expect(await Promise.all(answers)).to.deep.equal(times(20, 200))
  })

  it('and other public operations do not wait: safe ones never, unsafe ones not after a hundred answers', async () => {
    const api = new SvcAPI<null>({ docs: false, auth: null, throttle: { failures: 2, window: 60 } })
    let underWay = 0
    let gate = latch()
    const handler = async (): Promise<number> => {
      underWay++
      await gate.opened
      return underWay--
    }
    api.get('/read', {}, handler)
    api.post('/write', {}, handler)
    const most = async (method: string, path: string): Promise<number> => {
      gate = latch()
      const answers = Array.from({ length: 20 }, () => ping(api, path, {}, { method }))
      await settle()
      const seen = underWay
      gate.open()
      await Promise.all(answers)
      return seen
    }
    expect([await most('GET', '/read'), await most('POST', '/write')]).to.deep.equal([20, 2])
    for (let count = 0; count < 80; count++) await ping(api, '/write', {}, { method: 'POST' })
    expect(await most('POST', '/write')).to.equal(20)
  })
})
