import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { all, basic, bearer, cookieKey, fwAuth, fwAuthSuperuser, headerKey, queryKey } from 'svc/security'
import type { DocsOption } from '../declaring/docs-option.ts'
import { describeInBrowsers, useBrowser } from './testdata/browser.ts'
import { type Demo, SECRET, startDemo } from './testdata/demo.ts'
import { NOTHING } from './testdata/nothing.ts'
import { openProfile, Reference } from './testdata/reference.ts'

const GUARD = 'guard-secret-7'
const accept = (_request: unknown, secret: string): string | null => (secret === GUARD ? 'reader' : null)
const key = headerKey('X-Docs-Key', accept)

interface Kind {
  readonly guard: NonNullable<Exclude<DocsOption, false>['auth']>
  /** Typed into the fields of the form. */
  readonly right: Readonly<Record<string, string>>
  readonly wrong: Readonly<Record<string, string>>
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a token': { guard: bearer(accept), right: { Token: GUARD }, wrong: { Token: 'other' } },
  'a token with its scheme': { guard: bearer(accept), right: { Token: `Bearer ${GUARD}` }, wrong: { Token: 'other' } },
  'a key in a header': {
    guard: key,
    right: { 'Key (header X-Docs-Key)': GUARD },
    wrong: { 'Key (header X-Docs-Key)': 'other' },
  },
  'a key in the query': {
    guard: queryKey('docs_key', accept),
    right: { 'Key (query parameter docs_key)': GUARD },
    wrong: { 'Key (query parameter docs_key)': 'other' },
  },
  'a key in a cookie': {
    guard: cookieKey('docs-key', accept),
    right: { 'Key (cookie docs-key)': GUARD },
    wrong: { 'Key (cookie docs-key)': 'other' },
  },
  'a user name and a password': {
    guard: basic((_request, user, secret) => (user === 'jörg' && secret === GUARD ? user : null)),
    right: { 'User name': 'jörg', Password: GUARD },
    wrong: { 'User name': 'jörg', Password: 'other' },
  },
  'a session': {
    guard: fwAuth,
    right: { username: 'ann', password: SECRET },
    wrong: { username: 'ann', password: 'other' },
  },
  'the session of a superuser': {
    guard: fwAuthSuperuser,
    right: { username: 'root', password: SECRET },
    wrong: { username: 'ann', password: SECRET },
  },
  'a session and a key': {
    guard: all(fwAuth, key),
    right: { username: 'ann', password: SECRET, 'Key (header X-Docs-Key)': GUARD },
    wrong: { username: 'ann', password: SECRET, 'Key (header X-Docs-Key)': 'other' },
  },
}

describeInBrowsers('the form before a guarded page', (name) => {
  const browserOf = useBrowser(name)
  let demo: Demo | undefined
  let page: Page
  afterEach(async () => {
    await page.context().close()
    await demo?.close()
  })

  async function fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Open the page' }).click()
  }

  for (const [kind, { guard, right, wrong }] of Object.entries(KINDS)) {
    it(`takes ${kind}, and neither address nor browser keeps what was typed`, async () => {
      demo = await startDemo({ auth: guard })
      page = await (await openProfile(browserOf())).newPage()
      const reference = new Reference(page, demo)
      await page.goto(`${demo.url}/api/docs`)
      await page.getByRole('heading', { name: 'This page is guarded' }).waitFor()
      await fill(wrong)
      await page.getByRole('alert').getByText(/401/).waitFor()
      expect(await reference.heading().isVisible()).to.equal(false)
      await fill(right)
      await reference.heading().waitFor()
      const kept = await page.evaluate(() =>
        JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }]),
      )
      expect(kept)
        .not.to.contain(GUARD)
        .and.not.to.contain(SECRET + '"')
      await reference.openOperation('Public', 'get /api/public')
      expect(await reference.send()).to.deep.equal({ target: '/api/public', ...NOTHING, status: 200 })
      expect(reference.foreign.concat(reference.faults)).to.deep.equal([])
    })
  }

  for (const colorScheme of ['light', 'dark'] as const)
    describe(`in ${colorScheme} colours`, () => {
      const colouredOf = useBrowser(name, colorScheme)

      it('can be read on a desktop and on a phone', async () => {
        demo = await startDemo({ auth: [key, fwAuth] })
        page = await (await openProfile(colouredOf(), { colorScheme })).newPage()
        await page.goto(`${demo.url}/api/docs`)
        await page.getByRole('heading', { name: 'This page is guarded' }).waitFor()
        const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
        expect(isDark).to.equal(colorScheme === 'dark')
        for (const width of [1280, 390]) {
          await page.setViewportSize({ width, height: 844 })
          // The colour of every text is that of the page, whose canvas and text the browser chooses.
          const others = await page.evaluate(() => {
            const colour = getComputedStyle(document.body).color
            const parts = [...document.querySelectorAll('h1, p:not(.svc-problem), label, button')]
            const found = parts.filter((part) => getComputedStyle(part).color !== colour).map((part) => part.outerHTML)
            return JSON.stringify([...found, document.documentElement.scrollWidth > innerWidth ? 'too wide' : ''])
          })
          expect(others).to.equal('[""]')
        }
      })
    })

  it('asks again after a reload where the browser holds nothing, and goes on where it holds a session', async () => {
    demo = await startDemo({ auth: [key, fwAuth] })
    page = await (await openProfile(browserOf())).newPage()
    const reference = new Reference(page, demo)
    await page.goto(`${demo.url}/api/docs`)
    const forms = page.locator('form')
    await forms.first().getByLabel('Key (header X-Docs-Key)', { exact: true }).fill(GUARD)
    await forms.first().getByRole('button', { name: 'Open the page' }).click()
    await reference.heading().waitFor()
    await page.reload()
    await forms.nth(1).getByLabel('username', { exact: true }).fill('ann')
    await forms.nth(1).getByLabel('password', { exact: true }).fill(SECRET)
    await forms.nth(1).getByRole('button', { name: 'Open the page' }).click()
    await reference.heading().waitFor()
    await reference.reload()
  })
})
