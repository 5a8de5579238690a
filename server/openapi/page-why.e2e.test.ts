import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { describeInBrowsers } from './testdata/browser.ts'
import { type Reference, textsOf } from './testdata/reference.ts'
import { useDevPage } from './testdata/use-dev-page.ts'

const SECRET = 'k4n4ry-right'
const CONFIG = `import { defineConfig, SvcAPI } from 'svc'
import { fwAuth } from 'svc/security'
export default defineConfig({ api: new SvcAPI({ title: 'Shop', auth: fwAuth, csrf: true }) })
`
const AUTH = `import { bearer, headerKey } from 'svc/security'
export const token = bearer((_, token) => token === '${SECRET}' && { role: 'clerk' }, { name: 'Token' })
export const key = headerKey('X-API-Key', (_, key) => key === '${SECRET}', { name: 'Key' })
export const isChief = (user: { role: string }) => user.role === 'chief'
`
const LOGIN = `import { Form, operation } from 'svc'
import { login } from 'svc/security'
export const POST = operation({ auth: null, summary: 'Log in', body: Form({ user: String }) }, (request) =>
  login(request, { name: request.body.user }),
)
`
const route = (name: string, auth: string, answer = `'${name}'`): string =>
  `import { operation } from 'svc'
import { all, check } from 'svc/security'
import { isChief, key, token } from '../auth.ts'
export const GET = operation({ summary: '${name}'${auth} }, (request) => ${answer})
void [all, check, isChief, key, token]
`

describe('promise 36: the reference page of svc dev', () => {
  describeInBrowsers('beside a refusal', (browser) => {
    const opened = useDevPage(browser, {
      'package.json': '{"type":"module"}',
      'svc.config.ts': CONFIG,
      'auth.ts': AUTH,
      'editor.sh': '#!/bin/sh\necho "$@" > "$(dirname "$0")/opened"\n',
      routes: {
        'login.ts': LOGIN,
        'mine.ts': route('Mine', ''),
        'token.ts': route('Token alone', ', auth: token'),
        'either.ts': route('Either', ', auth: [token, key]'),
        'both.ts': route('Both of them', ', auth: all(token, key)'),
        'chief.ts': route('Chief', ', auth: check(token, isChief)'),
        'names.ts': route('Names', ', auth: null', '[...request.headers.keys()]'),
      },
    })
    let sample: ReturnType<typeof opened>['sample']
    let server: ReturnType<typeof opened>['server']
    let reference: Reference
    const editor = process.env.SVC_EDITOR

    before(() => {
      sample = opened().sample
      chmodSync(join(sample.root, 'editor.sh'), 0o755)
      process.env.SVC_EDITOR = join(sample.root, 'editor.sh')
    })
    beforeEach(() => {
      ;({ sample, server, reference } = opened())
    })
    after(() => {
      if (editor === undefined) delete process.env.SVC_EDITOR
      else process.env.SVC_EDITOR = editor
    })

    const why = (): Locator => reference.client().getByRole('region', { name: 'Why it was refused' })
    const button = (name: string): Locator => why().getByRole('button', { name })
    const open = (summary: string, path: string): Promise<void> => reference.openOperation(summary, `get /api/${path}`)

    /** Sends the open request, which is refused: the lines and the buttons beside the answer. */
    async function refused(status: number): Promise<{ lines: readonly string[]; buttons: readonly string[] }> {
      expect((await reference.send()).status).to.equal(status)
      await why().getByText(`Why ${status}`).waitFor()
      const lines = await textsOf(why().locator('.svc-why-lines p'))
      return {
        lines: lines.map(sample.strip),
        buttons: (await textsOf(why().getByRole('button'))).map(sample.strip),
      }
    }

    it('says what was looked for and which function said no, and opens that in the editor', async () => {
      await open('Token alone', 'token')
      expect(await refused(401)).to.deep.equal({
        lines: [
          'Token (auth.ts:2) looks for Authorization: Bearer: there is no such header. Send Authorization: Bearer <token>.',
        ],
        buttons: ['Type Token', 'Open auth.ts:2'],
      })
      await reference.type({ 'Token token': 'k4n4ry-wrong' })
      const { lines, buttons } = await refused(401)
      expect(lines.join()).to.match(
        /^Token \(auth\.ts:2\) read .* its function said no: it returned false\. It got 12 char/,
      )
      expect(buttons).to.deep.equal(['Type Token', 'Open auth.ts:2'])
      expect(await why().innerText()).not.to.contain('k4n4ry')
      await why()
        .getByRole('button', { name: /^Open / })
        .click()
      // The shell makes the file before the editor writes into it.
      const openedText = (): string => {
        const path = join(sample.root, 'opened')
        return existsSync(path) ? readFileSync(path, 'utf8').trim() : ''
      }
      await waitUntil(() => openedText() !== '')
      expect(sample.strip(openedText())).to.equal('auth.ts')
      await button('Type Token').click()
      await reference.page.keyboard.type(SECRET)
      expect((await reference.send()).status).to.equal(200)
      await why().waitFor({ state: 'hidden' })
    })

    it('leads to the login, and goes away once the answer is another', async () => {
      await open('Mine', 'mine')
      const { lines, buttons } = await refused(401)
      expect(lines.join()).to.contain('looks for the session cookie svc-session: there is no such cookie.')
      expect(buttons[0]).to.equal('Log in')
      await button('Log in').click()
      await reference.page.keyboard.type('ann')
      await reference.page.keyboard.press('Enter')
      await reference.panel().getByText('Logged in as ann').waitFor()
      expect((await reference.send()).status).to.equal(200)
      await why().waitFor({ state: 'hidden' })
    })

    it('sends the other alternative of a list at a click', async () => {
      await reference.type({ 'Token token': 'k4n4ry-wrong', 'Key key': SECRET }, reference.credentials())
      await open('Either', 'either')
      const { lines, buttons } = await refused(401)
      expect(lines.slice(0, 2)).to.deep.equal([
        'auth is [Token, Key], declared by the operation (routes/either.ts:4):',
        'one of these 2 is needed:',
      ])
      expect(buttons.slice(0, 2)).to.deep.equal(['Send Key instead', 'Type Token'])
      await button('Send Key instead').click()
      expect((await reference.send()).status).to.equal(200)
    })

    it('names the member of an all that is wrong, and the guard that said no', async () => {
      await reference.type({ 'Token token': SECRET, 'Key key': 'k4n4ry-wrong' }, reference.credentials())
      await open('Both of them', 'both')
      const both = await refused(401)
      expect(both.lines.slice(2).map((line) => line.split(' read')[0])).to.deep.equal([
        '1. Token (auth.ts:2) passed.',
        '2. Key (auth.ts:3)',
      ])
      expect(both.buttons).to.deep.equal(['Type Key', 'Open auth.ts:3'])
      await open('Chief', 'chief')
      expect((await refused(403)).lines.at(-1)).to.contain(
        'The guard isChief (routes/chief.ts:4) said no: it returned false.',
      )
    })

    it('hides its numbers from handlers, from the answer and from another page', async () => {
      await open('Names', 'names')
      const asked = reference.page.waitForRequest(/\/api\/names$/)
      expect((await reference.send()).status).to.equal(200)
      const number = (await asked).headers()['x-svc-call'] ?? ''
      expect(number).to.match(/^[\w-]{22}\.\d+$/)
      const answer = await fetch(`${server.url}/api/names`, { headers: { 'x-svc-call': number, 'x-other': '1' } })
      const names = (await answer.json()) as readonly string[]
      expect({ own: names.includes('x-svc-call'), other: names.includes('x-other') }).to.deep.equal({
        own: false,
        other: true,
      })
      const [page = ''] = number.split('.')
      const at = encodeURIComponent(join(sample.root, 'auth.ts:2'))
      const asks: readonly [string, Readonly<Record<string, string>>][] = [
        [`at=${at}&page=${'A'.repeat(22)}`, {}],
        [`at=${at}&page=${page}`, { 'sec-fetch-site': 'cross-site' }],
        [`at=${at}&page=${page}`, { 'x-forwarded-for': '192.0.2.1' }],
        [`at=/etc/passwd:1&page=${page}`, {}],
      ]
      for (const [query, headers] of asks) {
        const { status } = await fetch(`${server.url}/api/docs/open?${query}`, { headers })
        expect({ query, status }).to.deep.equal({ query, status: 404 })
      }
    })
  })
})

async function waitUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20))
}
