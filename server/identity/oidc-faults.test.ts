import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
import { oidcLogin } from 'svc/identity'
import { findFreePort } from '../../fixtures/free-port.ts'
import { CLIENT_ID, CLIENT_SECRET, openProvider, TestBrowser, type TestProvider } from './testdata/provider.ts'

const SECRETS = ['a secret of the tests, thirty-two characters']
const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** After the person has logged in: the code is asked for, and the keys of the ID token. */
describe('oidcLogin, while its provider fails in the exchange of a code', () => {
  let provider: TestProvider
  let url: string
  let close: () => Promise<unknown>
  let browser: TestBrowser
  let warnings: string[]
  const note = (warning: Error): void => {
    if ((warning as { readonly code?: string }).code === 'SVC_OIDC_PROVIDER') warnings.push(warning.message)
  }

  beforeEach(async () => {
    const port = await findFreePort()
    url = `http://localhost:${port}`
    provider = await openProvider([`${url}/login/callback`])
    const named = { issuer: provider.url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
    const login = oidcLogin({ ...named, user: ({ sub }) => ({ name: sub }) })
    const api = new SvcAPI({ title: 'Pets', docs: false, sessions: { secrets: SECRETS } })
    api.get('/login', { auth: null }, (request) => login.start(request as never))
    api.get('/login/callback', { auth: null }, (request) => login.callback(request as never))
    api.get('/me', { auth: fwAuth }, ({ auth }) => auth)
    ;({ close } = await api.listen({ port, log: false }))
    browser = new TestBrowser()
    warnings = []
    process.on('warning', note)
  })
  afterEach(async () => {
    process.off('warning', note)
    await close()
    await provider.close()
  })

  async function logIn(): Promise<number> {
    const begun = await browser.ask(`${url}/login`)
    const back = await browser.logInAt(provider.url, begun.headers.get('location') ?? '', 'ann')
    return (await browser.ask(back)).status
  }
  const me = async (): Promise<number> => (await browser.ask(`${url}/me`)).status

  const answer = (idToken: object, header: object = { alg: 'none' }): string => {
    const token = `${encode(header)}.${encode(idToken)}.`
    return JSON.stringify({ access_token: 'canary', token_type: 'Bearer', id_token: token })
  }
  const claims = (): object => ({ iss: provider.url, sub: 'root', aud: CLIENT_ID, exp: 9_999_999_999, iat: 1 })
  const huge = `{"access_token":"${'x'.repeat(300_000)}"}`

  const rows: readonly (readonly [
    what: string,
    path: string,
    answer: () => 'hang' | 'cut' | readonly [number, string],
  ])[] = [
    ['answers 500', '/token', () => [500, '{}']],
    ['answers 500 without JSON', '/token', () => [500, '<html>']],
    ['refuses this client', '/token', () => [401, '{"error":"invalid_client","error_description":"canary"}']],
    ['sends elsewhere', '/token', () => [302, '']],
    ['answers without JSON', '/token', () => [200, '<html>canary']],
    ['answers with an empty object', '/token', () => [200, '{}']],
    ['answers with a list', '/token', () => [200, '[]']],
    ['answers with too much', '/token', () => [200, huge]],
    ['hangs up', '/token', () => 'cut'],
    ['does not answer', '/token', () => 'hang'],
    ['signs no ID token', '/token', () => [200, answer(claims())]],
    ['gives an ID token for another client', '/token', () => [200, answer({ ...claims(), aud: 'canary' })]],
    [
      'gives a text for an ID token',
      '/token',
      () => [200, '{"access_token":"x","token_type":"bearer","id_token":"canary"}'],
    ],
    ['gives no ID token', '/token', () => [200, '{"access_token":"canary","token_type":"bearer"}']],
    ['has no keys', '/jwks', () => [200, '{"keys":[]}']],
    ['has too many keys', '/jwks', () => [200, `{"keys":["${'x'.repeat(300_000)}"]}`]],
    ['answers 500 for its keys', '/jwks', () => [500, '']],
    ['hangs up for its keys', '/jwks', () => 'cut'],
  ]
  for (const [what, path, wrong] of rows) {
    it(`answers 503, with one line that names it, where it ${what}`, async () => {
      const made = wrong()
      provider.answers.set(path, typeof made === 'string' ? made : { status: made[0], body: made[1] })
      expect([await logIn(), await logIn(), await me()]).to.deep.equal([503, 503, 401])
      expect(warnings).to.have.length(1)
      expect(warnings[0])
        .to.contain(`Logins with the provider ${provider.url} are answered 503: `)
        .and.not.contain('canary')
      provider.answers.clear()
      // Keys that came are kept for a minute.
      if (what === 'has no keys') return
      expect([await logIn(), await me()]).to.deep.equal([303, 200])
      expect(warnings.slice(1)).to.deep.equal([`The provider ${provider.url} can be used again.`])
    }).timeout(30_000)
  }
})
