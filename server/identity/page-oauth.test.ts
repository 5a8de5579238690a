import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { check } from 'svc/security'
import { hasScope, jwt } from 'svc/identity'
import type { DocsOption } from '../declaring/docs-option.ts'
import { createLog } from '../log/log.ts'
import { buildAssets } from '../openapi/assets/build.ts'
import { findFreePort } from '../../fixtures/free-port.ts'
import {
  AUDIENCE,
  CLIENT_ID,
  CLIENT_SECRET,
  openProvider,
  RESOURCE,
  TestBrowser,
  type TestProvider,
} from './testdata/provider.ts'

const SELF = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const SCHEME = 'user'

interface Answer {
  readonly status: number
  readonly cache: string | null
  readonly body: Readonly<Record<string, string>>
}

describe('the OAuth of the reference page, with a real provider', () => {
  let provider: TestProvider
  let url: string
  let close: () => Promise<unknown>
  let lines: string[]

  const oauth = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, parameters: { resource: RESOURCE } }

  function apiOf(docs: DocsOption, issuer = provider.url): SvcAPI {
    const user = jwt({ issuer, audience: AUDIENCE, typ: 'at+jwt', name: SCHEME })
    const api = new SvcAPI({ title: 'Pets', docs })
    api.get('/pets', { auth: check(user, hasScope('pets:read')) }, ({ auth }) => ({ for: auth.sub }))
    api.post('/pets', { auth: check(user, hasScope('pets:write')) }, () => 1)
    return api
  }

  before(async () => {
    await buildAssets()
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    provider = await openProvider([`${url}/docs/oauth/callback`])
    const api = apiOf({ oauth })
    api.observe(createLog({ level: 'requests', write: (line) => lines.push(line) }))
    ;({ close } = await api.listen({ port, log: false }))
  })
  after(async () => {
    await close()
    await provider.close()
  })
  beforeEach(() => {
    lines = []
    provider.answers.clear()
    provider.exchanges.length = 0
  })

  async function post(
    route: string,
    fields: object,
    headers: Readonly<Record<string, string>> = SELF,
  ): Promise<Answer> {
    const response = await fetch(`${url}/docs/oauth/${route}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(fields),
    })
    const cache = response.headers.get('cache-control')
    return { status: response.status, cache, body: (await response.json()) as Answer['body'] }
  }

  /** The fields of a login, as a page makes them. */
  function login() {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const state = randomBytes(32).toString('base64url')
    return { verifier, challenge, own: { scheme: SCHEME, state, redirect: `${url}/docs/oauth/callback` } }
  }

  /** Begins as a page does, and logs in. @returns the fields to send for the token */
  async function comeBack(scope = 'pets:read', user = 'ann') {
    const { verifier, challenge, own } = login()
    const begun = await post('start', { ...own, challenge, scope })
    expect(begun.status, JSON.stringify(begun.body)).to.equal(200)
    const back = await new TestBrowser().logInAt(provider.url, begun.body['url'] ?? '', user)
    return { ...own, verifier, query: new URL(back).search }
  }

  it('asks with PKCE, the scopes, the parameters and the state of the page, and with no secret', async () => {
    const { challenge, own } = login()
    const { status, cache, body } = await post('start', { ...own, challenge, scope: 'pets:read' })
    const asked = new URL(body['url'] ?? '')
    expect([status, cache, asked.origin]).to.deep.equal([200, 'no-store', provider.url])
    expect(Object.fromEntries(asked.searchParams)).to.deep.equal({
      client_id: CLIENT_ID,
      response_type: 'code',
      redirect_uri: own.redirect,
      scope: 'pets:read',
      state: own.state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: RESOURCE,
    })
  })

  it('gives a token with the scopes that were asked for, which opens what needs them', async () => {
    const { status, cache, body } = await post('token', await comeBack())
    expect([status, cache]).to.deep.equal([200, 'no-store'])
    const ask = (method: string): Promise<Response> =>
      fetch(`${url}/pets`, { method, headers: { authorization: `Bearer ${body['token']}` } })
    const read = await ask('GET')
    expect([read.status, await read.json()]).to.deep.equal([200, { for: 'ann' }])
    expect((await ask('POST')).status).to.equal(403)
  })

  it('says nothing of code, verifier or token to listeners of the log', async () => {
    const answer = await comeBack()
    await fetch(`${url}/docs/oauth/callback${answer.query}`)
    const { body } = await post('token', answer)
    const code = new URLSearchParams(answer.query).get('code') ?? ''
    expect(lines.length).to.be.at.least(3)
    for (const secret of [code, answer.verifier, body['token'] ?? '', CLIENT_SECRET])
      expect(lines.join('\n')).to.not.include(secret)
  })

  it('exchanges a code once', async () => {
    const answer = await comeBack()
    expect((await post('token', answer)).status).to.equal(200)
    expect((await post('token', answer)).status).to.equal(401)
  })

  const changes: readonly (readonly [what: string, status: number, change: (query: URLSearchParams) => void])[] = [
    ['another state', 400, (query) => query.set('state', 'x'.repeat(43))],
    ['no state', 400, (query) => query.delete('state')],
    ['the name of another issuer (mix-up)', 400, (query) => query.set('iss', 'https://other.example')],
    ['no name of its issuer', 400, (query) => query.delete('iss')],
    ['two names of issuers', 400, (query) => query.append('iss', 'https://other.example')],
    ['another code', 401, (query) => query.set('code', 'another')],
    ['no code', 400, (query) => query.delete('code')],
  ]
  for (const [what, status, change] of changes) {
    it(`refuses an answer with ${what}`, async () => {
      const answer = await comeBack()
      const query = new URLSearchParams(answer.query)
      change(query)
      const refused = await post('token', { ...answer, query: `?${query}` })
      expect([refused.status, refused.body['token']]).to.deep.equal([status, undefined])
    })
  }

  it('refuses the code of another login: its verifier is of another page', async () => {
    const [mine, other] = [await comeBack(), await comeBack('pets:read', 'mallory')]
    const query = new URLSearchParams(mine.query)
    query.set('code', new URLSearchParams(other.query).get('code') ?? '')
    expect((await post('token', { ...mine, query: `?${query}` })).status).to.equal(401)
  })

  const foreign: readonly Readonly<Record<string, string>>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    {},
  ]
  for (const headers of foreign) {
    it(`refuses every step to a page of another origin: ${JSON.stringify(headers)}`, async () => {
      const type = { 'content-type': 'application/json' }
      const { challenge, own, verifier } = login()
      const direct = { scheme: SCHEME, grant: 'client_credentials', name: CLIENT_ID, secret: CLIENT_SECRET, scope: '' }
      const answers = await Promise.all([
        post('start', { ...own, challenge, scope: '' }, { ...type, ...headers }),
        post('token', { ...own, verifier, query: '' }, { ...type, ...headers }),
        post('grant', direct, { ...type, ...headers }),
      ])
      expect(answers.map(({ status }) => status)).to.deep.equal([403, 403, 403])
      expect(provider.exchanges).to.deep.equal([])
    })
  }

  const redirects = ['https://evil.example/docs/oauth/callback', '/docs/oauth/callback', '', 'javascript:alert(1)']
  for (const redirect of redirects) {
    it(`sends no answer to ${JSON.stringify(redirect)}`, async () => {
      const { challenge, own } = login()
      expect((await post('start', { ...own, redirect, challenge, scope: '' })).status).to.equal(400)
    })
  }

  it('asks no provider that no jwt() names', async () => {
    const { challenge, own } = login()
    expect((await post('start', { ...own, scheme: 'other', challenge, scope: '' })).status).to.equal(400)
    expect((await post('start', { ...own, scheme: 'constructor', challenge, scope: '' })).status).to.equal(400)
    const direct = { scheme: SCHEME, grant: 'password', name: 'ann', secret: 'x', scope: '' }
    expect((await post('grant', direct)).status, 'a flow that is not declared').to.equal(400)
  })

  const faults: readonly (readonly [what: string, status: number, body: string])[] = [
    ['is away', 500, '{}'],
    ['answers with too much', 200, `{"access_token":"${'x'.repeat(300_000)}"}`],
    ['answers with an empty object', 200, '{}'],
    ['answers without JSON', 200, '<html>'],
  ]
  for (const [what, given, text] of faults) {
    it(`says that the provider ${what}, and which`, async () => {
      const answer = await comeBack()
      provider.answers.set('/token', { status: given, body: text })
      const { status, body } = await post('token', answer)
      expect([status, body['detail']]).to.deep.equal([
        503,
        `${provider.url} cannot be used at the moment; the log of the server says why.`,
      ])
    })
  }

  it('says at the start that the provider is away', async () => {
    const gone = await openProvider([])
    await gone.close()
    const api = apiOf({ oauth }, gone.url)
    const { challenge, own } = login()
    const init = { method: 'POST', headers: SELF, body: JSON.stringify({ ...own, challenge, scope: '' }) }
    const response = await api.fetch(new Request(`${url}/docs/oauth/start`, init))
    expect([response.status, await response.json()]).to.deep.equal([
      503,
      { detail: `${gone.url} cannot be used at the moment; the log of the server says why.` },
    ])
  })

  it('names what the provider refuses, and what to compare', async () => {
    const answer = await comeBack()
    provider.answers.set('/token', { status: 401, body: '{"error":"invalid_client","error_description":"canary"}' })
    const { status, body } = await post('token', answer)
    expect(status).to.equal(400)
    expect(body['detail']).to.match(/answers invalid_client\. Compare docs: \{ oauth \}/)
    expect(body['detail']).to.not.include('canary')
  })

  it('has a callback without data, framed by no page', async () => {
    const response = await fetch(`${url}/docs/oauth/callback?code=canary&state=canary`)
    const text = await response.text()
    expect([response.status, text.includes('canary'), response.headers.get('cache-control')]).to.deep.equal([
      200,
      false,
      'no-store',
    ])
    expect(response.headers.get('content-security-policy')).to.include("default-src 'none'; script-src 'self'")
    expect(response.headers.get('referrer-policy')).to.equal('no-referrer')
  })

  it('is not there without docs: { oauth }, and the page has no word of it', async () => {
    const api = apiOf({})
    const statuses = ['start', 'token', 'grant', 'callback'].map(async (route) => {
      const method = route === 'callback' ? 'GET' : 'POST'
      const response = await api.fetch(new Request(`${url}/docs/oauth/${route}`, { method, headers: SELF }))
      return response.status
    })
    expect(await Promise.all(statuses)).to.deep.equal([404, 404, 404, 404])
    const pageOf = async (one: SvcAPI): Promise<string> => (await one.fetch(new Request(`${url}/docs`))).text()
    expect(await pageOf(api)).to.not.include('"oauth"')
    const page = await pageOf(apiOf({ oauth }))
    expect(page).to.include('"oauth"')
    expect(page).to.not.include(CLIENT_SECRET)
  })

  it('is guarded as the page is', async () => {
    const api = apiOf({ oauth, auth: jwt({ issuer: provider.url, audience: 'docs' }) })
    const { challenge, own } = login()
    const init = { method: 'POST', headers: SELF, body: JSON.stringify({ ...own, challenge, scope: '' }) }
    expect((await api.fetch(new Request(`${url}/docs/oauth/start`, init))).status).to.equal(401)
  })

  describe('with flows of the document', () => {
    let close: () => Promise<unknown>
    const outer = (): string => url
    let kept: string
    before(async () => {
      const flow = { tokenUrl: `${provider.url}/token`, scopes: {} }
      const code = { ...flow, authorizationUrl: `${provider.url}/auth` }
      const user = jwt({
        issuer: provider.url,
        jwks: `${provider.url}/jwks`,
        audience: AUDIENCE,
        name: SCHEME,
        flows: { clientCredentials: flow, password: flow, authorizationCode: code },
      })
      const api = new SvcAPI({ title: 'Pets', docs: { oauth } })
      api.get('/pets', { auth: user }, ({ auth }) => ({ for: auth.sub }))
      const listening = await api.listen({ port: 0, log: false })
      ;({ close } = listening)
      kept = outer()
      url = listening.url
    })
    after(async () => {
      url = kept
      await close()
    })

    const direct = { scheme: SCHEME, grant: 'client_credentials', name: CLIENT_ID, secret: CLIENT_SECRET, scope: '' }

    it('gets the token of a client whose secret was typed', async () => {
      const { status, body } = await post('grant', direct)
      expect(status, JSON.stringify(body)).to.equal(200)
      const response = await fetch(`${url}/pets`, { headers: { authorization: `Bearer ${body['token']}` } })
      expect([response.status, await response.json()]).to.deep.equal([200, { for: CLIENT_ID }])
    })

    it('never asks with the secret of the server where none was typed', async () => {
      expect((await post('grant', { ...direct, secret: '' })).status).to.equal(400)
      expect(provider.exchanges).to.deep.equal([])
      expect((await post('grant', { ...direct, secret: 'guess' })).status).to.equal(400)
    })

    it('gets a token for a password, and 401 for a wrong one', async () => {
      const password = { ...direct, grant: 'password', name: 'ann', secret: 'ann-password' }
      provider.answers.set('/token', { status: 200, body: '{"access_token":"a.b.c","token_type":"bearer"}' })
      expect((await post('grant', password)).body).to.deep.equal({ token: 'a.b.c' })
      provider.answers.set('/token', { status: 400, body: '{"error":"invalid_grant"}' })
      expect((await post('grant', password)).status).to.equal(401)
    })

    it('begins at the address that the document names', async () => {
      const { challenge, own } = login()
      const { status, body } = await post('start', { ...own, challenge, scope: '' })
      expect([status, new URL(body['url'] ?? '').pathname]).to.deep.equal([200, '/auth'])
    })
  })
})
