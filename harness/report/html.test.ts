import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { RunEvent } from '../model/event.ts'
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

  it('shows one failure among thousands in the bar', async () => {
    const many = SMALL_RUN.map((event): RunEvent => {
      if (event.type !== 'route.ended') return event
      const { result } = event
      return { ...event, result: { ...result, counts: { ...result.counts, passed: 50_000 } } }
    })
    const page = await writeReport('html', many)
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
