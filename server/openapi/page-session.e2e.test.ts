import { expect } from 'chai'
import { type Demo, SECRET } from './testdata/demo.ts'
import { describeInBrowsers } from './testdata/browser.ts'
import { openTab, type Reference } from './testdata/reference.ts'
import { usePage } from './testdata/use-page.ts'

describeInBrowsers('the session that the reference page shows', (browser) => {
  const opened = usePage(browser)
  let demo: Demo
  let reference: Reference
  beforeEach(() => void ({ demo, reference } = opened()))

  const session = (tab = reference) => tab.credentials().getByRole('group', { name: /fwAuth/ })

  async function logIn(username: string): Promise<void> {
    await reference.type({ 'fwAuth username': username, 'fwAuth password': SECRET }, session())
    await session().getByRole('button', { name: 'Log in' }).click()
  }

  it('is the one that the cookie says, never the one of a login that is over', async () => {
    await logIn('root')
    await session()
      .getByText(/^Logged in as root, until /)
      .waitFor()
    await reference.page.context().clearCookies()
    await reference.openOperation('Pets', 'get /api/pets')
    expect((await reference.send()).status).to.equal(401)
    expect(
      await reference
        .panel()
        .getByText(/^Logged in/)
        .isVisible(),
    ).to.equal(false)
    expect(await reference.panel().getByText('not logged in').isVisible()).to.equal(true)
  })

  it('stays where a superuser is wanted and another user is logged in', async () => {
    await logIn('ann')
    await session().getByText('Logged in as ann').waitFor()
    await reference.openOperation('Users', 'get /api/admin/users')
    expect((await reference.send()).status).to.equal(401)
    expect(await reference.panel().getByText('Logged in as ann').isVisible()).to.equal(true)
  })

  it('is that of every tab, and is there after a reload', async () => {
    const other = await openTab(reference)
    await logIn('ann')
    await session(other).getByText('Logged in as ann').waitFor()
    await other.reload()
    await other.openGroups()
    await session(other).getByText('Logged in as ann').waitFor()
    await session(other).getByRole('button', { name: 'Log out' }).click()
    await session().getByRole('button', { name: 'Log in' }).waitFor()
    expect(await reference.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.to.contain('ann')
  })

  it('is asked for when a person comes back', async () => {
    await logIn('ann')
    await session().getByText('Logged in as ann').waitFor()
    await reference.page.context().clearCookies()
    await reference.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await session().getByRole('button', { name: 'Log in' }).waitFor()
  })

  it('does not begin with a login that sets no cookie', async () => {
    reference.isSpent = true
    await reference.page.route('**/api/login', (route) => route.fulfill({ status: 200, body: '{}' }))
    await logIn('ann')
    await session().getByText('POST /api/login passed, and set no session cookie.').waitFor()
    expect(
      await session()
        .getByText(/^Logged in/)
        .isVisible(),
    ).to.equal(false)
    expect(demo.received).to.deep.equal([])
  })

  it('can be left out of a call, and goes again', async () => {
    reference.isSpent = true
    await logIn('ann')
    await session().getByText('Logged in as ann').waitFor()
    await reference.openOperation('Mixed', 'get /api/mixed')
    await reference.panel().getByText('It is the session of ann.').waitFor()
    await reference.panel().getByRole('button', { name: 'Log out for this' }).click()
    await reference.panel().getByText('The session of ann is left out.').waitFor()
    expect(await reference.summary()).to.equal('No credential is sent: fill what is asked for.')
    expect(await reference.snippet()).not.to.match(/cookie|Authorization/i)
    expect(await reference.send()).to.deep.include({ cookie: undefined, status: 401 })
    await reference.panel().getByRole('button', { name: 'Send it again' }).click()
    expect((await reference.send()).status).to.equal(200)
  })

  it('is named where a cookie among the inputs of a request takes it along', async () => {
    reference.isSpent = true
    await logIn('ann')
    await session().getByText('Logged in as ann').waitFor()
    await reference.openOperation('Crumbs', 'get /api/crumbs')
    expect(await reference.summary()).to.equal('Public. No credential is sent.')
    expect((await reference.send()).cookie).to.equal(undefined)
    await reference.fillForm({ crumb: 'c1' })
    await reference
      .panel()
      .getByText('The session of ann goes along: the browser adds it to every call with a cookie.')
      .waitFor()
    expect(await reference.summary()).to.equal('Public. Cookies of the browser go along.')
    expect(await reference.snippet()).to.contain('The request of the page carries the session of ann as well.')
    expect((await reference.send()).cookie).to.match(/svc-session=/)
    await reference.panel().getByRole('button', { name: 'Log out', exact: true }).click()
    await reference.panel().getByText('goes along').waitFor({ state: 'hidden' })
    expect((await reference.send()).cookie).to.equal('crumb=c1')
  })

  it('is named where it goes along with another login, which cannot be sent without it', async () => {
    await logIn('ann')
    await session().getByText('Logged in as ann').waitFor()
    await reference.openOperation('Log in', 'post /api/login')
    expect(await reference.summary()).to.equal('Public. Cookies of the browser go along.')
    await reference
      .panel()
      .getByText(/^The session of ann goes along: without cookies/)
      .waitFor()
    expect(await reference.panel().getByRole('button', { name: 'Log out for this' }).isVisible()).to.equal(false)
    expect(await reference.panel().getByRole('button', { name: 'Log out', exact: true }).isVisible()).to.equal(true)
  })

  it('has its end counted down, as that of a token has', async () => {
    await logIn('ann')
    await session()
      .getByText(/^Logged in as ann, until .+ \(\d+ (?:min|h|d) left\)$/)
      .waitFor()
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const tokenOf = (seconds: number): string =>
      `${encode({ alg: 'ES256' })}.${encode({ sub: 'ann', exp: Math.ceil(Date.now() / 1_000) + seconds })}.c2ln`
    await reference.openOperation('Bearer', 'get /api/bearer')
    await reference.type({ 'Token token': tokenOf(110) })
    const left = reference.panel().getByText(/\(\d+ s left\)/)
    const [, first = ''] = /\((\d+) s left\)/.exec(await left.innerText()) ?? []
    await reference
      .panel()
      .getByText(new RegExp(`\\((?!${first} )\\d+ s left\\)`))
      .waitFor()
    // Whether it is seen counting before its end is up to the machine.
    await reference.type({ 'Token token': tokenOf(2) })
    await reference
      .panel()
      .getByText(/ · ended /)
      .waitFor()
  })

  it('is named where it goes along unasked, before the call and beside an answer that it may have caused', async () => {
    await logIn('ann')
    await session().getByText('Logged in as ann').waitFor()
    await reference.openOperation('Shared', 'get /api/shared')
    await reference.type({ 'CookieKey key': 'wrong' })
    expect(await reference.summary()).to.equal('Sends CookieKey (cookie X-API-KEY).')
    await reference
      .panel()
      .getByText('The session of ann goes along: the browser adds it to every call with a cookie.')
      .waitFor()
    const { cookie, status } = await reference.send()
    expect({ status, both: /X-API-KEY=wrong/.test(cookie ?? '') && /svc-session=/.test(cookie ?? '') }).to.deep.equal({
      status: 200,
      both: true,
    })
    const remark = 'The session of ann went along: it may be what passed here, and not CookieKey.'
    await reference.client().getByText(remark).waitFor()
    await reference.panel().getByRole('button', { name: 'Log out', exact: true }).click()
    await reference.panel().getByText('goes along').waitFor({ state: 'hidden' })
    expect((await reference.send()).status).to.equal(401)
    await reference.client().getByText(remark).waitFor({ state: 'hidden' })
  })
})
