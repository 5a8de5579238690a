import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { bearer } from 'svc/security'
import type { FixtureFile } from '../credentials/define.ts'
import type { AnyApi } from '../model/application.ts'
import type { Verdict } from '../model/verdict.ts'
import { runSample } from '../testdata/run-sample.ts'
import { type CauseGroup, groupFindings } from './causes.ts'

async function groupsOf(api: AnyApi, fixtures: FixtureFile = {}): Promise<readonly CauseGroup[]> {
  const verdicts: Verdict[] = []
  await runSample({
    api,
    fixtures,
    emit: (event) => void (event.type === 'scenario.ended' && verdicts.push(event.verdict)),
  })
  return groupFindings(verdicts)
}

/** The line of a place in this file that ends in a comment with the mark. */
const LINES = readFileSync(new URL(import.meta.url), 'utf8').split('\n')
const lineOf = (mark: string): number => LINES.findIndex((line) => line.endsWith(`// ${mark}`)) + 1

const shown = ({ cause, position, findings: [{ thrown = [] }] }: CauseGroup): object => ({
  cause,
  line: position?.line,
  thrown: thrown.slice(0, 2).map((text) => text.replace(/at .*\/(?=\w+\.test\.ts)/, 'at ')),
})

describe('what the application throws', () => {
  it('is shown with its place, at the route where a public handler throws', async () => {
    const api = new SvcAPI()
    const handler = ({ cookies }: { readonly cookies: Readonly<Record<string, string | undefined>> }): unknown => {
      if (cookies['svc'] !== undefined) throw new RangeError('no such cookie') // handler
      return { up: true }
    }
    api.get('/up', { auth: null }, handler) // route
    expect((await groupsOf(api)).map(shown)).to.deep.equal([
      {
        cause: 'the handler throws an exception that is not registered',
        line: lineOf('route'),
        thrown: ['RangeError: no such cookie', `at thrown.test.ts:${lineOf('handler')}`],
      },
    ])
  })

  it('is shown at the authenticator where that throws, without the secret in its message', async () => {
    const api = new SvcAPI()
    const find = (_: unknown, token: string): object | null => {
      if (!token.startsWith('Key-')) throw new SyntaxError('not a key, but for Key-of-ann-4711') // hook
      return token === 'Key-of-ann-4711' ? { name: 'ann' } : null
    }
    const auth = bearer(find, { name: 'Token' }) // authenticator
    api.get('/mine', { auth }, ({ auth: user }) => user)
    const groups = await groupsOf(api, { credentials: { Token: { valid: 'Key-of-ann-4711' } } })
    const crash = groups.find(({ findings }) => findings[0].problems[0].code === 'crash')
    expect(crash && shown(crash)).to.deep.equal({
      cause: 'the authenticator throws what is not registered on this input',
      line: lineOf('authenticator'),
      thrown: ['SyntaxError: not a key, but for [credentials.Token.valid]', `at thrown.test.ts:${lineOf('hook')}`],
    })
  })

  it('is another group than a state that requests share', async () => {
    const api = new SvcAPI()
    let last: unknown = null
    const auth = bearer(
      (_, token) => {
        if (token.includes('%')) throw new SyntaxError('not a token')
        return token === 'Key-of-ann-4711' ? (last = { name: 'ann' }) : last
      },
      { name: 'Token' },
    )
    api.get('/mine', { auth }, ({ auth: user }) => user)
    const groups = await groupsOf(api, { credentials: { Token: { valid: 'Key-of-ann-4711' } } })
    expect(groups.map(({ findings }) => findings.some(({ thrown }) => thrown !== undefined))).to.include.members([
      true,
      false,
    ])
    for (const { findings } of groups)
      expect(
        new Set(findings.map(({ problems: [{ code }] }) => code === 'crash')).size,
        'one kind in a group',
      ).to.equal(1)
  })
})
