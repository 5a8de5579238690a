import { expect } from 'chai'
import type { BrowserContext, Page } from 'playwright-core'
import { SvcAPI } from 'svc'
import { hasScope, jwt } from 'svc/identity'
import { bearer, check } from 'svc/security'
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

describeInBrowsers('the login at a provider from the reference page', (name) => {
  const browserOf = useBrowser(name)
  let provider: TestProvider
  let url: string
  let close: () => Promise<unknown>
  let profile: BrowserContext
  let reference: Reference
  const received: Received[] = []

  before(async () => {
    const port = await findFreePort()
    url = `http://localhost:${port}`
    provider = await openProvider([`${url}/api/docs/oauth/callback`])
    const user = jwt({ issuer: provider.url, audience: AUDIENCE, typ: 'at+jwt', name: 'user' })
    const parameters = { resource: RESOURCE }
    const oauth = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, parameters }
    const api = new SvcAPI({ title: 'Pets', docs: { oauth } })
    const note = ({ headers, path }: { headers: Headers; path: string }): string => {
      const authorization = headers.get('authorization') ?? undefined
      received.push({ target: path, authorization, key: undefined, cookie: headers.get('cookie') ?? undefined })
      return 'passed'
    }
    api.get('/pets', { auth: check(user, hasScope('pets:read')), summary: 'Read pets' }, note)
    api.post('/pets', { auth: check(user, hasScope('pets:write')), summary: 'Add pets' }, note)
    api.get('/open', { auth: null, summary: 'Open' }, note)
    api.get('/other', { auth: bearer((_, token) => token, { name: 'Other' }), summary: 'Other' }, note)
    const based = api.withOperations(api.operations(), { base: '/api' })
    ;({ close } = await based.listen({ port, host: 'localhost', log: false }))
    profile = await openProfile(browserOf())
  })
  beforeEach(async () => {
    received.length = 0
    provider.answers.clear()
    reference = await openReference(profile, { url, title: 'Pets', received })
  })
  afterEach(async () => {
    const { foreign, faults } = reference
    for (const page of profile.pages()) if (page !== reference.page) await page.close()
    await closeTabs(profile)
    expect({ foreign, faults }).to.deep.equal({ foreign: [], faults: [] })
  })
  after(async () => {
    await profile?.close()
    await close?.()
    await provider?.close()
  })

  const row = () => reference.credentials().getByRole('group', { name: 'user' })
  const field = () => row().getByLabel('user token', { exact: true })

  /** Begins a login; the window of the provider. */
  async function begin(): Promise<Page> {
    const [popup] = await Promise.all([
      profile.waitForEvent('page'),
      row()
        .getByRole('button', { name: /^Log in at 127\.0\.0\.1/ })
        .click(),
    ])
    return popup
  }

  /** Logs in and agrees, as a person does; or logs in alone. */
  async function logIn(popup: Page, until: 'Sign-in' | 'Continue' = 'Continue'): Promise<void> {
    await popup.locator('input[name=login]').fill('ann')
    await popup.locator('input[name=password]').fill('any')
    await popup.getByRole('button', { name: 'Sign-in' }).click()
    if (until === 'Continue') await popup.getByRole('button', { name: 'Continue' }).click()
  }

  it('fills the token, which goes to what needs it and to nothing else', async () => {
    const popup = await begin()
    const closed = popup.waitForEvent('close')
    await logIn(popup)
    await row().getByText('filled').waitFor()
    await closed
    expect(await row().textContent()).to.include('this page does not check it: sub ann · scope pets:read pets:write')
    await reference.openOperation('Read pets', 'get /api/pets')
    const { status, authorization } = await reference.send()
    expect([status, authorization]).to.deep.equal([200, `Bearer ${await field().inputValue()}`])
    for (const [summary, title] of [
      ['Open', 'get /api/open'],
      ['Other', 'get /api/other'],
    ] as const) {
      await reference.openOperation(summary, title)
      const { authorization: other } = await reference.send().catch(() => ({ authorization: undefined }))
      expect(other).to.equal(undefined)
    }
  })

  it('keeps the token in no storage, address or cookie, and forgets it with the rest', async () => {
    await logIn(await begin())
    await row().getByText('filled').waitFor()
    const token = await field().inputValue()
    const kept = await reference.page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state]),
    )
    expect(kept).to.not.include(token)
    await reference.credentials().getByRole('button', { name: 'Forget everything' }).click()
    expect(await field().inputValue()).to.equal('')
  })

  it('says before anything is sent which scope the token lacks', async () => {
    await row().getByLabel('user scopes', { exact: true }).fill('pets:read')
    await logIn(await begin())
    await row().getByText('filled').waitFor()
    await reference.openOperation('Add pets', 'post /api/pets')
    expect(await reference.panel().locator('.svc-scopes').textContent()).to.equal(
      'Needs the scope pets:write. The token lacks pets:write: the answer will be 403.',
    )
    expect((await reference.send()).status).to.equal(403)
    await reference.openOperation('Read pets', 'get /api/pets')
    expect(await reference.panel().locator('.svc-scopes').textContent()).to.equal('Needs the scope pets:read.')
  })

  it('says what the provider said', async () => {
    const popup = await begin()
    await popup.getByRole('link', { name: /Cancel/ }).click()
    await row()
      .getByText(/^127\.0\.0\.1:\d+ says access_denied/)
      .waitFor()
    expect(await field().inputValue()).to.equal('')
  })

  it('says that the provider is away, in the page, and leaves no window', async () => {
    const away = { status: 500, body: '{}' }
    provider.answers.set('/token', away)
    await logIn(await begin())
    await row()
      .getByText(/^503 http:\/\/127\.0\.0\.1:\d+ cannot be used at the moment/)
      .waitFor()
  })

  it('says that its window was closed by hand, and goes on', async () => {
    const popup = await begin()
    // Chromium hangs at times, with all its windows, where one is closed that is about to load.
    await popup.locator('input[name=login]').waitFor()
    await popup.close()
    const closed = row().getByText(/^The window of the login is closed: press the button to begin again\./)
    await closed.waitFor()
    await reference.openOperation('Open', 'get /api/open')
    expect((await reference.send()).status).to.equal(200)
    await reference.closeOperation()
    await logIn(await begin())
    await row().getByText('filled').waitFor()
    await closed.waitFor({ state: 'hidden' })
  })

  it('says that its window was blocked', async () => {
    await reference.page.evaluate(() => {
      window.open = () => null
    })
    await row()
      .getByRole('button', { name: /^Log in at/ })
      .click()
    await row()
      .getByText(/^The browser blocked the window/)
      .waitFor()
  })

  it('takes no answer to an earlier login, nor one that a page of another origin began', async () => {
    const state = 'x'.repeat(43)
    for (const query of [`?code=stolen&state=${state}`, '?code=stolen', `?state=${state}&state=${state}`]) {
      const other = await profile.newPage()
      await other.goto(`${url}/api/docs/oauth/callback${query}`)
      await other.getByText('No page waits for this login').waitFor()
      expect(other.url()).to.equal(`${url}/api/docs/oauth/callback`)
      await other.close()
    }
    // The page begins anew, so an answer to the login of before is nothing that it waits for.
    const first = await begin()
    await logIn(first, 'Sign-in')
    const agree = first.getByRole('button', { name: 'Continue' })
    await agree.waitFor()
    const second = await begin()
    await second.getByRole('button').waitFor()
    await agree.click()
    await first.getByText('No page waits for this login').waitFor()
    expect(await field().inputValue()).to.equal('')
  })

  it('closes the window of a login that was given up for another one on its way to the provider', async () => {
    await reference.page.evaluate(() => {
      const send = window.fetch
      const begunAnew = new Promise<void>((resolve) => {
        let count = 0
        window.fetch = async (url, init) => {
          if (!(url instanceof URL) || !url.pathname.endsWith('/oauth/start')) return send(url, init)
          if (++count === 2) resolve()
          else await begunAnew
          return send(url, init)
        }
      })
    })
    const first = await begin()
    const closed = first.waitForEvent('close')
    const second = await begin()
    await closed
    await logIn(second)
    await row().getByText('filled').waitFor()
  })

  it('takes an answer once', async () => {
    const popup = await begin()
    const answers: string[] = []
    popup.on('request', (request) => {
      if (request.url().includes('/oauth/callback?')) answers.push(request.url())
    })
    await logIn(popup)
    await row().getByText('filled').waitFor()
    await row().getByRole('button', { name: 'Forget' }).click()
    const replay = await profile.newPage()
    await replay.goto(answers[0] ?? '')
    await replay.getByText('No page waits for this login').waitFor()
    expect(await field().inputValue()).to.equal('')
  })
})
