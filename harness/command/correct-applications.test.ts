import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { expect } from 'chai'
import { type ApiOptions, type AuthInput, AuthenticationError, type AuthRequest, HttpError, reply, SvcAPI } from 'svc'
import { all, basic, bearer, check, cookieKey, fwAuth, headerKey, optional } from 'svc/security'
import type { AnyApi } from '../model/application.ts'
import { type FixtureFile, loginWith, session } from '../credentials/define.ts'
import { findingsOf } from '../testdata/findings.ts'

const TOKEN = 'Tok-9f27c1-0123456-abcdef'
const KEY = 'K-header-9f27c1-012'
const SECRET = 'a-secret-for-sessions-of-32-characters-or-more'
const token = bearer((_, given) => (given === TOKEN ? { id: 1 } : null), { name: 'Token' })
const tokenFixture = { Token: { valid: TOKEN } }
const sessionFixture = { credentials: { fwAuth: { valid: session({ name: 'ann' }) } } }

function withSessions(sessions: ApiOptions['sessions'], options: Omit<ApiOptions, 'auth'> = {}): AnyApi {
  const api = new SvcAPI({ ...options, sessions: { secrets: [SECRET], ...sessions } })
  api.get('/x', { auth: fwAuth }, () => 1)
  api.post('/x', { auth: fwAuth }, () => 1)
  return api
}

function idIn(text: string): unknown {
  try {
    return (JSON.parse(Buffer.from(text, 'base64').toString()) as { id?: unknown }).id
  } catch {
    return undefined
  }
}

/** Applications that are right, each in a way of its own. */
const APPLICATIONS: Record<string, () => readonly [AnyApi, FixtureFile]> = {
  'a key that is good for one tenant': () => {
    const api = new SvcAPI()
    const key = headerKey('X-Key', ({ params }, given) => params['tenant'] === 'acme' && given === TOKEN, {
      name: 'TenantKey',
    })
    api.get('/[tenant]/x', { auth: key }, () => 1)
    const routes = { 'GET /[tenant]/x': { params: { tenant: 'acme' } } }
    return [api, { credentials: { TenantKey: { valid: TOKEN } }, routes }]
  },
  'a function that looks at the path and the body': () => {
    const api = new SvcAPI()
    const signed = async (request: AuthRequest): Promise<boolean> =>
      request.path === '/hook' && (await request.text()) === '{"a":1}' && request.headers.get('x-signature') === TOKEN
    api.post('/hook', { auth: signed }, () => 1)
    const routes = { 'POST /hook': { body: { a: 1 } } }
    return [api, { credentials: { signed: { valid: { headers: { 'x-signature': TOKEN } } } }, routes }]
  },
  'a refusal that names the path': () => {
    const api = new SvcAPI({ errors: { 401: { instance: String } } })
    api.exceptionHandler(AuthenticationError, (request) =>
      api.createResponse(request, { instance: request.path }, { status: 401 }),
    )
    api.get('/x', { auth: token }, () => 1)
    return [api, { credentials: tokenFixture }]
  },
  'a key that need not be there beside a token': () => {
    const api = new SvcAPI()
    const key = headerKey('X-Key', (_, given) => given === KEY, { name: 'Key' })
    const panel = ({ headers }: AuthRequest): boolean => headers.get('x-panel') === KEY
    api.get('/x', { auth: all(token, optional(key)) }, () => 1)
    api.get('/y', { auth: all(token, optional(panel)) }, () => 1)
    return [
      api,
      { credentials: { ...tokenFixture, Key: { valid: KEY }, panel: { valid: { headers: { 'X-Panel': KEY } } } } },
    ]
  },
  'a path of several segments': () => {
    const api = new SvcAPI()
    api.get('/files/[...path]', { auth: token }, () => 1)
    api.get('/files/[name]', { auth: null }, () => 1)
    return [api, { credentials: tokenFixture, routes: { 'GET /files/[...path]': { params: { path: 'a/b c' } } } }]
  },
  'a refusal with a word that a weak password begins with': () => {
    const api = new SvcAPI()
    api.exceptionHandler(AuthenticationError, (request) =>
      api.createResponse(request, { detail: 'Incorrect username or password' }, { status: 401 }),
    )
    const pair = basic((_, user, password) => user === 'ann' && password === 'password1', { name: 'Pair' })
    api.get('/x', { auth: pair }, () => 1)
    return [api, { credentials: { Pair: { valid: { username: 'ann', password: 'password1' } } } }]
  },
  'pages with words that a weak password ends with': () => {
    const api = new SvcAPI({ errors: { 401: { form: String, path: String } } })
    const page = '<input type="password" autocomplete="current-password"><a href="/forgotten-password">'
    api.exceptionHandler(AuthenticationError, (request) =>
      api.createResponse(request, { form: page, path: request.path }, { status: 401 }),
    )
    const pair = basic((_, user, password) => user === 'ann' && password === 'ann-password', { name: 'Pair' })
    api.get('/login', { auth: null }, () => reply(200, page, { link: '</current-password>' }))
    api.get('/x', { auth: pair }, () => 1)
    return [api, { credentials: { Pair: { valid: { username: 'ann', password: 'ann-password' } } } }]
  },
  'a HEAD of its own beside GET': () => {
    const api = new SvcAPI()
    api.get('/open', { auth: token }, () => 1)
    api.head('/open', { auth: null }, () => null)
    api.get('/closed', { auth: token }, () => 1)
    api.head('/closed', { auth: token }, () => null)
    return [api, { credentials: tokenFixture }]
  },
  'an id in JSON in base64, which its decoder reads with other signs in it': () => {
    const api = new SvcAPI()
    const id = '6b1f6a0e-2f0d-4e0c-9b53-5f1f1d2a7c11'
    const cookie = cookieKey('session', (_, text) => idIn(text) === id && { id }, { name: 'Session' })
    const key = headerKey('X-Session', (_, text) => idIn(text) === id && { id }, { name: 'Key' })
    api.get('/cookie', { auth: cookie }, () => 1)
    api.get('/key', { auth: key }, () => 1)
    const valid = Buffer.from(JSON.stringify({ id })).toString('base64')
    return [api, { credentials: { Session: { valid }, Key: { valid } } }]
  },
  'a signature that is compared by its bytes': () => {
    const api = new SvcAPI()
    const isSigned = (text: string): boolean => {
      const [id, signature = '', ...others] = text.split('.')
      const bytes = Buffer.from(signature, 'base64url')
      const expected = createHmac('sha256', SECRET).update('id-9f27c1').digest()
      return id === 'id-9f27c1' && others.length === 0 && bytes.length === 32 && timingSafeEqual(bytes, expected)
    }
    api.get('/x', { auth: headerKey('X-Key', (_, text) => isSigned(text), { name: 'Key' }) }, () => 1)
    const valid = `id-9f27c1.${createHmac('sha256', SECRET).update('id-9f27c1').digest('base64url')}`
    return [api, { credentials: { Key: { valid } } }]
  },
  'a token whose decoder has words of its own for bits to spare': () => {
    const api = new SvcAPI()
    const valid = `eyJhbGciOiJIUzI1NiJ9.e30.${createHmac('sha256', SECRET).update('eyJhbGciOiJIUzI1NiJ9.e30').digest('base64url')}`
    const read = (_: unknown, given: string): boolean => {
      const signature = given.split('.')[2] ?? ''
      if (Buffer.from(signature, 'base64url').toString('base64url') !== signature)
        throw new AuthenticationError('Invalid crypto padding')
      return given === valid
    }
    api.exceptionHandler(AuthenticationError, (request, { message }) =>
      api.createResponse(request, { detail: message }, { status: 401 }),
    )
    api.get('/x', { auth: bearer(read, { name: 'Token' }) }, () => 1)
    return [api, { credentials: { Token: { valid } } }]
  },
  'a list whose first member throws at what is wrong': () => {
    const api = new SvcAPI()
    const signed = bearer(
      (_, given) => {
        if (given !== TOKEN) throw new AuthenticationError('bad signature')
        return { id: 1 }
      },
      { name: 'Signed' },
    )
    const key = headerKey('X-Key', (_, given) => given === KEY, { name: 'Key' })
    api.get('/x', { auth: [signed, key] }, () => 1)
    return [api, { credentials: { Signed: { valid: TOKEN }, Key: { valid: KEY } } }]
  },
  'sessions that become idle shortly before they end': () => [
    withSessions({ maxAge: 3_600, idleTimeout: 3_300 }),
    sessionFixture,
  ],
  'sessions that end before they become idle': () => [
    withSessions({ maxAge: 3_600, idleTimeout: 86_400 }),
    sessionFixture,
  ],
  'other schemes and ports of the own host that are trusted': () => [
    withSessions(
      {},
      {
        csrf: true,
        publicUrl: 'https://app.example',
        trustedOrigins: ['https://app.example', 'http://app.example', 'https://app.example:9'],
      },
    ),
    sessionFixture,
  ],
}

/** Two kinds of key, by which the same two users are known, and the roles that they have. */
const keyOf = (kind: string, user: string): string => `${kind}-9f27c1-of-${user}`
const readKey = (kind: string) => (_: unknown, given: string) =>
  ['ann', 'bob'].find((user) => given === keyOf(kind, user)) ?? null
const namedKey = (kind: string) => headerKey(`X-${kind}`, readKey(kind), { name: kind })
type NamedKey = ReturnType<typeof namedKey>
const isAnn = (user: string): boolean => user === 'ann'

/** Where guards stand: a user whom the fixtures deny is 403 where a guard is asked, else 401 (semantics 4.2, 11.2). */
const GUARDED: Readonly<Record<string, (a: NamedKey, b: NamedKey) => AuthInput>> = {
  'a list of checks': (a, b) => [check(a, isAnn), check(b, isAnn)],
  'a check around a list': (a, b) => check([a, b] as never, isAnn as never) as AuthInput,
  'a check in all': (a, b) => all(check(a, isAnn), check(b, isAnn)),
  'one check in all': (a, b) => all(check(a, isAnn), b),
  'one check in all, which comes last': (a, b) => all(a, check(b, isAnn)),
  'a list of checks in optional': (a, b) => optional([check(a, isAnn), check(b, isAnn)] as never),
}

for (const [name, declare] of Object.entries(GUARDED)) {
  APPLICATIONS[`a user denied by ${name}`] = () => {
    const api = new SvcAPI()
    api.get('/x', { auth: declare(namedKey('A'), namedKey('B')) }, () => 1)
    const both = (kind: string): Record<string, string> => ({ ann: keyOf(kind, 'ann'), bob: keyOf(kind, 'bob') })
    const routes = { 'GET /x': { allow: ['ann'], deny: ['bob'] } }
    return [api, { users: { ann: {}, bob: {} }, credentials: { A: both('A'), B: both('B') }, routes }]
  }
}

/** Records that two members of one tenant read: none of them was made for one of the two. */
const SHARED: Readonly<Record<string, object>> = {
  'a word with the name of a member in it': { title: 'the annual plan' },
  'the tenant of the members': { tenant: 'acme', title: 'a plan' },
  'the member who reads it second': { assignee: 'bob', title: 'a plan' },
  'the role of one member': { visibleTo: 'owners', title: 'a plan' },
  'a word of three letters of a principal': { title: 'a channel' },
}

for (const [name, record] of Object.entries(SHARED)) {
  APPLICATIONS[`a shared record that holds ${name}`] = () => {
    const ann = { name: 'ann', tenant: 'acme', role: 'owners' }
    const members = new Map([
      [TOKEN, ann],
      [KEY, { name: 'bob', tenant: 'acme', role: 'members' }],
    ])
    const api = new SvcAPI()
    api.get('/x', { auth: bearer((_, given) => members.get(given), { name: 'Token' }) }, () => record)
    const users = { ann: { roles: ['owners'], principal: ann }, bob: { roles: ['members'] } }
    return [api, { users, credentials: { Token: { ann: TOKEN, bob: KEY } } }]
  }
}

interface Logging {
  readonly isNamed?: boolean
  readonly ends?: 'own' | 'all' | 'before'
  /** The user of a name that a client sends. */
  readonly nameOf?: (text: string) => string
}

/** Logins that keep their tokens in memory, and a logout that ends the one that it is asked with, or more. */
function withLogout(
  method: 'GET' | 'POST',
  { isNamed = true, ends = 'own', nameOf = (text) => text }: Logging = {},
): readonly [AnyApi, FixtureFile] {
  const issued = new Map<string, string>()
  const endAll = (user: string): void => {
    for (const [token, owner] of issued) if (owner === user) issued.delete(token)
  }
  const api = new SvcAPI()
  const auth = bearer((_, given) => issued.get(given), { name: 'Token' })
  api.post('/login', { auth: null }, async (request) => {
    const { user: given, password } = (await request.json()) as Record<string, unknown>
    const user = typeof given === 'string' ? nameOf(given) : undefined
    if (user === undefined || password !== `${user}-password`) throw new AuthenticationError()
    const token = randomUUID()
    if (ends === 'before') endAll(user)
    issued.set(token, user)
    return reply(200, { token }, { 'cache-control': 'no-store' })
  })
  api.get('/x', { auth }, (request) => ({ user: request.auth }))
  const end = { method, path: '/logout' } as const
  api[method === 'GET' ? 'get' : 'post']('/logout', { auth }, (request) => {
    if (ends === 'all') endAll(request.auth)
    issued.delete(request.headers.get('authorization')?.slice('Bearer '.length) ?? '')
    return { ended: true }
  })
  const loginOf = (as: string): ReturnType<typeof loginWith> =>
    loginWith({ as, request: enterAs(as), take: { json: '/token' } })
  return [
    api,
    {
      users: { annika: {}, bobby: {} },
      credentials: { Token: { annika: loginOf('annika'), bobby: loginOf('bobby') } },
      login: { request: enterAs('annika'), take: { json: '/token' } },
      ...(isNamed ? { logout: { request: end } } : {}),
    },
  ]
}

const enterAs = (user: string) =>
  ({ method: 'POST', path: '/login', json: { user, password: `${user}-password` } }) as const

for (const method of ['GET', 'POST'] as const) {
  APPLICATIONS[`a logout by ${method} that ends the token it is asked with`] = () => withLogout(method)
  APPLICATIONS[`a logout by ${method} that the fixtures do not name`] = () => withLogout(method, { isNamed: false })
  APPLICATIONS[`a logout by ${method} that ends every token of its user`] = () => withLogout(method, { ends: 'all' })
}
APPLICATIONS['a login that folds the case of user names'] = () =>
  withLogout('POST', { nameOf: (text) => text.toLowerCase() })
APPLICATIONS['a route whose handler shows a private record to its members, and a public one to everybody'] = () => {
  const api = new SvcAPI()
  const auth = optional(bearer((_, given) => given === TOKEN && 'ann', { name: 'Token' }))
  api.get('/repos/[name]', { auth }, ({ auth: user, params: { name } }) => {
    if (user !== 'ann' && name !== 'public') throw new HttpError(404)
    return { name, files: ['a-file-of-the-repository'] }
  })
  const routes = { 'GET /repos/[name]': { params: { name: 'vault' }, allow: ['ann'], deny: ['anonymous'] } }
  return [api, { users: { ann: {} }, credentials: { Token: { ann: TOKEN } }, routes }]
}
APPLICATIONS['a login that ends the tokens of its user before it'] = () => withLogout('POST', { ends: 'before' })

for (const owner of ['ann', 'bob']) {
  APPLICATIONS[`a record, named in the path, that says that it belongs to ${owner}`] = () => {
    const api = new SvcAPI()
    const members = new Map([
      [TOKEN, 'ann'],
      [KEY, 'bob'],
    ])
    const auth = bearer((_, given) => members.get(given), { name: 'Token' })
    api.get('/files/[name]', { auth }, ({ params }) => ({ name: params.name, owner }))
    return [api, { users: { ann: {}, bob: {} }, credentials: { Token: { ann: TOKEN, bob: KEY } } }]
  }
}

describe('authScenarios on correct applications that are unlike most', () => {
  for (const [name, create] of Object.entries(APPLICATIONS)) {
    it(`finds nothing on ${name}`, async () => {
      expect(await findingsOf(...create())).to.deep.equal([])
    })
  }
})
