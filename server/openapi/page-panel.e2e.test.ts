import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { describeInBrowsers } from './testdata/browser.ts'
import { type Demo, SECRET } from './testdata/demo.ts'
import type { Reference } from './testdata/reference.ts'
import { usePage } from './testdata/use-page.ts'

describeInBrowsers('the credentials of the reference page', (browser) => {
  const opened = usePage(browser)
  let demo: Demo
  let reference: Reference
  beforeEach(() => void ({ demo, reference } = opened()))

  const field = (name: string, within = reference.credentials()): Locator => within.getByLabel(name, { exact: true })

  it('stand below the title, each in one line', async () => {
    const follows = await reference.page.evaluate(() => {
      const [title, panel] = ['main h1', '.svc-panel'].map((selector) => document.querySelector(selector))
      return title && panel && title.compareDocumentPosition(panel) === Node.DOCUMENT_POSITION_FOLLOWING
    })
    expect(follows).to.equal(true)
    await field('HeaderKey key').waitFor()
    const heights = await reference.page.evaluate(() =>
      [...document.querySelectorAll('.svc-rows .svc-row')].map((row) => row.getBoundingClientRect().height),
    )
    expect(heights).to.have.length(6)
    expect(Math.max(...heights)).to.be.below(60)
    const title = await reference.heading().boundingBox()
    const panel = await reference.credentials().boundingBox()
    expect((title?.y ?? Infinity) + (title?.height ?? 0)).to.be.below(panel?.y ?? 0)
  })

  it('are closed where nothing that the page shows takes them, and open once something does', async () => {
    demo.save({ apart: true })
    await reference.credentials().getByText('0 of 5 filled').waitFor()
    await field('HeaderKey key').waitFor()
    // Locators of many elements within a role crash Firefox 153.
    const headings = await reference.page.evaluate(() =>
      [...document.querySelectorAll('.svc-group-heading')].map(({ textContent }) => textContent),
    )
    expect(headings).to.deep.equal(['things0 of 1 filled', 'General0 of 5 filled'])
    expect(await field('QueryKey key').isVisible()).to.equal(false)
    await reference.page.getByRole('button', { name: 'Open Group - things' }).click()
    await field('QueryKey key').waitFor()
    // A group that a person closed stays closed.
    await reference
      .credentials()
      .getByRole('button', { name: /^General/ })
      .click()
    await field('HeaderKey key').waitFor({ state: 'hidden' })
    await reference.page.getByRole('button', { name: 'Open Group - admin' }).click()
    await reference.page.getByRole('link', { name: /^Users/ }).waitFor()
    expect(await field('HeaderKey key').isVisible()).to.equal(false)
  })

  it('show what was typed while the eye is pressed', async () => {
    await reference.openOperation('Basic', 'get /api/basic')
    const password = field('Basic password', reference.panel())
    const eye = reference.panel().getByRole('button', { name: 'Show Basic password' })
    await password.fill(SECRET)
    expect(await password.getAttribute('type')).to.equal('password')
    await eye.click()
    expect([await password.getAttribute('type'), await eye.getAttribute('aria-pressed')]).to.deep.equal([
      'text',
      'true',
    ])
    expect(await password.inputValue()).to.equal(SECRET)
    await eye.click()
    expect(await password.getAttribute('type')).to.equal('password')
    expect(await reference.panel().getByRole('button', { name: 'Show Basic user name' }).count()).to.equal(0)
  })

  it('take a token that was pasted with its scheme without it, and say so', async () => {
    await reference.openOperation('Bearer', 'get /api/bearer')
    await reference.type({ 'Token token': `Bearer ${SECRET}` })
    await reference.panel().getByText('Taken without "Bearer": the page writes it.').waitFor()
    expect(await field('Token token', reference.panel()).inputValue()).to.equal(SECRET)
    expect(await reference.send()).to.deep.include({ authorization: `Bearer ${SECRET}`, status: 200 })
    await reference.type({ 'Token token': 'other' })
    expect(await reference.panel().getByText('Taken without').isVisible()).to.equal(false)
    expect(demo.received).to.have.length(1)
  })
})

describeInBrowsers('who may call an operation, on the reference page', (browser) => {
  const opened = usePage(browser)
  let reference: Reference
  beforeEach(() => void ({ reference } = opened()))

  const table = [
    ['Either key', 'either', 'one of QueryKey, HeaderKey'],
    ['Both', 'both', 'both Token and HeaderKey'],
    ['Maybe', 'maybe', 'open, better with Token'],
    ['Checked', 'checked', 'Token, then the check isRight'],
    ['Bearer', 'bearer', undefined],
    ['Public', 'public', undefined],
  ] as const
  for (const [summary, path, access] of table) {
    it(`is ${access ?? 'what the schemes say'} for ${path}`, async () => {
      await reference.openOperation(summary, `get /api/${path}`)
      const line = reference.panel().locator('.svc-access')
      if (access === undefined) {
        expect(await line.count()).to.equal(0)
        return
      }
      expect(await line.textContent()).to.equal(`Who may call: ${access}.`)
      await reference.closeOperation()
      await reference.page.locator(`section[id$="/GET/api/${path}"]`).getByText(access, { exact: true }).waitFor()
    })
  }
})
