import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Received } from './demo.ts'

/** A server with a reference page below `/api`. */
export interface Subject {
  readonly url: string
  readonly title: string
  /** Test calls in the order in which they arrived. */
  readonly received: readonly Received[]
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly target: readonly string[] }[]
  }[]
}

/** The reference page in a browser of its own, as somebody with a screen reader would use it: by roles and names. */
export class Reference {
  readonly page: Page
  /** Requests that went anywhere but to the demo. */
  readonly foreign: string[] = []
  /** Violations of the page's policy, and errors of its scripts. */
  readonly faults: string[] = []
  readonly #subject: Subject

  constructor(page: Page, subject: Subject) {
    this.page = page
    this.#subject = subject
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${subject.url}/`))
        this.foreign.push(request.url())
    })
    page.on('pageerror', (error) => this.faults.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|Refused to/.test(message.text())) this.faults.push(message.text())
    })
  }

  async open(): Promise<void> {
    await this.page.goto(`${this.#subject.url}/api/docs`)
    await this.heading().waitFor()
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await this.heading().waitFor()
  }

  heading(): Locator {
    return this.page.getByRole('heading', { level: 1, name: this.#subject.title })
  }

  client(): Locator {
    return this.page.getByRole('dialog', { name: 'API Client' })
  }

  /** Opens the client for an operation: `openOperation('Query key', 'get /api/query')`. */
  async openOperation(summary: string, title: string): Promise<void> {
    if (await this.client().isVisible()) {
      await this.client().getByRole('button', { name: 'Close Client' }).click()
      await this.client().waitFor({ state: 'hidden' })
    }
    const link = this.page.getByRole('link', { name: new RegExp(`^${summary}`) })
    const group = this.page.getByRole('button', { name: `Open Group - ${title.split('/')[2]}` })
    if (!(await link.isVisible()) && (await group.isVisible())) await group.click()
    await link.click()
    await this.page.getByRole('button', { name: `Test Request (${title})` }).click()
    await this.client()
      .getByRole('button', { name: new RegExp(`^Send .*${title.split(' ')[1]}`) })
      .waitFor()
  }

  /** The panel in which credentials are typed, unfolded. */
  async openAuthentication(): Promise<Locator> {
    const panel = this.client()
      .getByRole('region', { name: /^Authentication/ })
      .first()
    const toggle = panel.getByRole('button', { name: /^Authentication/ }).first()
    if ((await toggle.getAttribute('aria-expanded')) !== 'true') await toggle.click()
    return panel
  }

  async fill(field: 'Value' | 'Bearer Token' | 'Password', text: string): Promise<void> {
    await (await this.openAuthentication()).getByRole('textbox', { name: field }).fill(text)
  }

  async fillUser(text: string): Promise<void> {
    await this.#type((await this.openAuthentication()).getByRole('combobox').first(), text)
  }

  /** Fills fields of a form body. */
  async fillForm(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(fields)) {
      const row = this.client().getByRole('row', { name: new RegExp(`^Include ${name} in request`) })
      await this.#type(row.getByRole('combobox', { name: 'Value' }), value)
    }
  }

  async #type(field: Locator, text: string): Promise<void> {
    await field.click()
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.type(text)
  }

  /** Picks one of the operation's alternatives. */
  async select(name: string): Promise<void> {
    const toggle = (await this.openAuthentication()).getByRole('button', { name: /Auth Type/ })
    await toggle.click()
    const option = this.page.getByRole('option', { name, exact: true })
    if ((await option.getAttribute('aria-selected')) !== 'true') await option.click()
    const options = this.page.getByRole('listbox')
    if (await options.isVisible()) await toggle.click()
    await options.waitFor({ state: 'hidden' })
    const tab = (await this.openAuthentication()).getByRole('button', { name, exact: true })
    if (await tab.isVisible()) await tab.click()
  }

  /** What axe finds outside of what Scalar renders, and any lack of contrast, which our styles answer for. */
  async findOurViolations(): Promise<readonly string[]> {
    await this.page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    await this.page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    const { violations } = await this.page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })')
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => ({ id, target: target.join(' ') })))
    const owned = await Promise.all(
      found.map(
        async ({ id, target }) =>
          id === 'color-contrast' || (await this.page.locator(`#app :is(${target})`).count()) === 0,
      ),
    )
    return found.filter((_, index) => owned[index]).map(({ id, target }) => `${id} ${target}`)
  }

  /** Sends the open request; what the server received, and the status that the page shows. */
  async send(): Promise<Received & { readonly status: number }> {
    const before = this.#subject.received.length
    const answered = this.page.waitForResponse((response) => !/\/api\/(docs|openapi)/.test(response.url()))
    await this.client()
      .getByRole('button', { name: /^Send .* request/ })
      .click()
    const status = (await answered).status()
    await this.client()
      .getByRole('region', { name: 'Response', exact: true })
      .filter({ hasText: new RegExp(`Status:\\s*${status}`) })
      .waitFor()
    const [received] = this.#subject.received.slice(before)
    return { ...(received as Received), status }
  }
}

/** A fresh profile with the reference page in it. */
export async function openReference(
  browser: Browser,
  subject: Subject,
  options: BrowserContextOptions = {},
): Promise<Reference> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const reference = new Reference(page, subject)
  await reference.open()
  return reference
}
