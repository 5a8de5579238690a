import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Received } from './demo.ts'

/** A server with a reference page below `/api`. */
export interface Subject {
  readonly url: string
  /** `/api/docs` of it, if absent. */
  readonly page?: string
  readonly title: string
  /** Test calls in the order in which they arrived. */
  readonly received: readonly Received[]
}

/** The reference page in a tab, as a user of a screen reader uses it: by roles and names. */
export class Reference {
  readonly page: Page
  /** Requests that went anywhere but to the demo. */
  readonly foreign: string[] = []
  /** Violations of the page's policy, and errors of its scripts. */
  readonly faults: string[] = []
  readonly subject: Subject
  /** Whether the page holds what `forget` leaves: alternatives that were picked, parameters, bodies. */
  isSpent = false

  constructor(page: Page, subject: Subject) {
    this.page = page
    this.subject = subject
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${subject.url}/`))
        this.foreign.push(request.url())
    })
    page.on('pageerror', (error) => this.#note(error.message))
    page.on('console', (message) => {
      if (/Content.Security.Policy|Refused to/.test(message.text())) this.#note(message.text())
    })
  }

  /** Scalar asks whether it may compile code, and does without. Firefox reports that, Chromium does not. */
  #note(fault: string): void {
    if (!/blocked a JavaScript eval/.test(fault)) this.faults.push(fault)
  }

  async open(): Promise<void> {
    await this.page.goto(this.subject.page ?? `${this.subject.url}/api/docs`)
    await this.heading().waitFor()
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await this.heading().waitFor()
  }

  /** Closes the open request, and forgets credentials and session as if another tab had forgotten them. */
  async forget(): Promise<void> {
    await this.closeOperation()
    await this.page.context().clearCookies()
    await this.page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
      dispatchEvent(new StorageEvent('storage', { key: null }))
      // As if the person came back to the tab: then the page asks who is logged in.
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await this.credentials()
      .getByText(/^Logged in/)
      .waitFor({ state: 'hidden' })
  }

  heading(): Locator {
    return this.page.getByRole('heading', { level: 1, name: this.subject.title })
  }

  client(): Locator {
    return this.page.getByRole('dialog', { name: 'API Client' })
  }

  /** Opens the client for an operation: `openOperation('Query key', 'get /api/query')`. */
  async openOperation(summary: string, title: string): Promise<void> {
    await this.closeOperation()
    const link = this.page.getByRole('link', { name: new RegExp(`^${summary}`) })
    const group = this.page.getByRole('button', { name: `Open Group - ${title.split('/')[2]}` })
    if (!(await link.isVisible()) && (await group.isVisible())) await group.click()
    await link.click()
    await this.page.getByRole('button', { name: `Test Request (${title})` }).click()
    await this.client()
      .getByRole('button', { name: new RegExp(`^Send .*${title.split(' ')[1]}`) })
      .waitFor()
  }

  async closeOperation(): Promise<void> {
    if (!(await this.client().isVisible())) return
    await this.client().getByRole('button', { name: 'Close Client' }).click()
    await this.client().waitFor({ state: 'hidden' })
  }

  /** The credentials of the open request. */
  panel(): Locator {
    return this.client().getByRole('region', { name: 'Credentials of this request' })
  }

  /** The text of the panel of the open request. */
  async summary(): Promise<string> {
    return (await this.panel().locator('.svc-summary').textContent()) ?? ''
  }

  /** The list of credentials at the top of the page. */
  credentials(): Locator {
    return this.page.getByRole('region', { name: 'Credentials', exact: true })
  }

  /** Opens the groups of credentials that nothing on screen needs, as all are while the page is at its introduction. */
  async openGroups(): Promise<void> {
    await this.credentials().locator('.svc-group-heading').first().waitFor()
    await this.page.evaluate(() => {
      const closed = document.querySelectorAll<HTMLElement>('.svc-group-heading[aria-expanded=false]')
      for (const heading of closed) heading.click()
    })
  }

  /** Types into fields of the open request, by their names: `{ 'HeaderKey key': 'v1' }`. */
  async type(fields: Readonly<Record<string, string>>, within: Locator = this.panel()): Promise<void> {
    for (const [name, text] of Object.entries(fields)) await within.getByLabel(name, { exact: true }).fill(text)
  }

  /** The code of the open request in a language, its secrets in clear. */
  async snippet(language = 'curl'): Promise<string> {
    return (await this.code(language, true)).replaceAll(/\s+/g, ' ')
  }

  /** The code of the open request as it is copied. */
  async code(language: string, isClear: boolean): Promise<string> {
    const code = this.client().locator('svc-snippet')
    if ((await code.locator('details').getAttribute('open')) === null) await code.locator('summary').click()
    await code.getByLabel('Language of the code').selectOption(language)
    const clear = code.getByLabel('Secrets in clear')
    if (await clear.isVisible()) await clear.setChecked(isClear)
    const text = (await code.locator('pre').textContent()) ?? ''
    // The box is drawn after the code. A session that the page does not know stays a variable.
    if (!isClear || !text.includes(UNCLEAR) || !(await clear.isVisible())) return text
    await clear.setChecked(true)
    return (await code.locator('pre').textContent()) ?? ''
  }

  /** The code of the open request in languages, its secrets in clear and as variables: in one step, since there is much. */
  async allCode(
    languages: readonly string[],
  ): Promise<readonly { readonly language: string; readonly clear: string; readonly hidden: string }[]> {
    await this.code(languages[0] ?? 'curl', true)
    // As one who is about to copy it.
    await this.client().locator('svc-snippet').dispatchEvent('pointerdown')
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
    return this.client()
      .locator('svc-snippet')
      .evaluate((element, names) => {
        const select = element.querySelector('select') as HTMLSelectElement
        const box = element.querySelector('input') as HTMLInputElement
        return names.map((language) => {
          select.selectedIndex = [...select.options].findIndex(({ text }) => text === language)
          select.dispatchEvent(new Event('change'))
          const [clear = '', hidden = ''] = [true, false].map((isClear) => {
            if (box.checked !== isClear) box.click()
            return element.querySelector('pre')?.textContent ?? ''
          })
          return { language, clear, hidden }
        })
      }, languages)
  }

  /** Fills parameters, or fields of a form body. */
  async fillForm(fields: Readonly<Record<string, string>>): Promise<void> {
    this.isSpent = true
    for (const [name, value] of Object.entries(fields)) await this.#typeInto(this.field(name), value)
  }

  /** The value of a parameter, or of a field of a form body. */
  field(name: string): Locator {
    const row = this.client().getByRole('row', { name: new RegExp(`^Include ${name} in request`) })
    return row.getByRole('combobox', { name: 'Value' })
  }

  /** The editor of a body. */
  body(): Locator {
    this.isSpent = true
    return this.client().getByRole('region', { name: 'Request Body' }).locator('.cm-content')
  }

  /**
   * Writes a body, once the editor has its example: that would come behind what was written. The editor itself is asked to
   * select what it holds: it forgets a selection that a script made in its text while it takes the focus.
   */
  async writeBody(text: string): Promise<void> {
    await this.body().filter({ hasText: '{' }).click()
    await this.page.keyboard.press('ControlOrMeta+A')
    await this.page.keyboard.insertText(text)
  }

  async #typeInto(field: Locator, text: string): Promise<void> {
    await field.click()
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.type(text)
  }

  /** Picks one of the operation's alternatives. */
  async pick(name: string): Promise<void> {
    this.isSpent = true
    await this.panel().getByRole('radio', { name }).check()
  }

  /** Sends the open request; what the server received, and the status that the page shows. */
  async send(): Promise<Received & { readonly status: number }> {
    const before = this.subject.received.length
    const answered = this.page.waitForResponse((response) => !/\/api\/(docs|openapi)/.test(response.url()))
    await this.client()
      .getByRole('button', { name: /^Send .* request/ })
      .click()
    const status = (await answered).status()
    await this.client()
      .getByRole('region', { name: 'Response', exact: true })
      .filter({ hasText: new RegExp(`Status:\\s*${status}`) })
      .waitFor()
    const [received] = this.subject.received.slice(before)
    return { ...(received as Received), status }
  }
}

/** The texts of elements as they are seen, one after the other: an array from the page ends its process in Firefox. */
export async function textsOf(elements: Locator): Promise<readonly string[]> {
  const texts: string[] = []
  for (const element of await elements.all()) texts.push(await element.innerText())
  return texts
}

/** Another tab of the same profile. */
export async function openTab({ page, subject }: Reference): Promise<Reference> {
  const tab = new Reference(await page.context().newPage(), subject)
  await tab.open()
  return tab
}

/** Milliseconds after which a step of a test gives up: less than its test, so that it says where. */
const PATIENCE = 120_000
/** Stands in code whose secrets are variables. */
const UNCLEAR = 'in the environment.'

/** A profile of a browser. Animations are left out: each draws for a while. */
export async function openProfile(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const viewport = { width: 1280, height: 900 }
  const profile = await browser.newContext({ viewport, reducedMotion: 'reduce', ...options })
  profile.setDefaultTimeout(PATIENCE)
  return profile
}

/** A tab with the reference page, in a profile without input and without a session. */
export async function openReference(profile: BrowserContext, subject: Subject): Promise<Reference> {
  await profile.clearCookies()
  const reference = new Reference(await profile.newPage(), subject)
  await reference.open()
  return reference
}

/** Closes every tab of a profile, and forgets what they kept; what a browser keeps to be quick stays. */
export async function closeTabs(profile: BrowserContext): Promise<void> {
  const [page, ...others] = profile.pages()
  await Promise.all(others.map((other) => other.close()))
  await page?.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page?.close()
}
