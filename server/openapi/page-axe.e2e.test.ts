import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { findMostViolations, findOurViolations } from './testdata/axe.ts'
import { describeInBrowsers, useBrowser } from './testdata/browser.ts'
import { type Demo, startDemo } from './testdata/demo.ts'
import { openProfile, openReference, type Reference } from './testdata/reference.ts'

/** Firefox 153 crashes when axe reads the answer that Scalar draws by all rules at once. */
const findOpenViolations = {
  Chromium: findOurViolations,
  Firefox: (page: Page) => findMostViolations(page, "'svc-request'"),
} as const

/** Opens every group of the sidebar. */
async function unfold(page: Page): Promise<void> {
  for (const group of await page.getByRole('button', { name: /^Open Group/ }).all())
    if (await group.isVisible()) await group.click()
}

describeInBrowsers('the accessibility of the reference page', (browser) => {
  let demo: Demo
  let reference: Reference
  before(async () => {
    demo = await startDemo()
  })
  after(() => demo.close())
  afterEach(() => reference.page.context().close())

  const [light, dark] = browser === 'Chromium' ? [1280, 390] : [390, 1280]
  for (const [colorScheme, width] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    describe(colorScheme, () => {
      const browserOf = useBrowser(browser, colorScheme)
      it(`has no fault that is critical or ours, ${width} pixels wide`, async () => {
        const profile = await openProfile(browserOf(), { viewport: { width, height: 900 }, colorScheme })
        reference = await openReference(profile, demo)
        const isDark = await reference.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
        expect(isDark).to.equal(colorScheme === 'dark')
        await reference.page.locator(`body.${colorScheme}-mode`).waitFor()
        expect(await findOurViolations(reference.page)).to.deep.equal([])
        if (width < 600) await reference.page.getByRole('button', { name: /menu/i }).first().click()
        await unfold(reference.page)
        await reference.openOperation('Basic', 'get /api/basic')
        await reference.send()
        expect(await findOpenViolations[browser](reference.page)).to.deep.equal([])
        await reference.closeOperation()
        await reference.page.keyboard.press('Control+k')
        await reference.page.locator('input[role=combobox]:focus').fill('key')
        expect(await findOurViolations(reference.page)).to.deep.equal([])
        const { foreign, faults } = reference
        expect({ foreign, faults }).to.deep.equal({ foreign: [], faults: [] })
      })
    })
  }
})
