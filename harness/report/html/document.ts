import { plural } from '../../../server/internal.ts'
import { sumCounts, totalOf, type Counts } from '../../model/counts.ts'
import { acceptedOf, causesOf, type RunRecord } from '../record.ts'
import { TOOL } from '../tool.ts'
import { readPageAssets } from './assets.ts'
import { causeSection } from './causes.ts'
import { coverageSection } from './coverage.ts'
import type { ReportData } from './data.ts'
import type { Difference } from './difference.ts'
import { familyMatrix } from './families.ts'
import { escapeHtml, html, jsonForHtml, type Markup } from './markup.ts'
import { mutationSection } from './mutations.ts'
import { acceptedSection, differenceNote, remarkSection, undecidedSection } from './notes.ts'
import { roleMatrix } from './roles.ts'
import { count } from './table.ts'

/** The whole page, in pieces. */
export function* writePage(record: RunRecord, data: ReportData, difference: Difference | undefined): Generator<string> {
  const { script, style, policy } = readPageAssets()
  const { setting } = record
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(titleOf(record))}</title>
<style>${style}</style>
</head>
<body>
`
  yield header(record).text
  yield html`<main>
      ${overview(record, difference === undefined ? undefined : differenceNote(difference, data))}
      ${roleMatrix(record.matrix)} ${causeSection(causesOf(record))}
      ${scenarioSection(record.routes.reduce((sum, { counted }) => sum + counted.length, 0))}
      ${familyMatrix(record.routes)} ${coverageSection(record)} ${mutationSection(record.mutations)}
      ${undecidedSection(record.routes)} ${acceptedSection(acceptedOf(record))} ${remarkSection(record.remarks)}
    </main>
    <footer>
      ${TOOL.name} ${TOOL.version} · seed <code>${setting.seed}</code> · secrets are redacted · this page loads nothing
    </footer> `.text
  yield `<script type="application/json" id="report-data">${jsonForHtml(data)}</script>\n`
  yield `<script type="module">${script}</script>\n</body>\n</html>\n`
}

function titleOf({ setting, routes }: RunRecord): string {
  const { failed } = sumCounts(routes.map(({ counts }) => counts))
  return `${failed > 0 ? `${failed} ${failed === 1 ? 'finding' : 'findings'}` : 'No findings'} · ${setting.title} · ${TOOL.name}`
}

function header({ setting, at, summary, mutations, routes }: RunRecord): Markup {
  const counts = sumCounts(routes.map((route) => route.counts))
  const [state, words] = verdictOf(counts, summary?.exitCode)
  const day = at.slice(0, 16).replace('T', ' ')
  const duration = summary === undefined ? '' : ` · ${(summary.duration / 1_000).toFixed(1)} s`
  return html`<a class="skip" href="#scenarios">To the scenarios</a>
    <header class="top">
      <p class="eyebrow">Authentication report</p>
      <h1>${setting.title} <span class="version">${setting.version}</span></h1>
      <p class="verdict ${state}">${words}</p>
      <p class="meta">
        <time datetime="${at}">${day} UTC</time>${duration} ·
        ${setting.origin}${setting.target === 'in-process' ? ' (in process)' : ''}
      </p>
    </header>
    <nav aria-label="Sections">
      <a href="#overview">Overview</a><a href="#roles">Who gets what</a><a href="#scenarios">Scenarios</a
      ><a href="#families">Families</a><a href="#coverage">Coverage</a>${
        mutations.length > 0 && html`<a href="#mutations">Mutations</a>`
      }
    </nav> `
}

function verdictOf(
  { failed, passed, inconclusive }: Counts,
  exitCode: number | undefined,
): readonly [state: string, words: string] {
  if (failed > 0) return ['failed', `${failed} ${failed === 1 ? 'scenario' : 'scenarios'} failed`]
  if (exitCode === undefined) return ['inconclusive', 'The run did not come to its end']
  if (passed === 0) return ['inconclusive', 'Nothing was tested']
  if (exitCode !== 0) return ['inconclusive', 'Not every route could be proven']
  return ['passed', inconclusive > 0 ? `Everything that could be decided passed` : 'Every scenario passed']
}

/** Per cent of the bar: one failure among thousands must be seen. */
const NARROWEST = 1

function overview({ routes, summary }: RunRecord, note: Markup | undefined): Markup {
  const counts = sumCounts(routes.map((route) => route.counts))
  const total = totalOf(counts)
  const shown = OUTCOMES.filter(([key]) => counts[key] > 0 && key !== 'notRouted')
  const shares = shown.map(([key]) => Math.max(NARROWEST, (counts[key] / total) * 100))
  const sum = shares.reduce((a, b) => a + b, 0)
  let left = 0
  const bars = shown.map(([key], at) => {
    const width = ((shares[at] as number) / sum) * 100
    const bar = html`<rect class="${key}" x="${left.toFixed(3)}%" width="${width.toFixed(3)}%" height="100%" />`
    left += width
    return bar
  })
  return html`<section id="overview" aria-labelledby="overview-title">
    <h2 id="overview-title">Overview</h2>
    <svg class="bar" width="100%" height="10" aria-hidden="true" focusable="false">${bars}</svg>
    <dl class="counts">
      ${count('scenarios', total)}
      ${OUTCOMES.map(
        ([key, label, always]) =>
          (always || counts[key] > 0) && count(label, counts[key], counts[key] > 0 ? key : undefined),
      )}
      ${count('routes', routes.length)}${summary !== undefined && count('protected', summary.protectedRoutes)}
    </dl>
    ${summary?.reason !== undefined && summary.exitCode !== 1 && html`<p class="reason">${summary.reason}</p>`} ${note}
  </section>`
}

const OUTCOMES: readonly (readonly [key: keyof Counts, label: string, always: boolean])[] = [
  ['failed', 'failed', true],
  ['inconclusive', 'inconclusive', false],
  ['ignored', 'ignored', false],
  ['notRouted', 'not routed', false],
  ['passed', 'passed', true],
]

/** An empty frame: there may be ten thousand scenarios, so the script writes those that are looked at. */
function scenarioSection(counted: number): Markup {
  return html`<section id="scenarios" aria-labelledby="scenarios-title">
    <h2 id="scenarios-title">Scenarios</h2>
    ${
      counted > 0 &&
      html`<p class="hint">
        ${plural(counted, 'scenario')} of this long run passed, or reached no route, and ${counted === 1 ? 'is' : 'are'}
        in the tables only. <code>svc test-auth --replay</code> with an id shows one with its request and answer.
      </p>`
    }
    <form id="filter" role="search" aria-label="Filter scenarios"></form>
    <p id="filter-result" role="status"></p>
    <div id="scenario-list"></div>
    <noscript><p class="empty">The list of scenarios needs JavaScript. The tables below do not.</p></noscript>
  </section>`
}
