import { expect } from 'chai'
import { describeInBrowsers } from './testdata/browser.ts'
import { type Demo, SECRET } from './testdata/demo.ts'
import { expectNothingForPublic, NOTHING } from './testdata/nothing.ts'
import { openTab, type Reference, textsOf } from './testdata/reference.ts'
import { usePage } from './testdata/use-page.ts'

describeInBrowsers('the reference page in a browser', (browser) => {
  const opened = usePage(browser)
  let demo: Demo
  let reference: Reference
  beforeEach(() => void ({ demo, reference } = opened()))

  it('takes what is typed in the list at the top, shows it in the requests, and sends nothing to a public operation', async () => {
    await reference.type(
      { 'HeaderKey key': SECRET, 'Token token': SECRET, 'Basic user name': 'admin' },
      reference.credentials(),
    )
    await logIn('root')
    await reference.openOperation('Both', 'get /api/both')
    expect(await reference.panel().getByLabel('Token token', { exact: true }).inputValue()).to.equal(SECRET)
    expect((await reference.send()).status).to.equal(200)
    await expectNothingForPublic(reference)
  })

  it('marks the alternative that will be sent, and sends the one that is picked', async () => {
    await reference.type({ 'HeaderKey key': SECRET }, reference.credentials())
    await reference.openOperation('Either key', 'get /api/either')
    const marked = async (): Promise<readonly string[]> => {
      const chosen = reference.panel().locator('.svc-way[data-chosen="true"]')
      await chosen.getByText('will be sent').waitFor()
      return textsOf(chosen.locator('.svc-way-name'))
    }
    // Once it is marked the panel is drawn: before, a name may have no text yet.
    expect((await marked()).join()).to.match(/^HeaderKey\s+will be sent$/)
    const ways = await textsOf(reference.panel().locator('.svc-way-name'))
    expect(ways.map((text) => text.replace('will be sent', '').trim())).to.deep.equal(['QueryKey', 'HeaderKey'])
    await reference.type({ 'QueryKey key': SECRET })
    expect((await marked()).join()).to.match(/^QueryKey\s+will be sent$/)
    await reference.pick('HeaderKey')
    expect(await reference.snippet()).to.contain("--header 'X-API-Key: v1'")
    expect(await reference.send()).to.deep.equal({ target: '/api/either', ...NOTHING, key: SECRET, status: 200 })
  })

  it('sends with Enter what was typed into the field that has the focus, in each request that is opened', async () => {
    await reference.openOperation('Cookie key', 'get /api/cookie')
    await reference.panel().locator('input:focus').waitFor()
    await reference.openOperation('Header key', 'get /api/header')
    await reference.panel().locator('input:focus').waitFor()
    await reference.page.keyboard.type(SECRET)
    const answered = reference.page.waitForResponse(/\/api\/header$/)
    await reference.page.keyboard.press('Enter')
    expect((await answered).status()).to.equal(200)
  })

  async function logIn(username: string): Promise<void> {
    await reference.closeOperation()
    await reference.openGroups()
    const session = reference.credentials().getByRole('group', { name: /fwAuth/ })
    if (await session.getByRole('button', { name: 'Log out' }).isVisible()) {
      await session.getByRole('button', { name: 'Log out' }).click()
    }
    await reference.type({ 'fwAuth username': username, 'fwAuth password': SECRET }, session)
    await session.getByRole('button', { name: 'Log in' }).click()
    await session.getByText(`Logged in as ${username}`).waitFor()
  }

  it('logs in and out: the session goes where it is asked for, and ends', async () => {
    await reference.openOperation('Pets', 'get /api/pets')
    expect(await reference.send()).to.deep.equal({ target: '/api/pets', ...NOTHING, status: 401 })
    await logIn('ann')
    await reference.openOperation('Pets', 'get /api/pets')
    expect(await reference.summary()).to.equal('Sends fwAuth (cookie svc-session).')
    // No script can read the cookie.
    expect(await reference.snippet()).to.contain('--cookie svc-session="$SVC_SESSION_COOKIE"')
    const { cookie, status } = await reference.send()
    expect(status).to.equal(200)
    expect(cookie).to.match(/^svc-session=[^;]+$/)
    await expectNothingForPublic(reference)
    await reference.openOperation('Log out', 'post /api/logout')
    expect((await reference.send()).status).to.equal(200)
    await reference.openOperation('Pets', 'get /api/pets')
    expect(await reference.send()).to.deep.equal({ target: '/api/pets', ...NOTHING, status: 401 })
  })

  it('gives superuser operations the session of a superuser, and only that passes', async () => {
    await logIn('ann')
    await reference.openOperation('Users', 'get /api/admin/users')
    expect(await reference.summary()).to.equal('Sends superuser (cookie svc-session).')
    const { cookie, status } = await reference.send()
    expect({ carries: cookie?.startsWith('svc-session='), status }).to.deep.equal({ carries: true, status: 401 })
    await logIn('root')
    await reference.openOperation('Users', 'get /api/admin/users')
    expect((await reference.send()).status).to.equal(200)
  })

  it('sends the session of who is logged in, and the token once it is typed', async () => {
    await logIn('ann')
    await reference.openOperation('Mixed', 'get /api/mixed')
    expect((await reference.send()).cookie).to.match(/^svc-session=/)
    await reference.type({ 'Token token': SECRET })
    expect(await reference.summary()).to.equal('Sends Token (header Authorization).')
    expect(await reference.send()).to.deep.equal({
      target: '/api/mixed',
      ...NOTHING,
      authorization: 'Bearer v1',
      status: 200,
    })
  })

  it('shows a wrong Basic credential as 401 and goes on', async () => {
    await reference.openOperation('Basic', 'get /api/basic')
    await reference.type({ 'Basic user name': 'admin', 'Basic password': 'wrong' })
    expect((await reference.send()).status).to.equal(401)
    await reference.type({ 'Basic password': SECRET })
    expect((await reference.send()).status).to.equal(200)
  })

  it('leaves no planted cookie behind', async () => {
    await reference.openOperation('Cookie key', 'get /api/cookie')
    await reference.type({ 'CookieKey key': SECRET })
    expect((await reference.send()).status).to.equal(200)
    expect(await reference.page.context().cookies(`${demo.url}/api/cookie`)).to.deep.equal([])
  })

  it('lets a custom check see the cookies that the browser holds', async () => {
    await logIn('ann')
    await reference.openOperation('Custom', 'get /api/custom')
    expect(await reference.summary()).to.match(
      /^No credential to type\. .+ looks at the request itself; cookies go along\.$/,
    )
    expect(await reference.snippet()).not.to.match(/cookie|Authorization|YOUR_SECRET/i)
    const { cookie, status } = await reference.send()
    expect({ carries: cookie?.startsWith('svc-session='), status }).to.deep.equal({ carries: true, status: 200 })
  })

  it('keeps what was typed over a reload, and forgets it in every tab when asked', async () => {
    await reference.type({ 'HeaderKey key': SECRET }, reference.credentials())
    await logIn('ann')
    await reference.reload()
    const other = await openTab(reference)
    const field = (tab: Reference) => tab.credentials().getByLabel('HeaderKey key', { exact: true })
    expect(await field(reference).inputValue()).to.equal(SECRET)
    expect(await field(other).inputValue()).to.equal(SECRET)
    await reference.credentials().getByRole('button', { name: 'Forget everything' }).click()
    await reference.credentials().getByText('Forgotten.').waitFor()
    for (const tab of [reference, other]) {
      await tab.credentials().getByText('Logged in as').waitFor({ state: 'hidden' })
      expect(await field(tab).inputValue()).to.equal('')
    }
    expect(await reference.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.to.match(/v1|ann/)
    expect(demo.received.at(-1)?.target).to.equal('/api/logout')
    expect(await reference.page.context().cookies()).to.deep.equal([])
  })

  it('says that a session stays where no logout is known', async () => {
    demo.save({ without: '/logout' })
    await reference.reload()
    await logIn('ann')
    await reference.credentials().getByRole('button', { name: 'Forget everything' }).click()
    await reference.credentials().getByText('A session cookie stays').waitFor()
    expect((await reference.page.context().cookies()).map(({ name }) => name)).to.deep.equal(['svc-session'])
  })

  it('says before anything is opened what an operation takes, and shows nothing undeclared', async () => {
    await reference.openOperation('Both', 'get /api/both')
    await reference.closeOperation()
    const section = reference.page.locator('section[id$="/GET/api/both"]')
    await section.getByText('Token · header Authorization').waitFor()
    await section.getByText('HeaderKey · header X-API-Key').waitFor()
    expect(await section.getByText('No Body').filter({ visible: true }).count()).to.equal(0)
    const mark = (path: string): Promise<string> =>
      reference.page
        .locator(`[data-sidebar-id$="/GET/api/${path}"] .group\\/button-label`)
        .first()
        .evaluate((element) => getComputedStyle(element, '::after').content)
    expect(await mark('public')).to.equal('"public"')
    expect(await mark('both')).to.match(/^url\("data:.*\/ "protected"$/)
    expect(await reference.page.locator('.scalar-reference-intro-auth').isVisible()).to.equal(false)
  })

  it('hides tables of a request in which nothing is declared, and the drawing made of letters', async () => {
    /** The tables of the open request that are seen, by what can be included in the request. */
    const tables = async (): Promise<readonly string[]> =>
      reference
        .client()
        .locator('input[aria-label^="Include "]')
        .filter({ visible: true })
        .evaluateAll((inputs) => inputs.map((input) => input.getAttribute('aria-label') ?? ''))
    // No other test sends this one: its answer would stay, and take the place of the drawing.
    await reference.openOperation('Query key', 'get /api/query')
    // The header that the page itself adds, and the row for another one.
    await reference.client().getByLabel('Include row in request').filter({ visible: true }).first().waitFor()
    expect(await tables()).to.deep.equal(['Include accept in request', 'Include row in request'])
    const drawing = reference.client().locator('.ascii-art')
    await drawing.waitFor({ state: 'attached' })
    expect(await drawing.filter({ visible: true }).count()).to.equal(0)
    await reference.openOperation('Change a thing', 'put /api/things/{id}')
    for (const name of ['id', 'limit']) await reference.field(name).waitFor()
  })

  it('shows a route that was added, while an open request stays open', async () => {
    await reference.openOperation('Header key', 'get /api/header')
    await reference.type({ 'HeaderKey key': SECRET })
    demo.addRoute()
    // Behind the dialog, so not among the roles that can be reached.
    await reference.page.getByText('Added route').first().waitFor({ state: 'attached' })
    expect(await reference.send()).to.deep.equal({ target: '/api/header', ...NOTHING, key: SECRET, status: 200 })
    await reference.openOperation('Added route', 'get /api/added')
    expect((await reference.send()).status).to.equal(200)
  })
})
