import { expect } from 'chai'
import type { BrowserContextOptions, Locator } from 'playwright-core'
import { basic } from 'svc/security'
import { describeInBrowsers, useBrowser } from './testdata/browser.ts'
import { type Demo, SECRET, startDemo } from './testdata/demo.ts'
import { startProxy } from './testdata/proxy.ts'
import { openProfile, openReference, type Reference } from './testdata/reference.ts'

const BASIC = `Basic ${Buffer.from(`admin:${SECRET}`).toString('base64')}`

describeInBrowsers('the reference page in a browser, set up otherwise', (browser) => {
  const browserOf = useBrowser(browser)
  let demo: Demo
  let reference: Reference
  const open = async (setup: Promise<Demo>, options: BrowserContextOptions = {}): Promise<void> => {
    demo = await setup
    reference = await openReference(await openProfile(browserOf(), options), demo)
  }
  afterEach(async () => {
    await reference.page.context().close()
    await demo.close()
  })

  it('begins with the credentials that the developer asked for', async () => {
    await open(startDemo({}, { HeaderKey: { value: SECRET }, Basic: { username: 'admin', password: SECRET } }))
    await reference.openOperation('Header key', 'get /api/header')
    expect((await reference.send()).key).to.equal(SECRET)
    await reference.openOperation('Basic', 'get /api/basic')
    expect((await reference.send()).authorization).to.equal(BASIC)
    await reference.type({ 'Basic password': 'wrong' })
    expect((await reference.send()).authorization).to.equal(`Basic ${btoa('admin:wrong')}`)
  })

  it('opens behind its own guard, document and updates included', async () => {
    const guard = basic((_request, user, password) => (user === 'docs' && password === SECRET ? user : null))
    await open(startDemo({ auth: guard }), { httpCredentials: { username: 'docs', password: SECRET } })
    demo.addRoute()
    await reference.page.getByText('Added route').first().waitFor({ state: 'attached' })
  })

  it('says that the Basic login of the page goes along, where it does', async () => {
    const guard = basic((_request, user, password) => (user === 'docs' && password === SECRET ? user : null))
    await open(startDemo({ auth: guard }), { httpCredentials: { username: 'docs', password: SECRET } })
    const along = reference.panel().getByText('The Basic login of this page goes along')
    await reference.openOperation('Custom', 'get /api/custom')
    expect({ said: await along.isVisible(), sent: (await reference.send()).authorization }).to.deep.equal({
      said: true,
      sent: `Basic ${btoa(`docs:${SECRET}`)}`,
    })
    expect(await reference.snippet()).to.contain('carries the Basic login of the page')
    await reference.openOperation('Header key', 'get /api/header')
    await reference.type({ 'HeaderKey key': SECRET })
    expect({ said: await along.isVisible(), sent: (await reference.send()).authorization }).to.deep.equal({
      said: false,
      sent: undefined,
    })
  })

  it('is right behind a proxy that takes a prefix away: calls, code, login and logout', async () => {
    await open(startDemo())
    const proxy = await startProxy(demo.url, '/v1')
    try {
      const behind = await openReference(reference.page.context(), { ...demo, url: `${proxy.url}/v1` })
      await behind.openOperation('Header key', 'get /api/header')
      await behind.type({ 'HeaderKey key': SECRET })
      expect(await behind.send()).to.include({ target: '/api/header', key: SECRET, status: 200 })
      expect(await behind.snippet()).to.contain(`${proxy.url}/v1/api/header`)
      await behind.closeOperation()
      await behind.openGroups()
      const session = behind.credentials().getByRole('group', { name: /fwAuth/ })
      await behind.type({ 'fwAuth username': 'ann', 'fwAuth password': SECRET }, session)
      await session.getByRole('button', { name: 'Log in' }).click()
      await session.getByText('Logged in as ann').waitFor()
      await session.getByRole('button', { name: 'Log out' }).click()
      await session.getByRole('button', { name: 'Log in' }).waitFor()
      expect(proxy.outside).to.deep.equal([])
    } finally {
      await proxy.close()
    }
  })

  it('asks for fewer than ten things from a cold browser to the first 200 of a token', async () => {
    demo = await startDemo()
    const profile = await openProfile(browserOf())
    const asked: string[] = []
    profile.on('request', (request) => {
      if (!request.url().startsWith('data:')) asked.push(new URL(request.url()).pathname)
    })
    reference = await openReference(profile, demo)
    await reference.openOperation('Bearer', 'get /api/bearer')
    await reference.type({ 'Token token': SECRET })
    expect((await reference.send()).status).to.equal(200)
    expect(asked.length, asked.join(' ')).to.be.below(10)
  })

  it('keeps what was typed apart for two applications whose titles differ in a letter', async () => {
    await open(startDemo())
    const field = () => reference.credentials().getByLabel('HeaderKey key', { exact: true })
    await reference.openGroups()
    await field().fill(SECRET)
    const page = await fetch(`${demo.url}/api/docs`)
    const contentType = 'text/html; charset=utf-8'
    const body = (await page.text()).replace('"title":"Demo"', '"title":"Demö"')
    await reference.page.route('**/api/docs', (route) => route.fulfill({ body, contentType }))
    await reference.reload()
    expect(await field().inputValue()).to.equal('')
    await reference.page.unroute('**/api/docs')
    await reference.reload()
    expect(await field().inputValue()).to.equal(SECRET)
  })

  it('keeps the credentials folded on a phone, says how many are filled, and opens them', async () => {
    await open(startDemo(), { viewport: { width: 390, height: 844 } })
    const list = reference.credentials()
    const field = list.getByLabel('HeaderKey key', { exact: true })
    const titleBottom = async (): Promise<number> => {
      const box = await reference.heading().boundingBox()
      return box ? box.y + box.height : Infinity
    }
    expect({
      count: await list.locator('.svc-count').getByText('0 of 6 filled').isVisible(),
      field: await field.isVisible(),
    }).to.deep.equal({
      count: true,
      field: false,
    })
    expect(await titleBottom()).to.be.below(844 / 2)
    await list.getByRole('button', { name: 'Show credentials', expanded: false }).click()
    await field.fill(SECRET)
    // With the buttons that only a filled row has.
    await reference.type({ 'Basic user name': 'admin', 'Basic password': SECRET }, list)
    await list.getByRole('button', { name: 'Forget Basic' }).waitFor()
    const stranded = await reference.page.evaluate(() =>
      [...document.querySelectorAll('.svc-rows .svc-row-heading, .svc-rows .svc-fields')]
        .filter((line) => {
          const boxes = [...line.querySelectorAll(':scope > :not(.svc-place)')]
            .map((part) => part.getBoundingClientRect())
            .filter(({ width }) => width > 0)
          return Math.max(...boxes.map(({ top }) => top)) > Math.min(...boxes.map(({ bottom }) => bottom))
        })
        .map(({ textContent }) => textContent)
        .join('\n'),
    )
    expect(stranded).to.equal('')
    // A place is read in a line or two, not letter by letter.
    const narrow = await reference.page.evaluate(() =>
      [...document.querySelectorAll('.svc-rows .svc-place')]
        .filter((place) => place.getBoundingClientRect().height > 45)
        .map(({ textContent }) => textContent)
        .join('\n'),
    )
    expect(narrow).to.equal('')
    await list.getByRole('button', { name: 'Hide credentials', expanded: true }).click()
    await list.locator('.svc-count').getByText('2 of 6 filled').waitFor()
    expect(await field.isVisible()).to.equal(false)
  })

  it('has on a phone the title of an operation before who may call it, and nothing cut or stranded', async () => {
    await open(startDemo(), { viewport: { width: 390, height: 844 } })
    const { page } = reference
    const boxOf = async (element: Locator) => {
      const { x = NaN, y = NaN, width = NaN, height = NaN } = (await element.boundingBox()) ?? {}
      return { left: x, right: x + width, top: y, bottom: y + height }
    }
    await page.getByRole('button', { name: /menu/i }).first().click()
    await page.getByRole('link', { name: /^Both/ }).click()
    const section = page.locator('section[id$="/GET/api/both"]')
    const title = await boxOf(section.getByRole('heading', { name: 'Both' }))
    const badges = await Promise.all((await section.locator('.badge').all()).map(boxOf))
    expect(badges).to.have.length(3)
    for (const { top, bottom, right } of badges) {
      expect(top).to.be.at.least(title.bottom)
      expect(bottom - top).to.be.below(32)
      expect(right).to.be.below(390)
    }
    const code = section.locator('.svc-code')
    expect((await boxOf(code)).bottom).to.be.below(
      (await boxOf(section.getByRole('heading', { name: 'Responses' }))).top,
    )
    expect(await code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).to.equal(0)
    const [language, copy] = [section.locator('.svc-language'), section.getByRole('button', { name: 'Copy the code' })]
    expect((await boxOf(copy)).top).to.be.below((await boxOf(language)).bottom)
    await page.getByRole('button', { name: 'Test Request (get /api/both)' }).click()
    const send = reference.client().getByRole('button', { name: /^Send .* request/ })
    await send.waitFor()
    const [method] = await reference.client().getByText('GET', { exact: true }).filter({ visible: true }).all()
    expect((await boxOf(method as Locator)).left).to.be.below(30)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).to.equal(390)
  })
})
