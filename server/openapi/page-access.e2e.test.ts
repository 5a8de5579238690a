import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { findOurViolations } from './testdata/axe.ts'
import { describeInBrowsers } from './testdata/browser.ts'
import type { Reference } from './testdata/reference.ts'
import { useDevPage } from './testdata/use-dev-page.ts'

const CONFIG = `import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
export default defineConfig({ api: new SvcAPI({ title: 'Shop', auth: fwAuth, csrf: true }) })
`
const AUTH = `import { bearer } from 'svc/security'
const names = new Map([['t-ann', 'ann'], ['t-root', 'root']])
export const token = bearer((_, token) => names.get(token), { name: 'Token' })
export const isRoot = (user: string) => user === 'root'
`
const route = (auth: string, answer: string): string =>
  `import { operation } from 'svc'
import { check } from 'svc/security'
import { isRoot, token } from '../auth.ts'
void [check, isRoot, token]
export const GET = operation({ ${auth} }, (request) => ${answer})
`
const LOGIN = `import { Form, operation } from 'svc'
import { login } from 'svc/security'
export const POST = operation({ auth: null, summary: 'Log in', body: Form({ user: String }) }, (request) =>
  login(request, { name: request.body.user }),
)
`
const ALLOWED = { came: ['200'], isWrong: false }
const REFUSED = { came: ['401'], isWrong: false }
/** A run whose ages are in the midst of their minute and hour, however long the tests before it took. */
const runBefore = (now: number): object => ({
  users: [
    { name: 'ann', roles: [] },
    { name: 'root', roles: ['chief'] },
  ],
  routes: {
    'GET /mine': { at: new Date(now - 200_000).toISOString(), cells: { anonymous: REFUSED, ann: ALLOWED } },
    'GET /chief': {
      at: new Date(now - 9_000_000).toISOString(),
      cells: { anonymous: REFUSED, ann: { came: ['200'], isWrong: true }, root: ALLOWED },
    },
  },
})
const PEOPLE = [
  { name: 'ann', roles: [], credentials: { Token: { value: 't-ann' } }, session: { name: 'ann' } },
  { name: 'root', roles: ['chief'], credentials: { Token: { value: 't-root' } } },
]

describeInBrowsers('the view of who may call what', (browser) => {
  const files = {
    'package.json': '{"type":"module"}',
    'svc.config.ts': CONFIG,
    'auth.ts': AUTH,
    routes: {
      'chief.ts': route("auth: check(token, isRoot), summary: 'Chief'", 'request.auth'),
      'login.ts': LOGIN,
      'mine.ts': route("summary: 'Mine'", 'request.auth.name'),
      'open.ts': route(
        "auth: null, summary: 'Open'",
        '[...request.headers.keys()].filter((name) => /svc|cookie/.test(name))',
      ),
    },
  }
  const opened = useDevPage(browser, files, { credentials: {}, people: PEOPLE }, (folder) =>
    folder.write('.svc/access.json', JSON.stringify(runBefore(Date.now()))),
  )
  let server: ReturnType<typeof opened>['server']
  let reference: Reference
  beforeEach(() => {
    ;({ server, reference } = opened())
  })

  const view = (): Locator => reference.page.getByRole('region', { name: 'Access', exact: true })
  const cell = (name: string): Locator => view().getByRole('button', { name })
  const show = (): Promise<void> => view().getByRole('button', { name: 'Show who may call what' }).click()

  /** The body of the answer that a call gets. */
  async function answerOf(path: string, act: () => Promise<unknown>): Promise<unknown> {
    const answered = reference.page.waitForResponse((response) => response.url().endsWith(path))
    await act()
    const response = await answered
    return [response.status(), await response.text()]
  }

  it('has what is declared for each person, and what came, with its age', async () => {
    await show()
    await cell('Call GET /api/mine as ann').waitFor()
    const table = await reference.page.evaluate(() =>
      [...document.querySelectorAll('.svc-access-table tr')].map((row) =>
        [...row.children].map(({ textContent }) => textContent),
      ),
    )
    expect(table).to.deep.equal([
      ['Operation', 'anonymous', 'ann', 'root'],
      ['GET /api/chief', 'no401', 'checked200', 'checked200'],
      ['POST /api/login', 'open', 'open', 'open'],
      ['GET /api/mine', 'no401', 'may200', 'no'],
      ['GET /api/open', 'open', 'open', 'open'],
    ])
    await cell('Call GET /api/mine as ann: may ✓ 200').waitFor()
    await cell('Call GET /api/chief as ann: checked ✕ 200').locator('.svc-cross').waitFor()
    await view().getByText('svc test-auth ran 3 minutes ago').waitFor()
    const ages = await reference.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.svc-access-table tbody th')].map(({ title }) => title),
    )
    expect(ages).to.deep.equal(['tested 2 hours ago', 'not tested yet', 'tested 3 minutes ago', 'not tested yet'])
    // Firefox 153 crashes in axe.
    if (browser === 'Chromium') expect(await findOurViolations(reference.page)).to.deep.equal([])
  })

  it('keeps the operations in sight on a phone, however far its table is scrolled, and its button beside its title', async () => {
    const { page } = reference
    await page.setViewportSize({ width: 390, height: 844 })
    await show()
    await cell('Call GET /api/mine as root').scrollIntoViewIfNeeded()
    const seen = await page.evaluate(() => {
      const table = document.querySelector('.svc-access-table')
      if (table) table.scrollLeft = table.scrollWidth
      const [edge, name, title, button] = [
        '.svc-access-table',
        '.svc-access-table tbody th',
        '.svc-access-view h2',
        '.svc-access-view .svc-button',
      ].map((selector) => document.querySelector(selector)?.getBoundingClientRect())
      return JSON.stringify([
        (table?.scrollLeft ?? 0) > 0 && Math.abs((name?.left ?? 0) - (edge?.left ?? 99)) < 2,
        (button?.top ?? 99) < (title?.bottom ?? 0),
      ])
    })
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(seen).to.equal('[true,true]')
  })

  it('makes the call of a cell as its person, with their session or their key', async () => {
    await show()
    expect(await answerOf('/api/mine', () => cell('Call GET /api/mine as ann').click())).to.deep.equal([200, 'ann'])
    expect((await reference.page.context().cookies()).map(({ path }) => path)).to.deep.equal(['/api/docs'])
    await reference.closeOperation()
    const chief = await answerOf('/api/chief', () => cell('Call GET /api/chief as root').click())
    expect(chief).to.deep.equal([200, 'root'])
    await reference.closeOperation()
    const [status] = (await answerOf('/api/chief', () => cell('Call GET /api/chief as ann').click())) as [number]
    expect(status).to.equal(403)
    await reference.closeOperation()
    // It may change something: the person sends it.
    await cell('Call POST /api/login as ann').click()
    await reference
      .client()
      .getByRole('button', { name: /^Send .*login/ })
      .waitFor()
  })

  it('has people side by side, and a user who is logged in stays so', async () => {
    await reference.type({ 'fwAuth user': 'zoe' }, reference.credentials())
    await reference.credentials().getByRole('button', { name: 'Log in' }).click()
    await reference.credentials().getByText('Logged in as zoe').waitFor()
    await reference.openOperation('Mine', 'get /api/mine')
    const as = (name: string): Promise<void> =>
      reference.panel().getByRole('group', { name: 'Call as' }).getByRole('button', { name, exact: true }).click()
    const sent = (): Promise<unknown> => answerOf('/api/mine', () => reference.send())
    expect(await sent()).to.deep.equal([200, 'zoe'])
    await as('as ann')
    expect(await sent()).to.deep.equal([200, 'ann'])
    await as('as nobody')
    expect(((await sent()) as [number])[0]).to.equal(401)
    await as('as typed')
    expect(await sent()).to.deep.equal([200, 'zoe'])
    expect(await reference.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.to.match(/t-ann|t-root|ann/)
  })

  it('is for the page of the developer: without its name a person is a header like any other', async () => {
    await reference.openOperation('Open', 'get /api/open')
    await reference.panel().getByRole('button', { name: 'as ann' }).click()
    const asked = reference.page.waitForRequest(/\/api\/open$/)
    expect(await answerOf('/api/open', () => reference.send())).to.deep.equal([200, '[]'])
    const { 'x-svc-call': call = '', 'x-svc-as': as } = (await asked).headers()
    expect(as).to.equal('')
    const mine = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(`${server.url}/api/mine`, { headers: { 'x-svc-as': 'ann', ...headers } })).status
    expect(await mine({ 'x-svc-call': call })).to.equal(200)
    expect(await mine({})).to.equal(401)
    expect(await mine({ 'x-svc-call': `${'A'.repeat(22)}.1` })).to.equal(401)
    expect(await mine({ 'x-svc-call': call, 'x-forwarded-for': '192.0.2.1' })).to.equal(401)
    const table = async (headers: Readonly<Record<string, string>>): Promise<number> =>
      (await fetch(`${server.url}/api/docs/access`, { headers })).status
    expect(await table({})).to.equal(200)
    expect(await table({ 'sec-fetch-site': 'cross-site' })).to.equal(404)
    expect(await table({ 'x-forwarded-for': '192.0.2.1' })).to.equal(404)
  })
})
