import { AuthenticationError, type AuthRequest, Form, SvcAPI } from 'svc'
import {
  basic,
  bearer,
  check,
  cookieKey,
  fwAuth,
  fwAuthSuperuser,
  headerKey,
  login,
  logout,
  queryKey,
} from 'svc/security'
import type { AnyApi } from '../../model/application.ts'
import { type FixtureFile, loginWith, session } from '../../credentials/define.ts'
import { secret } from '../../credentials/secret.ts'

/** A secret of every kind of fixture, each known by its value wherever it turns up. */
export const CANARIES = {
  bearer: 'Tq7-vaulted-Kestrel.4491xZ',
  header: 'hK9_Larkspur~Meridian-20Q5',
  query: 'qy:Obsidian/Walnut+77&Juno',
  cookie: 'ck!Thistle-Harbor_63uPolyp',
  password: 'pä55:Würzelblatt "Zenith"',
  login: 'lg%Quarry|Falcon^Mosaic81',
  token: 'issued.Ravine-Copper.58Lynx',
  device: 'dv-Saffron=Glacier;Umbra9',
  stale: 'st-Alabaster.Plover-9915',
  invalid: 'expired-Bramble.Tundra-3307',
  sessions: 'a-sealing-secret.Heliotrope-Basalt-Nimbus-Quill',
} as const

/**
 * A small application with a route of every kind and three planted bugs: `/header` compares beginnings, `/either` discloses
 * what the key should have been, and `/leak` repeats the credential that it was sent.
 */
export function createApplication(): AnyApi {
  const api = new SvcAPI({
    title: 'Small <shop>',
    version: '1.2.0',
    sessions: { secrets: [CANARIES.sessions] },
    csrf: true,
  })
  const is = (expected: string) => (_: AuthRequest, value: string) => (value === expected ? { client: 'acme' } : null)
  const header = headerKey('X-API-Key', (_, key) => (CANARIES.header.startsWith(key) ? { client: 'acme' } : null), {
    name: 'HeaderKey',
  })
  const talkative = headerKey(
    'X-API-Key',
    (_, key) => {
      if (key === CANARIES.header) return { client: 'acme' }
      throw new AuthenticationError(`expected ${CANARIES.header}`)
    },
    { name: 'TalkativeKey' },
  )
  const query = queryKey('key', is(CANARIES.query), { name: 'QueryKey' })
  const token = bearer(is(CANARIES.bearer), { name: 'Token' })
  api.get('/bearer', { auth: token }, () => ({ ok: true }))
  api.get('/header', { auth: header }, () => ({ ok: true }))
  api.get('/query', { auth: query }, ({ query: sent }) => ({ sent }))
  api.get('/cookie', { auth: cookieKey('sid', is(CANARIES.cookie), { name: 'CookieKey' }) }, () => 'ok')
  api.get('/either', { auth: [query, talkative] }, () => ({ ok: true }))
  api.get(
    '/basic',
    {
      auth: basic((_, user, password) => (user === 'ann' && password === CANARIES.password ? user : null), {
        name: 'Basic',
      }),
    },
    () => 'ok',
  )
  api.get('/checked', { auth: check(token, () => true) }, () => 'ok')
  api.get('/stale', { auth: bearer(is(CANARIES.bearer), { name: 'StaleToken' }) }, () => 'ok')
  api.get('/leak', { auth: token }, ({ headers }) => ({ you: headers.get('authorization') }))
  api.get('/issued', { auth: bearer(is(CANARIES.token), { name: 'IssuedToken' }) }, () => 'ok')
  api.get(
    '/device',
    {
      auth: function device({ headers }: AuthRequest) {
        return headers.get('x-device') === CANARIES.device ? 'device' : null
      },
    },
    () => 'ok',
  )
  api.get(
    '/address',
    {
      auth: function address({ clientAddress }: AuthRequest) {
        return clientAddress === '127.0.0.1' ? clientAddress : null
      },
    },
    () => 'ok',
  )
  api.get('/me', { auth: fwAuth }, ({ auth }) => auth)
  api.post('/me', { auth: fwAuth }, ({ auth }) => auth)
  api.get('/admin', { auth: fwAuthSuperuser }, () => 'ok')
  api.get('/health', { auth: null }, () => 'up')
  api.post('/token', { auth: null, body: Form({ user: String, password: String }) }, ({ body }) =>
    body.password === CANARIES.login ? { token: CANARIES.token } : { token: null },
  )
  api.post('/login', { auth: null, body: Form({ user: String, password: String }) }, async (request) => {
    if (request.body.password !== CANARIES.login) throw new AuthenticationError()
    await login(request, { name: 'isolde' })
    return 'welcome'
  })
  api.post('/logout', { auth: fwAuth }, async (request) => {
    await logout(request)
    return 'bye'
  })
  return api
}

const form = { user: 'ann', password: CANARIES.login }

/** Fixtures of every kind for {@link createApplication}. */
export const FIXTURES: FixtureFile = {
  users: { ann: { roles: ['user'] }, root: { roles: ['superuser'] } },
  credentials: {
    Token: { valid: secret('SHOP_TOKEN'), invalid: CANARIES.invalid, principal: { client: 'acme' } },
    HeaderKey: { valid: CANARIES.header },
    TalkativeKey: { valid: CANARIES.header },
    QueryKey: { valid: CANARIES.query },
    CookieKey: { valid: CANARIES.cookie },
    Basic: { valid: { username: 'ann', password: CANARIES.password } },
    StaleToken: { valid: CANARIES.stale },
    IssuedToken: loginWith({
      as: 'ann',
      request: { method: 'POST', path: '/token', form },
      take: { json: '/token' },
      use: 'key',
    }),
    device: {
      valid: { headers: { 'X-Device': CANARIES.device } },
      invalid: { headers: { 'X-Device': CANARIES.invalid } },
    },
    address: { valid: { from: '127.0.0.1' }, invalid: { from: '127.0.0.9' } },
    fwAuth: { ann: session({ name: 'isolde' }), root: session({ name: 'root', isSuperuser: true }) },
  },
  routes: {
    'POST /token': { form },
    'POST /login': { form },
    'GET /header': { ignore: [{ scenario: 'key.half', reason: 'ticket 812', until: '2999-12-31' }] },
  },
  roles: { 'GET /admin': { allow: ['superuser'], deny: ['user'] } },
  login: {
    request: { method: 'POST', path: '/login', form },
    wrong: { method: 'POST', path: '/login', form: { user: 'ann', password: CANARIES.invalid } },
  },
  logout: { request: { method: 'POST', path: '/logout', headers: { 'Sec-Fetch-Site': 'same-origin' } } },
}
