import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { RunEvent } from '../model/event.ts'
import type { RunSummary } from '../model/summary.ts'
import type { Verdict } from '../model/verdict.ts'
import { html } from './html/markup.ts'
import { HOSTILE, SMALL_RUN } from './testdata/small-run.ts'
import { writeReport } from './testdata/write-report.ts'

const require = createRequire(import.meta.url)
const PAGE = fileURLToPath(new URL('html/page', import.meta.url))

function sha256(text: string | undefined): string {
  return `'sha256-${createHash('sha256')
    .update(text ?? '')
    .digest('base64')}'`
}

/** The run with other outcomes, by the id of the scenario. */
function withOutcomes(outcomes: Readonly<Record<string, 'passed' | 'failed'>>): readonly RunEvent[] {
  return SMALL_RUN.map((event) => {
    if (event.type !== 'scenario.ended') return event
    const outcome = outcomes[event.verdict.scenario.id]
    return outcome === undefined ? event : { ...event, verdict: { ...event.verdict, outcome } }
  })
}

/** The run with so many scenarios of each outcome. Without an exit code it did not come to its end. */
function withCounts(
  counts: Partial<Record<Verdict['outcome'], number>>,
  exitCode: RunSummary['exitCode'] | undefined,
): readonly RunEvent[] {
  return SMALL_RUN.flatMap((event): readonly RunEvent[] => {
    if (event.type === 'run.ended')
      return exitCode === undefined ? [] : [{ ...event, summary: { ...event.summary, exitCode } }]
    if (event.type !== 'scenario.ended') return [event]
    const { scenario, outcome } = event.verdict
    return Array.from({ length: counts[outcome] ?? 0 }, (_, at) => ({
      ...event,
      verdict: { ...event.verdict, scenario: { ...scenario, id: `${scenario.id}-${at}` } },
    }))
  })
}

describe('the HTML report', () => {
  it('allows its own script and style, and nothing else', async () => {
    const page = await writeReport('html', SMALL_RUN)
    const style = /<style>(.*?)<\/style>/s.exec(page)?.[1]
    const script = /<script type="module">(.*?)<\/script>/s.exec(page)?.[1]
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1]?.replaceAll('&#39;', "'")
    expect(policy).to.equal(
      `default-src 'none'; script-src ${sha256(script)}; style-src ${sha256(style)}; base-uri 'none'; form-action 'none'`,
    )
    expect(page).not.to.match(/<[^>]+\s(?:style|on\w+|src)=(?!x onerror)/)
  })

  it('begins with the causes, each with a link to its plainest finding', async () => {
    const page = await writeReport('html', SMALL_RUN)
    const section = /<section id="causes".*?<\/section>/s.exec(page)?.[0] ?? ''
    expect(section.match(/<li>/g)).to.have.length(1)
    expect(section).to.contain('<a href="#kp-1">key.prefix</a>')
    expect(page.indexOf('id="causes"')).to.be.below(page.indexOf('id="scenarios"'))
  })

  const ENDS: readonly (readonly [words: string, ...of: Parameters<typeof withCounts>])[] = [
    ['2 scenarios failed', { failed: 2, passed: 9 }, 1],
    ['The run did not come to its end', { passed: 9 }, undefined],
    ['Nothing was tested', {}, 4],
    ['Not every route could be proven', { passed: 9, inconclusive: 2 }, 4],
    ['Everything that could be decided passed', { passed: 9, inconclusive: 1 }, 0],
    ['Every scenario passed', { passed: 9 }, 0],
  ]
  for (const [words, counts, exitCode] of ENDS) {
    it(`says of a run ${exitCode === undefined ? 'without an end' : `with exit code ${exitCode}`} and ${JSON.stringify(counts)}: ${words}`, async () => {
      const page = await writeReport('html', withCounts(counts, exitCode))
      expect(/<p class="verdict \w+">(.*?)<\/p>/.exec(page)?.[1]).to.equal(words)
    })
  }

  it('names a route among what was not decided if no good credential is known for it, and only then', async () => {
    const found = await Promise.all(
      (['good', 'none'] as const).map(async (control) => {
        const run = withCounts({ inconclusive: 1 }, 4).map((event) =>
          event.type === 'route.ended' ? { ...event, result: { ...event.result, control } } : event,
        )
        const section = /<section id="undecided".*?<\/section>/s.exec(await writeReport('html', run))?.[0]
        return section?.match(/<code>GET \/x<\/code> no positive control/g)?.length ?? 0
      }),
    )
    expect(found).to.deep.equal([0, 1])
  })

  it('shows one failure among thousands in the bar', async () => {
    const page = await writeReport('html', withCounts({ passed: 2_000, failed: 1 }, 1))
    const widths = [...page.matchAll(/<rect class="\w+" x="([\d.]+)%" width="([\d.]+)%"/g)].map(([, x, width]) => ({
      ends: Number(x) + Number(width),
      width: Number(width),
    }))
    expect(/<rect class="failed"[^>]*>/.test(page)).to.equal(true)
    expect(widths.every(({ width }) => width > 0.9)).to.equal(true)
    expect(widths.at(-1)?.ends).to.be.closeTo(100, 0.01)
  })

  it('escapes what an application says, in the tables and in the data', async () => {
    const page = await writeReport('html', SMALL_RUN)
    expect(page).not.to.contain('<img')
    expect(page.match(/<\/script>/g)).to.have.lengthOf(2)
    const data = JSON.parse(/id="report-data">(.*?)<\/script>/s.exec(page)?.[1] ?? '') as { texts: readonly string[] }
    expect(data.texts).to.include(HOSTILE)
  })

  it('says what changed since the report that lay there before', async () => {
    const previous = await writeReport('html', withOutcomes({ 'kp-1': 'passed', 'ke-1': 'failed' }))
    const page = await writeReport('html', SMALL_RUN, previous)
    expect(page).to.contain('Since 2026-03-04 05:06 UTC: 1 new, 1 mended, 0 as before')
    expect(page)
      .to.contain('<a href="#kp-1"><code>GET /x key.prefix</code></a>')
      .and.contain('<li><code>GET /x key.empty</code></li>')
  })

  it('takes nothing from a file that is not a report of svc', async () => {
    for (const previous of ['', '<html>', '<script type="application/json" id="report-data">{</script>']) {
      expect(await writeReport('html', SMALL_RUN, previous)).not.to.contain('class="since"')
    }
  })

  it('has a score card where the run made faults', async () => {
    expect(await writeReport('html', SMALL_RUN)).to.contain('of 1 faults caught · 0 %')
    expect(
      await writeReport(
        'html',
        SMALL_RUN.filter(({ type }) => type !== 'mutation.ended'),
      ),
    ).not.to.contain('id="mutations"')
  })

  it('has a script that its types hold', async () => {
    const { bin } = require('typescript/package.json') as { readonly bin: { readonly tsc: string } }
    const compiler = join(dirname(require.resolve('typescript/package.json')), bin.tsc)
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', PAGE]).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).to.equal('')
  })

  it('escapes every content of a template but markup', () => {
    expect(html`<p title="${'"&\''}">${['<', html`<b>${1}</b>`, undefined, false]}</p>`.text).to.equal(
      '<p title="&#34;&#38;&#39;">&#60;<b>1</b></p>',
    )
  })
})
