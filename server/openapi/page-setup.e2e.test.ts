import { expect } from 'chai'
import type { BrowserContextOptions } from 'playwright-core'
import { basic } from 'svc/security'
import { useBrowser } from './testdata/browser.ts'
import { type Demo, SECRET, startDemo } from './testdata/demo.ts'
import { openProfile, openReference, type Reference } from './testdata/reference.ts'

const BASIC = `Basic ${Buffer.from(`admin:${SECRET}`).toString('base64')}`

describe('the reference page in a browser, set up otherwise', () => {
  const browserOf = useBrowser()
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
    await list.getByRole('button', { name: 'Hide credentials', expanded: true }).click()
    await list.locator('.svc-count').getByText('1 of 6 filled').waitFor()
    expect(await field.isVisible()).to.equal(false)
  })

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    it(`has no fault of accessibility that is ours, ${colorScheme}, ${width} pixels wide`, async () => {
      await open(startDemo(), { viewport: { width, height: 900 }, colorScheme })
      expect(await reference.findOurViolations()).to.deep.equal([])
      if (width < 600) await reference.page.getByRole('button', { name: /menu/i }).first().click()
      await reference.openOperation('Basic', 'get /api/basic')
      await reference.send()
      expect(await reference.findOurViolations()).to.deep.equal([])
      const { foreign, faults } = reference
      expect({ foreign, faults }).to.deep.equal({ foreign: [], faults: [] })
    })
  }
})
