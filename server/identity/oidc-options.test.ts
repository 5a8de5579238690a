import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { oidcLogin, type OidcLoginOptions } from 'svc/identity'
import { openIssuer, type TestIssuer } from './testdata/issuer.ts'
import { send } from './testdata/provider.ts'

const RIGHT: OidcLoginOptions = { issuer: 'https://id.example.com', clientId: 'pets', user: () => null }
const SECRETS = ['a secret of the tests, thirty-two characters']

describe('oidcLogin does not load with', () => {
  const rows: readonly (readonly [what: string, options: unknown, code?: string])[] = [
    ['no options', undefined, 'SVC_OPTIONS_INVALID'],
    ['an unknown option', { ...RIGHT, redirectUri: '/x' }, 'SVC_OPTION_UNKNOWN'],
    ['a variable that is not set', { ...RIGHT, clientSecret: undefined }, 'SVC_OPTION_UNDEFINED'],
    ['no issuer', { clientId: 'pets', user: () => null }],
    ['an issuer over http', { ...RIGHT, issuer: 'http://id.example.com' }],
    ['an issuer that is a word', { ...RIGHT, issuer: 'google' }],
    ['an issuer with a query', { ...RIGHT, issuer: 'https://id.example.com/?a=b' }],
    ['an issuer behind a blank', { ...RIGHT, issuer: ' https://id.example.com' }],
    ['an issuer with a password', { ...RIGHT, issuer: 'https://a:b@id.example.com' }],
    ['no client', { ...RIGHT, clientId: '' }],
    ['an empty secret', { ...RIGHT, clientSecret: '' }],
    ['no user', { issuer: RIGHT.issuer, clientId: 'pets' }],
    ['a user that is a list', { ...RIGHT, user: ['ann'] }],
    ['a scope without openid', { ...RIGHT, scope: 'profile email' }],
    ['a callback over http', { ...RIGHT, callback: 'http://pets.example/callback' }],
    ['a callback of another host', { ...RIGHT, callback: '//pets.example/callback' }],
    ['a callback that is a word', { ...RIGHT, callback: 'callback' }],
    ['a state of its own', { ...RIGHT, parameters: { state: 'x' } }],
    ['an address of its own', { ...RIGHT, parameters: { redirect_uri: 'https://evil.example' } }],
  ]
  for (const [what, options, code = 'SVC_OIDC_OPTION'] of rows) {
    it(what, () => {
      expect(() => oidcLogin(options as never))
        .to.throw()
        .with.property('code', code)
    })
  }
})

describe('oidcLogin, while its provider cannot be used', () => {
  let issuer: TestIssuer
  let warnings: string[]
  const note = (warning: Error): void => {
    if ((warning as { readonly code?: string }).code === 'SVC_OIDC_PROVIDER') warnings.push(warning.message)
  }
  beforeEach(async () => {
    warnings = []
    process.on('warning', note)
    issuer = await openIssuer()
  })
  afterEach(async () => {
    process.off('warning', note)
    await issuer.close()
  })

  async function start(options: Partial<OidcLoginOptions> = {}): Promise<readonly [number, string | null]> {
    const { start: handler } = oidcLogin({ ...RIGHT, issuer: issuer.url, ...options })
    const api = new SvcAPI({ docs: false, sessions: { secrets: SECRETS } })
    api.get('/login', { auth: null }, (request) => handler(request as never))
    const listening = await api.listen({ port: 0, log: false })
    try {
      const response = await send(`${listening.url}/login`, {})
      return [response.status, response.headers.get('location')]
    } finally {
      await listening.close()
    }
  }

  const DISCOVERY = '/.well-known/openid-configuration'
  const rows: readonly (readonly [what: string, answer: Parameters<TestIssuer['answers']['set']>[1]])[] = [
    ['does not answer', 'hang'],
    ['answers 500', { status: 500, body: '{}' }],
    ['answers with a redirect', { status: 302, body: '' }],
    ['answers with something other than JSON', { body: '<html>' }],
    ['answers as another issuer', { body: '{"issuer":"https://other.example"}' }],
    ['answers with too much', { body: JSON.stringify({ padding: 'x'.repeat(300_000) }) }],
  ]
  for (const [what, answer] of rows) {
    it(`answers 503, with one line that names it, where it ${what}`, async () => {
      issuer.headers = { 'content-type': 'application/json', location: 'https://evil.example' }
      issuer.answers.set(DISCOVERY, answer)
      expect(await start()).to.deep.equal([503, null])
      expect(warnings).to.have.length(1)
      expect(warnings[0]).to.contain(`Logins with the provider ${issuer.url} are answered 503: `)
    }).timeout(30_000)
  }

  it('answers 503 where it is away', async () => {
    expect(await start({ issuer: 'http://127.0.0.1:1' })).to.deep.equal([503, null])
  })

  it('goes to it where it is there, with the parameters and the callback that are declared', async () => {
    issuer.headers = { 'content-type': 'application/json' }
    const document = {
      issuer: issuer.url,
      authorization_endpoint: `${issuer.url}/authorize`,
      jwks_uri: `${issuer.url}/jwks`,
    }
    issuer.answers.set(DISCOVERY, { body: JSON.stringify(document) })
    const callback = 'https://pets.example/login/back'
    const [status, location] = await start({ callback, parameters: { prompt: 'login' }, scope: 'openid' })
    const { origin, pathname, searchParams } = new URL(location ?? '')
    expect([status, origin + pathname]).to.deep.equal([303, `${issuer.url}/authorize`])
    expect(['redirect_uri', 'prompt', 'scope'].map((name) => searchParams.get(name))).to.deep.equal([
      callback,
      'login',
      'openid',
    ])
  })
})
