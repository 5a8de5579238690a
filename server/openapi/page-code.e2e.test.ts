import { expect } from 'chai'
import type { BrowserContext } from 'playwright-core'
import { describeInBrowsers, useBrowser } from './testdata/browser.ts'
import { type Arrived, type Echo, startEcho } from './testdata/echo.ts'
import { closeTabs, openProfile, openReference, type Reference } from './testdata/reference.ts'
import { type Code, hasPython, runCode } from './testdata/run-code.ts'

/** Each means something to a shell, a URL, a header, a form, JSON, a template or a language. */
const ODD = [
  'a b',
  "it's",
  'say "x"',
  String.raw`back\slash`,
  String.raw`tail\'`,
  '$HOME',
  '$(id)',
  '`id`',
  '!!',
  '%41',
  '100%',
  'a&b=c',
  'a+b',
  '#x',
  'a/b?c',
  '../x',
  'a;b,c',
  '[1-3]{a,b}',
  '~*',
  '@file',
  '-x',
  '{{$guid}}',
  'é',
  '日本 🦊',
] as const

const LANGUAGES = ['curl', 'JavaScript (fetch)', 'Python (requests)', 'Python (httpx)'] as const
/** RFC 6265 section 4.1.1. */
const COOKIE = /^[!#$%&'()*+./:<=>?@[\]^_`{|}~\w-]*$/
const LATIN = /^[\x20-\xff]*$/
const TOKEN = /^[!-~]*$/

interface Case {
  /** Of the request that the page sent. */
  readonly page: Arrived
  readonly codes: ReadonlyMap<string, readonly Code[]>
}

describeInBrowsers('the code that the reference page shows', (browser) => {
  const browserOf = useBrowser(browser)
  let echo: Echo
  let profile: BrowserContext
  let reference: Reference
  // Most values are the same to every browser, and typing them takes its time.
  const odds = browser === 'Chromium' ? ODD : ODD.filter((_, index) => index % 4 === 3)
  let languages: readonly string[]

  before(async () => {
    echo = await startEcho()
    profile = await openProfile(browserOf())
    reference = await openReference(profile, echo)
    const isThere = await Promise.all(['requests', 'httpx'].map(hasPython))
    languages = LANGUAGES.filter((name, index) => index < 2 || isThere[index - 2])
    for (const name of LANGUAGES.filter((one) => !languages.includes(one)))
      console.warn(`    SKIPPED, so no code in ${name} was run: python3 has no such module`)
  })
  after(async () => {
    if (profile) await closeTabs(profile)
    await profile?.close()
    await echo?.close()
  })

  /** Sends the open request and reads its code in every language, with secrets as variables and in clear. */
  async function take(environment: Code['environment']): Promise<Case> {
    const texts = await reference.allCode(languages)
    const codes = new Map(
      texts.map(({ language, clear, hidden }) => [
        language,
        [
          { text: clear, environment: {} },
          { text: hidden, environment },
        ],
      ]),
    )
    const count = echo.arrived.length
    await reference
      .client()
      .getByRole('button', { name: /^Send .* request/ })
      .click()
    while (echo.arrived.length === count) await new Promise((resolve) => setTimeout(resolve, 10))
    return { page: echo.arrived.at(-1) as Arrived, codes }
  }

  /** Runs every piece, and compares what arrived with what the page sent. */
  async function compare(cases: readonly Case[]): Promise<void> {
    for (const language of languages) {
      const pieces = cases.flatMap(({ codes }) => codes.get(language) ?? [])
      echo.arrived.length = 0
      const problems = await runCode(language, pieces)
      expect({ language, problems, arrived: echo.arrived.length }).to.deep.equal({
        language,
        problems: '',
        arrived: pieces.length,
      })
      for (const [index, arrived] of echo.arrived.entries()) {
        const page = cases[Math.floor(index / 2)]?.page as Arrived
        expect({ code: pieces[index]?.text, ...essence(arrived) }).to.deep.include(essence(page))
      }
    }
  }

  it('sends the inputs of the page, whatever they are, in every place', async () => {
    await reference.openOperation('Inputs', 'put /api/inputs/{id}')
    const cases: Case[] = []
    for (const odd of odds) {
      await reference.fillForm({
        id: odd,
        q: odd,
        'x-note': LATIN.test(odd) ? odd : 'plain',
        crumb: COOKIE.test(odd) ? odd : 'plain',
      })
      await reference.writeBody(JSON.stringify({ text: `${odd}\n\t` }))
      cases.push(await take({}))
    }
    await compare(cases)
  })

  it('sends the credentials of the page, whatever they are, of every kind', async () => {
    await reference.openOperation('Keys', 'post /api/keys')
    const cases: Case[] = []
    for (const odd of odds) {
      const values = {
        HEADER_KEY: LATIN.test(odd) ? odd : 'plain',
        QUERY_KEY: odd,
        COOKIE_KEY: COOKIE.test(odd) ? odd : 'plain',
        BASIC_USER: odd,
        BASIC_PASSWORD: odd,
      }
      await reference.type({
        'HeaderKey key': values.HEADER_KEY,
        'QueryKey key': values.QUERY_KEY,
        'CookieKey key': values.COOKIE_KEY,
        'Basic user name': values.BASIC_USER,
        'Basic password': values.BASIC_PASSWORD,
      })
      cases.push(await take(values))
    }
    await compare(cases)
  })

  it('sends the tokens and the forms of the page, whatever they are', async () => {
    const cases: Case[] = []
    await reference.openOperation('Bearer', 'get /api/token')
    for (const odd of odds.filter((text) => TOKEN.test(text))) {
      await reference.type({ 'Token token': odd })
      cases.push(await take({ TOKEN: odd }))
    }
    await reference.openOperation('Form', 'post /api/form')
    // The body above has them all: this is about how a form is written.
    for (const odd of odds.filter((_, index) => index % 3 === 0)) {
      await reference.fillForm({ text: odd })
      cases.push(await take({}))
    }
    await compare(cases)
  })

  it('shows no secret unless it is asked for, and only code of ours', async () => {
    await reference.openOperation('Bearer', 'get /api/token')
    await reference.type({ 'Token token': 'k4n4ry' })
    for (const language of LANGUAGES) {
      const code = await reference.code(language, false)
      expect(code).not.to.contain('k4n4ry')
      expect(code).to.match(/\bTOKEN\b/)
      expect(await reference.code(language, true)).to.contain('Bearer k4n4ry')
    }
    expect(await reference.page.getByText('Code Snippet').count()).to.equal(0)
    expect(await reference.page.locator('[data-testid="client-picker"]').count()).to.equal(0)
  })
})

/** The parts of a request that the code is about: each client adds others by itself. */
function essence({ method, target, headers, body }: Arrived): Readonly<Record<string, unknown>> {
  const url = new URL(target, 'http://echo')
  return {
    method,
    path: url.pathname.split('/').map(decodeURIComponent),
    query: [...url.searchParams],
    authorization: headers.authorization,
    key: headers['x-api-key'],
    note: headers['x-note'],
    cookie: headers.cookie,
    type: headers['content-type']?.toLowerCase().replace(/boundary=.*/, 'boundary'),
    body,
  }
}
