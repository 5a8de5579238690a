import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { SESSION } from '../model/carrier.ts'
import { describeLeaf } from '../model/description.ts'
import { SvcAPI } from '../api/api.ts'
import { AuthenticationError } from '../base/errors.ts'
import type { SvcRequest } from '../http/request.ts'
import type { SessionUser } from '../base/registry.ts'
import { bearer } from './bearer.ts'
import { fwAuth, login, logout, SessionAuth } from './session-auth.ts'
import { fwAuthSuperuser } from './superuser.ts'

const START = 1_700_000_000_000
const FOREIGN: Record<string, string> = { origin: 'https://evil.example' }

/** A user as an application would have it. */
function user(members: object): SessionUser {
  return members as SessionUser
}

class StaffAuth extends SessionAuth {
  override async authenticate(
    _: unknown,
    { isStaff, name }: SessionUser & { isStaff?: boolean; name?: string },
  ): Promise<unknown> {
    return isStaff === true ? { staff: name } : null
  }
}

/** An application with sessions, a browser that keeps its cookies, and a clock that stands still. */
class Sample {
  readonly api: SvcAPI
  cookie: string | undefined

  constructor(directory: string, auth: unknown = fwAuth) {
    this.api = new SvcAPI({
      docs: false,
      trustedOrigins: ['https://app.example'],
      sessions: {
        secrets: ['a secret of the tests, thirty-two characters'],
        revocations: mkdtempSync(join(directory, 'revocations-')),
        now: () => START,
      },
    })
    this.api.get('/me', { auth: auth as never }, (request) => ({
      auth: (request.auth as unknown) ?? null,
      session: request.session?.user ?? null,
    }))
    this.api.post('/login', { auth: null }, async (request) => {
      await login(request, user({ name: 'ann' }))
      return request.session?.id
    })
    this.api.post('/logout', { auth: null }, async (request) => {
      await logout(request)
      return request.session ?? null
    })
  }

  async ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
    const cookie: Record<string, string> = this.cookie === undefined ? {} : { cookie: this.cookie }
    const response = await this.api.fetch(
      new Request(`http://svc.test${path}`, { method, headers: { ...cookie, ...headers } }),
    )
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) this.cookie = set.includes('Max-Age=0') ? undefined : set.slice(0, set.indexOf(';'))
    return response
  }

  async seal(members: object): Promise<string> {
    return `${this.api.sessions.cookieName}=${await this.api.sessions.seal(user(members))}`
  }

  /** The status of a request with these cookies, and what the handler saw. */
  async me(headers: Record<string, string>): Promise<unknown> {
    const response = await this.ask('GET', '/me', headers)
    return response.status === 200 ? ((await response.json()) as unknown) : response.status
  }
}

describe('sessions as authenticators', () => {
  let directory: string
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'svc-session-auth-'))
  })
  after(() => rmSync(directory, { recursive: true, force: true }))

  it('fwAuth gives the user of a valid session, and undefined without one', async () => {
    const sample = new Sample(directory)
    const ann = user({ name: 'ann' })
    expect(await sample.me({ cookie: await sample.seal({ name: 'ann' }) })).to.deep.equal({ auth: ann, session: ann })
    expect(await sample.me({})).to.equal(401)
    expect(await sample.me({ cookie: `${sample.api.sessions.cookieName}=garbage` })).to.equal(401)
  })

  it('keeps the answer until a login or a logout that is not awaited has ended', async () => {
    const sample = new Sample(directory)
    sample.api.post('/forgot', { auth: null }, (request) => {
      void login(request, user({ name: 'ann' }))
      return 'ok'
    })
    sample.api.post('/leave', { auth: null }, (request) => void logout(request))
    sample.api.get('/page', { auth: null }, (request) => {
      void login(request, user({ name: 'ann' }))
      return new Response('page')
    })
    expect((await sample.ask('POST', '/forgot')).status).to.equal(200)
    const { cookie = '' } = sample
    expect(await sample.me({})).to.deep.equal({ auth: { name: 'ann' }, session: { name: 'ann' } })
    expect((await sample.ask('POST', '/leave')).status).to.equal(200)
    expect([sample.cookie, await sample.me({ cookie })]).to.deep.equal([undefined, 401])
    await sample.ask('GET', '/page')
    expect(await sample.me({})).to.deep.equal({ auth: { name: 'ann' }, session: { name: 'ann' } })
  })

  it('answers what a login threw that is not awaited', async () => {
    const sample = new Sample(directory)
    const thrown: unknown[] = []
    sample.api.post('/forgot', { auth: null }, (request) => {
      login(request, { self: 1n } as never).catch((error: unknown) => thrown.push(error))
      return 'ok'
    })
    expect([(await sample.ask('POST', '/forgot')).status, thrown.length]).to.deep.equal([500, 1])
  })

  it('answers what a login threw that is not awaited, also where the handler goes on for a while', async () => {
    const sample = new Sample(directory)
    sample.api.post('/forgot', { auth: null }, async (request) => {
      void login(request, user({ name: 'ann' }))
      await new Promise((resolve) => setTimeout(resolve, 2))
      return 'welcome'
    })
    expect((await sample.ask('POST', '/forgot', FOREIGN)).status).to.equal(403)
    expect((await sample.ask('POST', '/forgot')).status).to.equal(200)
  })

  it('answers what the handler returns where it caught what a login threw', async () => {
    const sample = new Sample(directory)
    sample.api.post('/caught', { auth: null }, async (request) => {
      await login(request, { self: 1n } as never).catch(() => undefined)
      return 'ok'
    })
    expect((await sample.ask('POST', '/caught')).status).to.equal(200)
  })

  it('refuses a login after the answer', async () => {
    const sample = new Sample(directory)
    const answered = new Promise<void>((resolve) => {
      sample.api.observe((event) => event.type === 'request.ended' && resolve())
    })
    let later: Promise<void> = Promise.resolve()
    sample.api.post('/forgot', { auth: null }, (request) => {
      later = answered.then(() => login(request, user({ name: 'ann' })))
      return 'ok'
    })
    await sample.ask('POST', '/forgot')
    const message = await later.catch((error: unknown) => (error as Error).message)
    expect(message).to.equal(
      'login was called after the response to POST /forgot, which cannot get the cookie. Await in the handler what comes before it.',
    )
  })

  it('reads the cookie of its mode only, once, and no header in its place', async () => {
    const sample = new Sample(directory)
    const cookie = await sample.seal({ name: 'ann' })
    const name = sample.api.sessions.cookieName
    const value = cookie.slice(name.length + 1)
    const plain = name.replace('__Host-', '')
    expect(name).to.equal('__Host-svc-session')
    for (const headers of [
      { cookie: `${plain}=${value}` },
      { cookie: `${cookie}; ${cookie}` },
      { cookie: `${cookie}; ${name}=` },
      { [`x-${name}`]: value },
      { [`x-${plain}`]: value },
      { authorization: `Bearer ${value}` },
    ]) {
      expect(await sample.me(headers)).to.equal(401)
    }
  })

  it('fwAuthSuperuser passes isSuperuser: true and nothing else', async () => {
    const sample = new Sample(directory, fwAuthSuperuser)
    const statuses: unknown[] = []
    for (const isSuperuser of [true, false, 'true', 'false', 1, [], {}, null]) {
      const seen = await sample.me({ cookie: await sample.seal({ isSuperuser }) })
      statuses.push(typeof seen === 'number' ? seen : 'passed')
    }
    expect(statuses).to.deep.equal(['passed', 401, 401, 401, 401, 401, 401, 401])
    expect(await sample.me({ cookie: await sample.seal({ name: 'ann' }) })).to.equal(401)
  })

  it('fwAuthSuperuser asks the user, not what all objects inherit', async () => {
    const sample = new Sample(directory, fwAuthSuperuser)
    const cookie = await sample.seal({ name: 'ann' })
    const prototype = Object.prototype as { isSuperuser?: boolean }
    try {
      prototype.isSuperuser = true
      expect(await sample.me({ cookie })).to.equal(401)
    } finally {
      delete prototype.isSuperuser
    }
  })

  it('a hook of a subclass is awaited, and its value becomes request.auth', async () => {
    const sample = new Sample(directory, new StaffAuth())
    const staff = { name: 'ann', isStaff: true }
    expect(await sample.me({ cookie: await sample.seal(staff) })).to.deep.equal({
      auth: { staff: 'ann' },
      session: staff,
    })
    expect(await sample.me({ cookie: await sample.seal({ name: 'ann' }) })).to.equal(401)
  })

  it('a session that did not pass is not that of the request', async () => {
    const token = bearer((_, value) => value)
    const sample = new Sample(directory, [new StaffAuth(), token])
    const headers = { cookie: await sample.seal({ name: 'ann' }), authorization: 'Bearer t' }
    expect(await sample.me(headers)).to.deep.equal({ auth: 't', session: null })
  })

  it('nor that of the request for those who answer the refusal', async () => {
    const sample = new Sample(directory, new StaffAuth())
    const seen: unknown[] = []
    sample.api.exceptionHandler(AuthenticationError, (request) => {
      seen.push(request.session)
      return sample.api.createResponse(request, null, { status: 401 })
    })
    await sample.me({ cookie: await sample.seal({ name: 'ann' }) })
    expect(seen).to.deep.equal([undefined])
  })

  it('says what it is: name, superuser, description', () => {
    class Described extends SessionAuth {
      override readonly description = 'Log in first'
    }
    expect([fwAuth, fwAuthSuperuser, new StaffAuth(), new Described()].map((auth) => auth.describe())).to.deep.equal([
      describeLeaf(SESSION, { name: 'fwAuth' }),
      describeLeaf(SESSION, { name: 'fwAuthSuperuser', superuser: true }),
      describeLeaf(SESSION, { name: 'StaffAuth' }),
      describeLeaf(SESSION, { name: 'Described', description: 'Log in first' }),
    ])
  })
})

describe('login and logout', () => {
  let directory: string
  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'svc-session-auth-'))
  })
  after(() => rmSync(directory, { recursive: true, force: true }))

  it('start a session under a fresh id, and end the one that came along', async () => {
    const sample = new Sample(directory)
    const first = await (await sample.ask('POST', '/login')).text()
    const old = sample.cookie as string
    const second = await (await sample.ask('POST', '/login')).text()
    expect(first).to.not.equal(second)
    expect(sample.cookie).to.not.equal(old)
    expect(await sample.me({})).to.have.property('session')
    expect(await sample.me({ cookie: old })).to.equal(401)
  })

  it('end every copy of a session, on an open operation too, and clear the cookie', async () => {
    const sample = new Sample(directory)
    await sample.ask('POST', '/login')
    const copy = sample.cookie as string
    const response = await sample.ask('POST', '/logout')
    expect([response.headers.getSetCookie(), await response.json()]).to.deep.equal([
      ['__Host-svc-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure'],
      null,
    ])
    expect(await sample.me({ cookie: copy })).to.equal(401)
  })

  it('leave the request without a session when it has ended', async () => {
    const api = new Sample(directory).api
    api.post('/leave', { auth: fwAuth }, async (request) => {
      const before = request.session?.user
      await logout(request)
      return { before, after: request.session ?? null }
    })
    const cookie = `${api.sessions.cookieName}=${await api.sessions.seal(user({ name: 'ann' }))}`
    const response = await api.fetch(new Request('http://svc.test/leave', { method: 'POST', headers: { cookie } }))
    expect(await response.json()).to.deep.equal({ before: { name: 'ann' }, after: null })
  })

  for (const [what, change] of [
    ['logout', logout],
    ['login', (request: SvcRequest) => login(request, user({ name: 'ann' }))],
  ] as const) {
    it(`answer 503 to a ${what} where the end of the session before cannot be kept`, async () => {
      const store = { hasItem: async () => false, setItem: () => Promise.reject(new Error('the disk is full')) }
      const secrets = ['a secret of the tests, thirty-two characters']
      const api = new SvcAPI({ docs: false, sessions: { secrets, store: store as never, now: () => START } })
      api.post('/change', { auth: fwAuth }, async (request) => {
        await change(request)
      })
      const cookie = `${api.sessions.cookieName}=${await api.sessions.seal(user({ name: 'ann' }))}`
      const response = await api.fetch(new Request('http://svc.test/change', { method: 'POST', headers: { cookie } }))
      expect([response.status, response.headers.getSetCookie()]).to.deep.equal([503, []])
    })
  }

  it('end nothing where two cookies came: either may be the right one', async () => {
    const sample = new Sample(directory)
    await sample.ask('POST', '/login')
    const cookie = sample.cookie as string
    await sample.ask('POST', '/logout', { cookie: `${cookie}; ${cookie}` })
    expect(await sample.me({ cookie })).to.have.property('session')
  })

  const origins: readonly (readonly [what: string, headers: Record<string, string>, status: number])[] = [
    ['no origin at all', {}, 200],
    ['the own origin', { origin: 'http://svc.test' }, 200],
    ['a trusted origin', { origin: 'https://app.example' }, 200],
    ['a request of the own site', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a foreign origin', FOREIGN, 403],
    ['the origin null', { origin: 'null' }, 403],
    ['a foreign site without an origin', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbour of the site', { 'sec-fetch-site': 'same-site' }, 403],
  ]
  for (const [what, headers, status] of origins) {
    it(`${status === 200 ? 'take' : 'refuse'} a login from ${what}`, async () => {
      const sample = new Sample(directory)
      const response = await sample.ask('POST', '/login', headers)
      expect([response.status, sample.cookie !== undefined]).to.deep.equal([status, status === 200])
    })
  }
})
