import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { type OidcLoginOptions, oidcLogin } from 'svc/identity'
import { findFreePort } from '../../fixtures/free-port.ts'
import { listen } from '../dev/listen.ts'
import { CLIENT_ID, CLIENT_SECRET, openProvider, send, TestBrowser, type TestProvider } from './testdata/provider.ts'

const SECRETS = ['a secret of the tests, thirty-two characters']
/** Of sessions on plain http. */
const COOKIE = new SvcAPI({ sessions: { secrets: SECRETS } }).sessionsOn().cookieName

interface App {
  readonly url: string
  readonly close: () => Promise<unknown>
}

describe('oidcLogin, with a real provider', () => {
  let provider: TestProvider
  let app: App
  let browser: TestBrowser

  async function serve(port: number, options: Partial<OidcLoginOptions> = {}, issuer = provider.url): Promise<App> {
    const login = oidcLogin({
      issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      user: ({ sub }) => sub !== 'mallory' && { name: sub },
      ...options,
    })
    const api = new SvcAPI({ title: 'Pets', docs: false, sessions: { secrets: SECRETS } })
    api.get('/login', { auth: null }, (request) => login.start(request as never))
    api.get('/login/callback', { auth: null }, (request) => login.callback(request as never))
    api.get('/me', { auth: fwAuth }, ({ auth }) => auth)
    return api.listen({ port, log: false })
  }

  before(async () => {
    const port = await findFreePort()
    provider = await openProvider([`http://localhost:${port}/login/callback`])
    app = await serve(port)
    app = { ...app, url: `http://localhost:${port}` }
  })
  after(async () => {
    await app.close()
    await provider.close()
  })
  beforeEach(() => {
    browser = new TestBrowser()
    provider.exchanges.length = 0
  })

  /** From the start to the address of the callback, without going there. */
  async function comeBack(user = 'ann', query = ''): Promise<string> {
    const response = await browser.ask(`${app.url}/login${query}`)
    expect(response.status, await response.clone().text()).to.equal(303)
    return browser.logInAt(provider.url, response.headers.get('location') ?? '', user)
  }
  const me = async (): Promise<readonly [number, unknown]> => {
    const response = await browser.ask(`${app.url}/me`)
    return [response.status, await response.json()]
  }
  const statusOf = async (url: string): Promise<number> => (await browser.ask(url)).status
  const flowsOf = (): readonly string[] =>
    [...browser.cookiesOf(app.url).keys()].filter((name) => name.includes('svc-login-'))

  it('ends in a session, at the path that was asked for', async () => {
    const url = await comeBack('ann', '?return_to=/notes%3Fpage=2%23last')
    expect(new URL(url).searchParams.get('iss')).to.equal(provider.url)
    const response = await browser.ask(url)
    expect([response.status, response.headers.get('location'), response.headers.get('cache-control')]).to.deep.equal([
      303,
      '/notes?page=2#last',
      'no-store',
    ])
    expect(await me()).to.deep.equal([200, { name: 'ann' }])
    expect(flowsOf()).to.deep.equal([])
    expect([...browser.cookiesOf(app.url).keys()]).to.deep.equal([COOKIE])
  })

  it('asks with PKCE, a state, a nonce, and the address of the callback', async () => {
    const response = await browser.ask(`${app.url}/login`)
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(searchParams)
    expect(rest).to.deep.equal({
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: `${app.url}/login/callback`,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
    })
    for (const value of [state, nonce, challenge]) expect(value).to.match(/^[\w.-]{43,60}$/)
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).to.match(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    for (const value of [state, nonce, challenge]) expect(cookie).to.not.include(String(value).split('.').at(-1))
  })

  it('keeps two tabs apart', async () => {
    const [first, second] = [await comeBack('ann', '?return_to=/one'), await comeBack('ann', '?return_to=/two')]
    expect(flowsOf()).to.have.length(2)
    expect((await browser.ask(first)).headers.get('location')).to.equal('/one')
    expect((await browser.ask(second)).headers.get('location')).to.equal('/two')
  })

  it('lets no more than a few begin in one browser', async () => {
    for (let count = 0; count < 12; count++) {
      expect(await statusOf(`${app.url}/login`)).to.equal(303)
      expect(flowsOf()).to.have.length.at.most(4)
    }
  })

  it('is used once, with a copy of the cookie too', async () => {
    const url = await comeBack()
    const copy = new Map(browser.cookiesOf(app.url))
    expect(await statusOf(url)).to.equal(303)
    for (const [name, value] of copy) browser.cookiesOf(app.url).set(name, value)
    expect(await statusOf(url)).to.equal(400)
    expect(provider.exchanges).to.have.length(1)
  })

  it('is 403 for a user whom the application refuses, and for one who says no', async () => {
    expect(await statusOf(await comeBack('mallory'))).to.equal(403)
    const url = new URL(await comeBack())
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    expect(await statusOf(url.href)).to.equal(403)
    expect((await me())[0]).to.equal(401)
  })

  const wrong: readonly (readonly [what: string, change: (url: URL) => void | Promise<void>])[] = [
    ['no state', ({ searchParams }) => searchParams.delete('state')],
    ['another state', ({ searchParams }) => searchParams.set('state', `${'A'.repeat(16)}.${'A'.repeat(43)}`)],
    [
      'a state of this cookie, changed',
      ({ searchParams }) => searchParams.set('state', `${searchParams.get('state')?.split('.')[0]}.x`),
    ],
    ['two states', ({ searchParams }) => searchParams.append('state', searchParams.get('state') ?? '')],
    ['another issuer', ({ searchParams }) => searchParams.set('iss', 'https://other.example')],
    ['no issuer', ({ searchParams }) => searchParams.delete('iss')],
    ['two issuers', ({ searchParams }) => searchParams.append('iss', 'https://other.example')],
    ['another code', ({ searchParams }) => searchParams.set('code', 'another')],
    ['no code', ({ searchParams }) => searchParams.delete('code')],
    ['an error of the request', ({ searchParams }) => searchParams.set('error', 'invalid_request')],
    ['no cookie (another browser: login CSRF)', () => browser.cookiesOf(app.url).clear()],
    [
      'the cookie of another flow',
      async () => {
        const [known = ''] = flowsOf()
        await browser.ask(`${app.url}/login`)
        const other = flowsOf().find((name) => name !== known) ?? ''
        const jar = browser.cookiesOf(app.url)
        jar.set(known, jar.get(other) ?? '')
      },
    ],
    [
      'a cookie that was changed',
      () => {
        const [name = ''] = flowsOf()
        const jar = browser.cookiesOf(app.url)
        jar.set(
          name,
          (jar.get(name) ?? '').replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        )
      },
    ],
    [
      'a session in the place of its cookie',
      async () => {
        expect(await statusOf(await comeBack())).to.equal(303)
        const jar = browser.cookiesOf(app.url)
        const session = jar.get(COOKIE)
        if (session === undefined) throw new Error('no session')
        for (const name of flowsOf()) jar.set(name, session)
      },
    ],
  ]
  for (const [what, change] of wrong) {
    it(`is 400 with ${what}`, async () => {
      const url = new URL(await comeBack())
      await change(url)
      expect(await statusOf(url.href)).to.equal(400)
    })
  }

  it('does not take the code of one flow in another', async () => {
    const [first, second] = [new URL(await comeBack()), new URL(await comeBack('bob'))]
    first.searchParams.set('code', second.searchParams.get('code') ?? '')
    expect(await statusOf(first.href)).to.equal(400)
    expect((await me())[0]).to.equal(401)
  })

  it('does not take its cookie for a session', async () => {
    await comeBack()
    const jar = browser.cookiesOf(app.url)
    const [name = ''] = flowsOf()
    const session = await fetch(`${app.url}/me`, { headers: { cookie: `${COOKIE}=${jar.get(name)}` } })
    expect(session.status).to.equal(401)
  })

  const paths: readonly (readonly [returnTo: string, status: number])[] = [
    ['/', 303],
    ['/notes/1?a=b', 303],
    ['/%2f%2fevil.example', 303],
    ['//evil.example', 400],
    ['/\\evil.example', 400],
    ['/.//evil.example', 400],
    ['/a/..//evil.example', 400],
    ['/%09/evil.example'.replace('%09', '\t'), 400],
    ['https://evil.example', 400],
    ['javascript:alert(1)', 400],
    ['notes', 400],
    ['', 400],
    ['/a\r\nset-cookie: a=b', 400],
    ['/\\\\evil', 400],
  ]
  for (const [path, status] of paths) {
    it(`answers ${status} to return_to=${JSON.stringify(path)}`, async () => {
      expect(await statusOf(`${app.url}/login?return_to=${encodeURIComponent(path)}`)).to.equal(status)
    })
  }

  const begun: readonly (readonly [headers: Record<string, string>, status: number])[] = [
    [{ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }, 303],
    [{ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 403],
    [{ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403],
    [{ 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 403],
  ]
  for (const [headers, status] of begun) {
    it(`answers ${status} to a start as ${Object.values(headers).join(', ')}`, async () => {
      expect((await send(`${app.url}/login`, { headers })).status).to.equal(status)
    })
  }
})

describe('oidcLogin on https', () => {
  it('keeps the flow in a cookie of this very host (__Host-), and ends in a session that is one, too', async () => {
    const port = await findFreePort()
    const url = `https://localhost:${port}`
    const provider = await openProvider([`${url}/login/callback`])
    const issued = { issuer: provider.url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
    const login = oidcLogin({ ...issued, user: ({ sub }) => ({ name: sub }) })
    const api = new SvcAPI({ docs: false, sessions: { secrets: SECRETS } })
    api.get('/login', { auth: null }, (request) => login.start(request as never))
    api.get('/login/callback', { auth: null }, (request) => login.callback(request as never))
    api.get('/me', { auth: fwAuth }, ({ auth }) => auth)
    const { limits } = api.settings
    const setting = { host: '127.0.0.1', port, strictPort: true, https: true, limits, page: '/' }
    const served = await listen(api.nodeHandler(), setting)
    try {
      const browser = new TestBrowser()
      const begun = await browser.ask(`${url}/login`)
      expect(begun.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]*/, '=…'))).to.deep.equal([
        `${[...browser.cookiesOf(url).keys()][0]}=…; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure`,
      ])
      expect([...browser.cookiesOf(url).keys()][0]).to.match(/^__Host-svc-login-[\w-]{16}$/)
      const back = await browser.logInAt(provider.url, begun.headers.get('location') ?? '', 'ann')
      expect(back.startsWith(`${url}/login/callback?`)).to.equal(true)
      // Under the name of plain http, which a page of http on this host could set, the same cookie is refused.
      const plain = new TestBrowser()
      for (const [name, value] of browser.cookiesOf(url)) plain.cookiesOf(url).set(name.replace('__Host-', ''), value)
      expect((await plain.ask(back)).status).to.equal(400)
      expect((await browser.ask(back)).status).to.equal(303)
      expect([...browser.cookiesOf(url).keys()]).to.deep.equal(['__Host-svc-session'])
      expect(await (await browser.ask(`${url}/me`)).json()).to.deep.equal({ name: 'ann' })
    } finally {
      await served.close(0)
      await provider.close()
    }
  })
})
