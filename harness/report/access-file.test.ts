import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { RunEvent } from '../model/event.ts'
import { sampleRoute, sampleScenario, sampleVerdict } from '../testdata/samples.ts'
import { AccessFile } from './access-file.ts'

describe('what a run leaves for the view of svc dev', () => {
  const route = sampleRoute()
  const other = sampleRoute({ path: '/open', auth: null })
  const users = [{ name: 'ann', roles: ['clerk'] }]
  let folder: string
  const path = (): string => join(folder, '.svc', 'access.json')
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'svc-access-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  /** A run in which ann is let in, on a route. */
  function run(at: string, of = route): void {
    const file = new AccessFile(path())
    const scenarios = [
      sampleVerdict(sampleScenario(of, 'missing'), 'passed'),
      sampleVerdict(sampleScenario(of, 'role.*', { user: 'ann', expect: 'allow' }), 'failed'),
    ]
    const events = [
      { type: 'run.started', at, setting: { users } },
      { type: 'plan.ready', routes: [{ route: of, scenarios: 2 }], scenarios: 2 },
      ...scenarios.map((verdict) => ({ type: 'scenario.ended', verdict })),
      { type: 'run.ended' },
    ]
    for (const event of events) file.report(event as RunEvent)
  }

  const [first, second] = ['2026-01-02T03:04:05.000Z', '2026-01-03T03:04:05.000Z'] as const
  const cells = { anonymous: { came: ['200'], isWrong: false }, ann: { came: ['200'], isWrong: true } }

  it('is names, statuses and times; a run of another route keeps the rest', () => {
    mkdirSync(join(folder, '.svc'))
    run(first)
    run(second, other)
    expect(JSON.parse(readFileSync(path(), 'utf8'))).to.deep.equal({
      users,
      routes: { 'GET /pets': { at: first, cells }, 'GET /open': { at: second, cells } },
    })
    run(second)
    const { routes } = JSON.parse(readFileSync(path(), 'utf8')) as { routes: Record<string, { at: string }> }
    expect(routes['GET /pets']?.at).to.equal(second)
  })

  it('takes the place of an invalid file', () => {
    mkdirSync(join(folder, '.svc'))
    writeFileSync(path(), '{"users":')
    run(first)
    expect(JSON.parse(readFileSync(path(), 'utf8'))).to.deep.equal({
      users,
      routes: { 'GET /pets': { at: first, cells } },
    })
  })

  it('is nothing where svc dev never was', () => {
    run(first)
    expect(existsSync(join(folder, '.svc'))).to.equal(false)
  })
})
