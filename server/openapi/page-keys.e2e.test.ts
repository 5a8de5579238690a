import { expect } from 'chai'
import { SECRET } from './testdata/demo.ts'
import { describeInBrowsers } from './testdata/browser.ts'
import type { Reference } from './testdata/reference.ts'
import { usePage } from './testdata/use-page.ts'

describeInBrowsers('the keys of the reference page', (browser) => {
  const opened = usePage(browser)
  let reference: Reference
  beforeEach(() => void ({ reference } = opened()))

  /** Presses a key while something has the focus; how many requests arrived once the answer is there and all is quiet. */
  async function press(key: string, path: string): Promise<number> {
    const before = reference.subject.received.length
    const answered = reference.page.waitForResponse((response) => response.url().endsWith(path))
    await reference.page.keyboard.press(key)
    await answered
    await reference
      .client()
      .getByText(/Status:\s*\d/)
      .first()
      .waitFor({ state: 'attached' })
    // A second request would have been begun in the same task as the first.
    await reference.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    return reference.subject.received.length - before
  }

  /** Finds the operation with the header key, and opens its request. */
  async function openByKeyboard(): Promise<void> {
    const { keyboard } = reference.page
    await keyboard.press('Control+k')
    await reference.page.locator('input[role=combobox]:focus').waitFor()
    await keyboard.type('header key')
    await reference.page
      .getByRole('option', { name: /Header key/ })
      .first()
      .waitFor()
    await keyboard.press('Enter')
  }

  for (const key of ['Enter', 'Control+Enter']) {
    it(`${key} in a field sends once`, async () => {
      await reference.openOperation('Header key', 'get /api/header')
      await reference.panel().locator('input:focus').waitFor()
      await reference.page.keyboard.type(SECRET)
      expect(await press(key, '/api/header')).to.equal(1)
    })

    it(`${key} on the button that sends, sends once`, async () => {
      await reference.type({ 'HeaderKey key': SECRET }, reference.credentials())
      await reference.openOperation('Header key', 'get /api/header')
      await reference
        .client()
        .getByRole('button', { name: /^Send .* request/ })
        .focus()
      expect(await press(key, '/api/header')).to.equal(1)
    })
  }

  it('Control+Enter in the editor of a body sends once, a POST included', async () => {
    await reference.type({ 'HeaderKey key': SECRET }, reference.credentials())
    await reference.openOperation('Change a thing', 'put /api/things/{id}')
    await reference.fillForm({ id: '7', limit: '2' })
    await reference.body().click()
    expect(await press('Control+Enter', '/api/things/7?limit=2')).to.equal(1)
  })

  it('searches, opens, sends: Enter, and Enter in what is filled', async () => {
    const { keyboard } = reference.page
    await reference.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await openByKeyboard()
    await reference.panel().locator('input:focus').waitFor()
    await keyboard.type(SECRET)
    expect(await press('Enter', '/api/header')).to.equal(1)
    expect(reference.subject.received.at(-1)).to.include({ target: '/api/header', key: SECRET })
    // The credential is there now: the button that sends has the focus.
    await reference.closeOperation()
    await openByKeyboard()
    await reference.client().locator('[data-addressbar-action=send]:focus').waitFor()
    expect(await press('Enter', '/api/header')).to.equal(1)
  })

  for (const [text, found] of Object.entries({
    'X-API-Key': ['Header key', 'Both'],
    CookieKey: ['Cookie key'],
    Authorization: ['Bearer', 'Basic', 'Both', 'Checked', 'Maybe'],
    public: ['Public', 'Log in', 'Upload'],
    superuser: ['Users'],
    isRight: ['Checked'],
    limit: ['Change a thing'],
  })) {
    it(`finds operations by ${text}`, async () => {
      await reference.page.keyboard.press('Control+k')
      const field = reference.page.locator('input[role=combobox]:focus')
      await field.fill(text)
      for (const summary of found)
        await reference.page
          .getByRole('option', { name: new RegExp(`\\b${summary}\\b`) })
          .first()
          .waitFor()
      expect(await reference.page.getByRole('option', { name: /Upload/ }).count()).to.equal(
        found.includes('Upload') ? 1 : 0,
      )
      await reference.page.keyboard.press('Escape')
    })
  }

  it('Control+Enter sends nothing while no request is open', async () => {
    await reference.openOperation('Public', 'get /api/public')
    await reference.closeOperation()
    await reference.page.keyboard.press('Control+Enter')
    await reference.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
    expect(reference.subject.received).to.deep.equal([])
  })
})
