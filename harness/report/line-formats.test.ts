import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { createGithub } from './github.ts'
import { recordRun } from './testdata/recorded-run.ts'
import { HOSTILE, SMALL_RUN } from './testdata/small-run.ts'
import { writeReport } from './testdata/write-report.ts'

/** One test point, with its YAML block if it has one. */
interface Point {
  readonly ok: boolean
  readonly number: number
  readonly skip: boolean
  readonly diagnostics?: unknown
}

/** Reads TAP 14 as its specification words it, and knows nothing that is not in there. */
function readTap(text: string): readonly Point[] {
  const lines = text.trimEnd().split('\n')
  expect(lines.shift()).to.equal('TAP version 14')
  const plan = /^1\.\.(\d+)$/.exec(lines.pop() ?? '')
  const points: Point[] = []
  while (lines.length > 0) {
    const line = lines.shift() as string
    if (line.startsWith('#')) continue
    const match = /^(not )?ok (\d+) - ((?:\\[\\#]|[^\\#])+)(?: # SKIP (.*))?$/.exec(line)
    if (match === null) throw new Error(`this is no line of TAP: ${line}`)
    const block = lines[0] === '  ---' ? lines.splice(0, lines.indexOf('  ...') + 1).slice(1, -1) : []
    const point = { ok: match[1] === undefined, number: Number(match[2]), skip: match[4] !== undefined }
    points.push(
      block.length === 0
        ? point
        : { ...point, diagnostics: parse(block.map((one) => one.slice(2)).join('\n')) as unknown },
    )
  }
  expect(points.map(({ number }) => number)).to.deep.equal(Array.from({ length: Number(plan?.[1]) }, (_, at) => at + 1))
  return points
}

describe('the TAP report', () => {
  it('of a real run is TAP 14', async () => {
    const { events } = await recordRun()
    const failed = events.filter(
      (event) => event.type === 'scenario.ended' && event.verdict.outcome === 'failed',
    ).length
    const points = readTap(await writeReport('tap', events))
    expect(points.filter(({ ok, diagnostics }) => !ok && diagnostics !== undefined)).to.have.lengthOf(failed)
  })

  it('tells a finding in YAML, whatever an application answers', async () => {
    const points = readTap(await writeReport('tap', SMALL_RUN))
    expect(points.map(({ ok, skip }) => ({ ok, skip }))).to.deep.equal([
      { ok: true, skip: false },
      { ok: false, skip: false },
      { ok: true, skip: true },
      { ok: true, skip: true },
      { ok: true, skip: true },
    ])
    expect(points[1]?.diagnostics).to.deep.include({
      at: 'routes/x.ts:4',
      cwe: 287,
      problems: [{ code: 'accepted', expected: '401', got: HOSTILE }],
    })
  })

  it('bails out of a run that was interrupted', async () => {
    const events = SMALL_RUN.map((event) =>
      event.type === 'run.ended'
        ? { ...event, summary: { ...event.summary, exitCode: 130 as const, reason: 'interrupted' } }
        : event,
    )
    expect((await writeReport('tap', events)).trimEnd().split('\n').at(-1)).to.equal('Bail out! interrupted')
  })
})

describe('the GitHub report', () => {
  it('annotates the declaration, and no answer begins a command of its own', async () => {
    const lines = (await writeReport('github', SMALL_RUN)).trimEnd().split('\n')
    expect(lines.map((line) => line.slice(0, line.indexOf('::', 2)))).to.deep.equal([
      '::error file=routes/x.ts,line=4,title=GET /x key.prefix',
      '::warning file=routes/x.ts,line=4,title=GET /x is not decided',
      '::warning title=GET /x',
    ])
    expect(lines[0]).to.contain('%250A::error::').and.contain('%0D%0A...%0A# SKIP')
  })

  it('appends a summary for the job', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-summary-'))
    const file = join(folder, 'summary.md')
    try {
      const reporter = createGithub(
        { write: () => undefined, close: async () => undefined },
        { GITHUB_STEP_SUMMARY: file },
      )
      for (const event of SMALL_RUN) reporter.report(event)
      await reporter.close?.()
      const summary = readFileSync(file, 'utf8')
      expect(summary).to.contain('**4** scenarios on **1** routes: 1 passed, **1 failed**, 1 inconclusive, 1 ignored')
      expect(summary)
        .to.contain('| route | auth | control | common | path |')
        .and.contain('| `GET /x` | `Token` | ✅ 1 | ❌ 0/3 |  |')
      expect(summary).not.to.match(/^(?!.*`).*<img/m)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
