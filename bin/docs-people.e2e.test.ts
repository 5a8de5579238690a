import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { type DevServer, startDevServer } from '../server/dev/dev-server.ts'
import { createSample, type SampleFolder } from '../server/files/testdata/tree.ts'
import { describeInBrowsers, useBrowser } from '../server/openapi/testdata/browser.ts'
import { openProfile, openReference, type Reference } from '../server/openapi/testdata/reference.ts'
import { readDocsCredentials } from './docs-credentials.ts'

const CONFIG = `import { defineConfig, SvcAPI } from 'svc'
import { jwt } from 'svc/identity'
import { bearer, fwAuth, headerKey } from 'svc/security'
const api = new SvcAPI({ title: 'Shop', csrf: true, sessions: { secrets: ['x'.repeat(32)] } })
const who = (_: unknown, text: string) => text.startsWith('given-to-') && text.slice(9)
api.get('/mine', { auth: fwAuth, summary: 'Mine' }, ({ auth }) => (auth as { name: string }).name)
api.get('/token', { auth: bearer(who, { name: 'Token' }), summary: 'Token alone' }, ({ auth }) => auth)
api.get('/key', { auth: headerKey('X-Key', who, { name: 'Key' }), summary: 'Key alone' }, ({ auth }) => auth)
api.get('/issued', { auth: jwt({ issuer: 'dev', audience: 'shop', name: 'Issued' }), summary: 'Issued' }, ({ auth }) => auth.sub)
export default defineConfig({ api })
`
const LOGIN = `import { Form, HttpError, operation } from 'svc'
import { login } from 'svc/security'
export const POST = operation({ auth: null, summary: 'Log in', body: Form({ user: String, password: String }) }, (request) => {
  const { user, password } = request.body
  if (password !== 'pw-of-' + user) throw new HttpError(401, 'Not this password.')
  return login(request, { name: user })
})
`
const GRANT = `import { HttpError, operation } from 'svc'
export const POST = operation({ auth: null, summary: 'Grant', body: { user: String, password: String } }, ({ body }) => {
  if (body.password !== 'pw-of-' + body.user) throw new HttpError(401, 'Not this password.')
  return { token: 'given-to-' + body.user }
})
`
const FIXTURES = `
users:
  ann: { password: pw-of-ann }
  bob: { password: pw-of-bob }
  eve: { password: pw-of-ann }
credentials:
  Token:
    ann: { login: { as: ann, request: { path: /api/grant, json: { user: ann, password: pw-of-ann } }, take: { json: /token } } }
  Key:
    bob: given-to-bob
login:
  request: { path: /login, form: { user: '{user}', password: '{password}' } }
  take: { cookie: svc-session }
  use: fwAuth
`

describeInBrowsers('users of the fixtures on the reference page', (browser) => {
  const browserOf = useBrowser(browser)
  let sample: SampleFolder
  let server: DevServer
  let reference: Reference
  const problems: string[] = []

  before(async () => {
    sample = createSample({
      'package.json': '{"type":"module"}',
      'svc.config.ts': CONFIG,
      fixtures: { 'auth.yaml': FIXTURES },
      routes: { 'login.ts': LOGIN, 'grant.ts': GRANT },
    })
    const report = (line: string): void => void problems.push(line)
    const fixtures = await readDocsCredentials(sample.root, report)
    const tokenUsers = async () => ({ ann: undefined, bob: undefined, eve: undefined })
    const output = { print: () => undefined, report, color: { stdout: false, stderr: false } }
    server = await startDevServer({ root: sample.root, port: 0, tokenUsers, ...fixtures }, output)
    const subject = { url: server.url, page: server.page(), title: 'Shop', received: [] }
    reference = await openReference(await openProfile(browserOf()), subject)
  })
  after(async () => {
    const { foreign, faults } = reference
    await reference.page.context().close()
    await server.close()
    sample.dispose()
    expect({ foreign, faults }).to.deep.equal({ foreign: [], faults: [] })
  })

  const people = (): Locator => reference.panel().getByRole('group', { name: 'Call as' })
  async function act(name: string): Promise<void> {
    await people().getByRole('button', { name, exact: true }).click()
    await people().getByRole('button', { name, exact: true, pressed: true }).waitFor()
  }
  async function answer(summary: string, path: string, as: string): Promise<unknown> {
    await reference.openOperation(summary, `get ${path}`)
    await act(as)
    const answered = reference.page.waitForResponse((response) => response.url().endsWith(path))
    await reference.send()
    const response = await answered
    return [response.status(), (await response.text()).replaceAll('"', '')]
  }

  it('have what their login gives: a session, without the cookie of the browser', async () => {
    expect(await answer('Mine', '/api/mine', 'as ann')).to.deep.equal([200, 'ann'])
    expect(await answer('Mine', '/api/mine', 'as bob')).to.deep.equal([200, 'bob'])
    expect(await answer('Mine', '/api/mine', 'as nobody')).to.deep.include(401)
    const cookies = await reference.page.context().cookies()
    expect(cookies.filter(({ name }) => name.includes('session'))).to.deep.equal([])
  })

  it('have what their login gives: a token, which is in their field', async () => {
    expect(await answer('Token alone', '/api/token', 'as ann')).to.deep.equal([200, 'ann'])
    expect(await reference.panel().getByLabel('Token token', { exact: true }).inputValue()).to.equal('given-to-ann')
    expect(await reference.page.evaluate(() => JSON.stringify({ ...localStorage }))).not.to.contain('given')
  })

  it('have a key that is written out, and a token of the issuer for development', async () => {
    expect(await answer('Key alone', '/api/key', 'as bob')).to.deep.equal([200, 'bob'])
    for (const name of ['ann', 'bob'])
      expect(await answer('Issued', '/api/issued', `as ${name}`)).to.deep.equal([200, name])
  })

  it('stay who they are where the login of another fails, and that is said', async () => {
    await reference.openOperation('Mine', 'get /api/mine')
    await act('as ann')
    await people().getByRole('button', { name: 'as eve' }).click()
    await people()
      .getByText(/^Not as eve: the login POST \/api\/login answered 401/)
      .waitFor()
    await people().getByRole('button', { name: 'as ann', pressed: true }).waitFor()
    await act('as typed')
    await people().getByText('Not as eve').waitFor({ state: 'hidden' })
  })

  it('are in the table of who may call what, whether or not they logged in', async () => {
    await reference.closeOperation()
    await reference.page.getByRole('button', { name: 'Show who may call what' }).click()
    await reference.page.getByRole('button', { name: 'Call GET /api/mine as ann' }).waitFor()
    const declared = await reference.page.evaluate(() =>
      JSON.stringify(
        [...document.querySelectorAll('.svc-access-table tr')].map((row) =>
          [...row.children].map(({ textContent }) => textContent),
        ),
      ),
    )
    expect(JSON.parse(declared)).to.deep.include.members([
      ['Operation', 'anonymous', 'ann', 'bob', 'eve'],
      ['GET /api/mine', 'no', 'may', 'may', 'may'],
      ['GET /api/token', 'no', 'may', 'no', 'no'],
      ['GET /api/key', 'no', 'no', 'may', 'no'],
      ['GET /api/issued', 'no', 'may', 'may', 'may'],
    ])
  })

  it('are for the developer’s open page: what their login gives is given to nothing else', async () => {
    const asks: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['name=ann', {}],
      [`name=ann&page=${'A'.repeat(22)}`, {}],
      ['name=ann', { 'sec-fetch-site': 'cross-site' }],
    ]
    for (const [query, headers] of asks) {
      const { status } = await fetch(`${server.url}/api/docs/person?${query}`, { headers })
      expect({ query, status }).to.deep.equal({ query, status: 404 })
    }
  })
})
