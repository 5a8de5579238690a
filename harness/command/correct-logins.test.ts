import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { AuthenticationError, Form, reply, SvcAPI } from 'svc'
import { basic, bearer, cookieKey, fwAuth, login, logout, optional } from 'svc/security'
import { type FixtureFile, loginWith, session } from '../credentials/define.ts'
import type { AnyApi } from '../model/application.ts'
import { findingsOf } from '../testdata/findings.ts'

const SECRET = 'a-secret-for-sessions-of-32-characters-or-more'
const PASSWORD = 'Größe-42-naïve'

type Application = readonly [AnyApi, FixtureFile]

/** Applications that are right, by how their users log in. */
const APPLICATIONS: Record<string, () => Application> = {
  'users that are addresses, in either case, with passwords outside ASCII': () => {
    const api = new SvcAPI()
    const staff = basic(
      (_, name, password) => name.toLowerCase() === 'zoë@team.example' && password === PASSWORD && { name: 'zoë' },
      { name: 'Staff' },
    )
    api.get('/x', { auth: staff }, () => 1)
    return [api, { credentials: { Staff: { valid: { username: 'zoë@team.example', password: PASSWORD } } } }]
  },
  'a token that is read in a header or in a cookie': () => {
    const tokens = new Map([
      ['token-of-ann-in-a-header-1', 'ann'],
      ['token-of-ann-in-a-cookie-2', 'ann'],
      ['token-of-bob-of-a-partner-3', 'bob'],
    ])
    const read = (_: unknown, token: string): string | undefined => tokens.get(token)
    const members = [bearer(read, { name: 'InHeader' }), cookieKey('access', read, { name: 'InCookie' })] as const
    const api = new SvcAPI({ csrf: true })
    api.get('/x', { auth: members }, (request) => ({ user: request.auth }))
    api.get('/y', { auth: optional(members) }, (request) => ({ user: request.auth ?? null }))
    return [
      api,
      {
        users: { ann: {}, bob: {} },
        credentials: {
          InHeader: { ann: 'token-of-ann-in-a-header-1', bob: 'token-of-bob-of-a-partner-3' },
          InCookie: { ann: 'token-of-ann-in-a-cookie-2' },
        },
      },
    ]
  },
  'a list that everyone may read, beside what its authors may add': () => listed('optional'),
  'a public list that names its authors, beside what they may add': () => listed('public'),
  'a login that gives a session, and with another field a cookie that remembers': () => {
    const remembered = new Map<string, string>()
    const remember = cookieKey('remember', (_, token) => remembered.get(token), { name: 'Remember' })
    const api = new SvcAPI({ sessions: { secrets: [SECRET] }, csrf: true })
    const fields = { name: String, password: String }
    const enter = async (request: Parameters<typeof login>[0], name: string): Promise<{ name: string }> => {
      await login(request, { name })
      return { name }
    }
    api.post('/login', { auth: null, body: Form(fields) }, async (request) => {
      const { name, password } = request.body
      if (name !== 'ann' || password !== PASSWORD) throw new AuthenticationError()
      if ((await request.text()).includes('keep=yes')) {
        const token = randomUUID()
        remembered.set(token, name)
        request.responseHeaders.append('set-cookie', `remember=${token}; Path=/; HttpOnly; SameSite=Lax`)
      }
      return enter(request, name)
    })
    api.get('/x', { auth: [fwAuth, remember] }, () => 1)
    api.get('/y', { auth: fwAuth }, () => 1)
    const form = { name: 'ann', password: PASSWORD }
    const kept = { method: 'POST', path: '/login', form: { ...form, keep: 'yes' } } as const
    return [
      api,
      {
        users: { ann: {} },
        credentials: {
          fwAuth: { ann: session({ name: 'ann' }) },
          Remember: loginWith({ as: 'ann', request: kept, take: { cookie: 'remember' } }),
        },
        login: {
          request: { method: 'POST', path: '/login', form },
          wrong: { method: 'POST', path: '/login', form: { ...form, password: 'no' } },
        },
      },
    ]
  },
  'a logout after eight operations that change something': () => {
    const api = new SvcAPI({ sessions: { secrets: [SECRET] }, csrf: true, auth: fwAuth })
    for (let at = 0; at < 8; at += 1) api.put(`/x${at}`, { auth: fwAuth }, () => at)
    api.post('/logout', { auth: fwAuth }, async (request) => {
      await logout(request)
      return reply(204, null)
    })
    const sessions = { ann: session({ name: 'ann' }), bob: session({ name: 'bob' }) }
    return [
      api,
      {
        users: { ann: {}, bob: {} },
        credentials: { fwAuth: sessions },
        logout: { request: { method: 'POST', path: '/logout', headers: { 'Sec-Fetch-Site': 'same-origin' } } },
      },
    ]
  },
  'a logout by GET that ends a session': () => {
    const api = new SvcAPI({ sessions: { secrets: [SECRET] } })
    api.get('/logout', { auth: fwAuth }, async (request) => {
      await logout(request)
      return new Response(null, { status: 303, headers: { location: '/' } })
    })
    api.get('/x', { auth: fwAuth }, () => 1)
    return [
      api,
      {
        users: { ann: {}, bob: {} },
        credentials: { fwAuth: { ann: session({ name: 'ann' }), bob: session({ name: 'bob' }) } },
        routes: { 'GET /logout': { expect: { admitted: { status: 303 } } } },
      },
    ]
  },
  'a logout by GET that is the first route': () => {
    const issued = new Map<string, string>()
    const sid = cookieKey('sid', (_, id) => issued.get(id), { name: 'Sid' })
    const api = new SvcAPI({ csrf: true })
    api.get('/logout', { auth: sid }, (request) => {
      issued.delete(request.cookies['sid'] ?? '')
      return { ended: true }
    })
    api.get('/x', { auth: sid }, (request) => ({ user: request.auth }))
    api.post('/login', { auth: null }, async (request) => {
      const { user, password } = (await request.json()) as Record<string, unknown>
      if (typeof user !== 'string' || password !== `${user}-password`) throw new AuthenticationError()
      const id = randomUUID()
      issued.set(id, user)
      return reply(200, { user }, { 'set-cookie': `sid=${id}; Path=/; HttpOnly; SameSite=Lax` })
    })
    const enter = (user: string, password = `${user}-password`) =>
      ({ method: 'POST', path: '/login', json: { user, password } }) as const
    const of = (as: string): ReturnType<typeof loginWith> =>
      loginWith({ as, request: enter(as), take: { cookie: 'sid' } })
    return [
      api,
      {
        users: { annika: {}, bobby: {} },
        credentials: { Sid: { annika: of('annika'), bobby: of('bobby') } },
        login: { request: enter('annika'), wrong: enter('annika', 'no'), take: { cookie: 'sid' } },
        logout: { request: { method: 'GET', path: '/logout' } },
      },
    ]
  },
}

/** Entries with the addresses of those who wrote them. */
function listed(reading: 'optional' | 'public'): Application {
  const author = bearer((_, token) => token === 'token-of-ida-0815' && { email: 'ida@journal.example' }, {
    name: 'Token',
  })
  const api = new SvcAPI({ auth: author })
  const list = (): unknown => ({ entries: [{ id: 1, title: 'A walk', by: 'ida@journal.example' }] })
  if (reading === 'optional') api.get('/entries', { auth: optional(author) }, list)
  else api.get('/entries', { auth: null }, list)
  api.post('/entries', {}, (request) => reply(201, { id: randomUUID(), owner: request.auth.email }))
  return [api, { credentials: { Token: { valid: 'token-of-ida-0815' } } }]
}

describe('authScenarios on correct applications with logins of many kinds', () => {
  for (const [name, create] of Object.entries(APPLICATIONS)) {
    it(`finds nothing on ${name}`, async () => {
      expect(await findingsOf(...create())).to.deep.equal([])
    })
  }
})
