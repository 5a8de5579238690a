import { expect } from 'chai'
import { describeInBrowsers } from './testdata/browser.ts'
import { type Demo, type Received, SECRET } from './testdata/demo.ts'
import { expectNothingForPublic, NOTHING } from './testdata/nothing.ts'
import type { Reference } from './testdata/reference.ts'
import { usePage } from './testdata/use-page.ts'

const BASIC = `Basic ${Buffer.from(`admin:${SECRET}`).toString('base64')}`

describeInBrowsers('the reference page, for each kind of credential', (browser) => {
  const opened = usePage(browser)
  let demo: Demo
  let reference: Reference
  beforeEach(() => void ({ demo, reference } = opened()))

  interface Kind {
    readonly summary: string
    readonly path: string
    /** Typed into the panel; in the second step of the case. */
    readonly fields: Readonly<Record<string, string>>
    /** Status while nothing is typed. */
    readonly empty: number
    /** The request that the server receives then. */
    readonly received: Partial<Received>
    /** The texts of panel and snippet then. */
    readonly panel: string
    readonly snippet: string
  }
  const kinds: readonly Kind[] = [
    {
      summary: 'Query key',
      path: '/api/query',
      fields: { 'QueryKey key': SECRET },
      empty: 401,
      received: { target: '/api/query?api_key=v1' },
      panel: 'Sends QueryKey (query parameter api_key).',
      snippet: 'api_key=v1',
    },
    {
      summary: 'Header key',
      path: '/api/header',
      fields: { 'HeaderKey key': SECRET },
      empty: 401,
      received: { key: SECRET },
      panel: 'Sends HeaderKey (header X-API-Key).',
      snippet: "--header 'X-API-Key: v1'",
    },
    {
      summary: 'Cookie key',
      path: '/api/cookie',
      fields: { 'CookieKey key': SECRET },
      empty: 401,
      received: { cookie: 'X-API-KEY=v1' },
      panel: 'Sends CookieKey (cookie X-API-KEY).',
      snippet: '--cookie X-API-KEY=v1',
    },
    {
      summary: 'Bearer',
      path: '/api/bearer',
      fields: { 'Token token': SECRET },
      empty: 401,
      received: { authorization: 'Bearer v1' },
      panel: 'Sends Token (header Authorization).',
      snippet: "--header 'Authorization: Bearer v1'",
    },
    {
      summary: 'Basic',
      path: '/api/basic',
      fields: { 'Basic user name': 'admin', 'Basic password': SECRET },
      empty: 401,
      received: { authorization: BASIC },
      panel: 'Sends Basic (header Authorization).',
      snippet: '--user admin:v1',
    },
    {
      summary: 'Either key',
      path: '/api/either',
      fields: { 'QueryKey key': SECRET },
      empty: 401,
      received: { target: '/api/either?api_key=v1' },
      panel: 'Sends QueryKey (query parameter api_key).',
      snippet: 'api_key=v1',
    },
    {
      summary: 'Either key',
      path: '/api/either',
      fields: { 'HeaderKey key': SECRET },
      empty: 401,
      received: { key: SECRET },
      panel: 'Sends HeaderKey (header X-API-Key).',
      snippet: "--header 'X-API-Key: v1'",
    },
    {
      summary: 'Both',
      path: '/api/both',
      fields: { 'Token token': SECRET, 'HeaderKey key': SECRET },
      empty: 401,
      received: { authorization: 'Bearer v1', key: SECRET },
      panel: 'Sends Token (header Authorization) and HeaderKey (header X-API-Key).',
      snippet: "--header 'Authorization: Bearer v1' \\ --header 'X-API-Key: v1'",
    },
    {
      summary: 'Checked',
      path: '/api/checked',
      fields: { 'Token token': SECRET },
      empty: 401,
      received: { authorization: 'Bearer v1' },
      panel: 'Sends Token (header Authorization).',
      snippet: "--header 'Authorization: Bearer v1'",
    },
    {
      summary: 'Maybe',
      path: '/api/maybe',
      fields: { 'Token token': SECRET },
      empty: 200,
      received: { authorization: 'Bearer v1' },
      panel: 'Sends Token (header Authorization).',
      snippet: "--header 'Authorization: Bearer v1'",
    },
  ]
  for (const { summary, path, fields, empty, received, panel, snippet } of kinds) {
    it(`${path} (${Object.keys(fields).join(', ')}): panel, snippet and wire say one thing, empty and filled`, async () => {
      await reference.openOperation(summary, `get ${path}`)
      expect(await reference.summary()).not.to.match(/^Sends .*\)\.$/)
      expect(await reference.snippet()).not.to.contain(SECRET)
      expect(await reference.send()).to.deep.equal({ target: path, ...NOTHING, status: empty })
      await reference.type(fields)
      expect(await reference.summary()).to.equal(panel)
      expect(await reference.snippet()).to.contain(snippet)
      expect(await reference.send()).to.deep.equal({ target: path, ...NOTHING, ...received, status: 200 })
    })
  }

  it('/api/public: nothing of any kind is shown or sent while a credential of each is typed', async () => {
    const fields = Object.assign({}, ...kinds.map((kind) => kind.fields)) as Kind['fields']
    await reference.type(fields, reference.credentials())
    await reference.credentials().locator('.svc-count').getByText('5 of 6 filled').waitFor({ state: 'attached' })
    await expectNothingForPublic(reference)
  })

  it('/api/both: of a pair of which one is typed, neither the request nor the snippet carries anything', async () => {
    await reference.type({ 'Token token': SECRET }, reference.credentials())
    await reference.openOperation('Both', 'get /api/both')
    expect(await reference.summary()).to.equal('No credential is sent: fill what is asked for.')
    expect(await reference.snippet()).not.to.match(/v1|Authorization|X-API-Key/)
    expect(await reference.send()).to.deep.equal({ target: '/api/both', ...NOTHING, status: 401 })
    await reference.type({ 'HeaderKey key': SECRET })
    expect(await reference.snippet()).to.contain("--header 'Authorization: Bearer v1' \\ --header 'X-API-Key: v1'")
  })

  const refused: readonly [summary: string, path: string, field: string, value: string, message: string][] = [
    ['Cookie key', '/api/cookie', 'CookieKey key', 'a;b', 'The value for the cookie "X-API-KEY" cannot be sent'],
    ['Cookie key', '/api/cookie', 'CookieKey key', 'k'.repeat(4088), 'it has 4097 octets, and browsers take no'],
    ['Header key', '/api/header', 'HeaderKey key', 'schlüssel€', 'The header X-API-Key cannot hold this'],
    ['Bearer', '/api/bearer', 'Token token', 'two words', 'A bearer token holds visible ASCII only'],
    ['Basic', '/api/basic', 'Basic user name', 'a:b', 'A user name of Basic cannot hold a colon'],
  ]
  for (const [summary, path, field, value, message] of refused) {
    it(`refuses ${JSON.stringify(value).slice(0, 40)} as ${field} beside the field, sends nothing, and takes the old answer away`, async () => {
      await reference.openOperation(summary, `get ${path}`)
      expect((await reference.send()).status).to.equal(401)
      await reference.type({ [field]: value })
      await reference.panel().locator('.svc-problem', { hasText: message }).waitFor()
      expect(await reference.panel().getByLabel(field, { exact: true }).getAttribute('aria-invalid')).to.equal('true')
      const calls = demo.received.length
      await reference
        .client()
        .getByRole('button', { name: /^Send .* request/ })
        .click()
      await reference
        .client()
        .getByText(/Status:\s*401/)
        .waitFor({ state: 'hidden' })
      expect(demo.received.length).to.equal(calls)
    })
  }
})
