import { expect } from 'chai'
import type { BrowserContext } from 'playwright-core'
import { AuthenticationError, Form, SvcAPI } from 'svc'
import { hasScope, jwt, signJwt } from 'svc/identity'
import { check } from 'svc/security'
import { findFreePort } from '../../fixtures/free-port.ts'
import {
  AUDIENCE,
  CLIENT_ID,
  CLIENT_SECRET,
  openProvider,
  RESOURCE,
  type TestProvider,
} from '../identity/testdata/provider.ts'
import { describeInBrowsers, useBrowser } from './testdata/browser.ts'
import type { Received } from './testdata/demo.ts'
import { closeTabs, openProfile, openReference, type Reference } from './testdata/reference.ts'

const PASSWORD = 'the-password-of-ann'

describeInBrowsers('grants without a window, from the reference page', (name) => {
  const browserOf = useBrowser(name)
  let profile: BrowserContext
  let reference: Reference
  let close: () => Promise<unknown>
  const received: Received[] = []

  const note = ({ headers, path }: { headers: Headers; path: string }): string => {
    const authorization = headers.get('authorization') ?? undefined
    received.push({ target: path, authorization, key: undefined, cookie: undefined })
    return 'passed'
  }
  async function serve(api: SvcAPI, port: number): Promise<void> {
    const based = api.withOperations(api.operations(), { base: '/api' })
    ;({ close } = await based.listen({ port, host: 'localhost', log: false }))
    profile = await openProfile(browserOf())
    reference = await openReference(profile, { url: `http://localhost:${port}`, title: 'Pets', received })
  }
  afterEach(async () => {
    const { foreign, faults } = reference
    await closeTabs(profile)
    await profile.close()
    await close()
    expect({ foreign, faults }).to.deep.equal({ foreign: [], faults: [] })
  })
  const row = () => reference.credentials().getByRole('group', { name: 'user' })
  const field = (label: string) => row().getByLabel(`user ${label}`, { exact: true })

  it('get a token for a password, at an address of this server', async () => {
    const own = { issuer: 'pets', audience: AUDIENCE, secret: 'kUq3h0vYzR1mTn8sWb5xLe2cPa7dGf4j' }
    const sign = signJwt(own)
    const flows = { password: { tokenUrl: '/api/token', scopes: { 'pets:read': 'Read pets' } } }
    const user = jwt({ ...own, name: 'user', flows })
    const api = new SvcAPI({ title: 'Pets', docs: { oauth: { clientId: CLIENT_ID } } })
    const body = Form({ grant_type: String, username: String, password: String, client_id: String, scope: String })
    api.post('/token', { auth: null, body, summary: 'Get a token' }, async (request) => {
      const { grant_type: grant, username, password, scope } = request.body
      if (grant !== 'password' || username !== 'ann' || password !== PASSWORD) throw new AuthenticationError('No.')
      return { access_token: await sign({ sub: username, scope }), token_type: 'Bearer', expires_in: 900 }
    })
    api.get('/pets', { auth: check(user, hasScope('pets:read')), summary: 'Read pets' }, note)
    await serve(api, await findFreePort())

    await field('user name').fill('ann')
    await field('password').fill('wrong')
    await row().getByRole('button', { name: 'Log in' }).click()
    await row().getByText('401 No.').waitFor()
    expect(await field('token').inputValue()).to.equal('')
    await field('password').fill(PASSWORD)
    await row().getByRole('button', { name: 'Log in' }).click()
    await row().getByText('filled').waitFor()
    expect([await field('password').inputValue(), await field('user name').inputValue()]).to.deep.equal(['', 'ann'])
    const kept = await reference.page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state]),
    )
    expect(kept).to.not.include(PASSWORD)
    await reference.openOperation('Read pets', 'get /api/pets')
    const { status, authorization } = await reference.send()
    expect([status, authorization]).to.deep.equal([200, `Bearer ${await field('token').inputValue()}`])
  })

  describe('at a provider', () => {
    let provider: TestProvider
    before(async () => (provider = await openProvider(['http://localhost:9/callback'])))
    after(() => provider.close())

    it('get a token for the secret of a client, which this server passes on', async () => {
      const flows = { clientCredentials: { tokenUrl: `${provider.url}/token`, scopes: {} } }
      const issuer = { issuer: provider.url, jwks: `${provider.url}/jwks`, audience: AUDIENCE }
      const user = jwt({ ...issuer, name: 'user', flows })
      const oauth = { clientId: CLIENT_ID, parameters: { resource: RESOURCE } }
      const api = new SvcAPI({ title: 'Pets', docs: { oauth } })
      api.get('/pets', { auth: check(user, hasScope('pets:read')), summary: 'Read pets' }, note)
      await serve(api, await findFreePort())

      await field('client id').fill(CLIENT_ID)
      await field('client secret').fill('guess')
      await row()
        .getByRole('button', { name: /^Get a token at 127\.0\.0\.1/ })
        .click()
      await row()
        .getByText(/answers invalid_client/)
        .waitFor()
      await field('client secret').fill(CLIENT_SECRET)
      await row()
        .getByRole('button', { name: /^Get a token at/ })
        .click()
      await row().getByText('filled').waitFor()
      expect(await field('client secret').inputValue()).to.equal('')
      await reference.openOperation('Read pets', 'get /api/pets')
      const { status, authorization } = await reference.send()
      expect([status, authorization]).to.deep.equal([200, `Bearer ${await field('token').inputValue()}`])
    })
  })
})
