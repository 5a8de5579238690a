import { createPaint, formatAuth, type Paint, plural } from '../../server/internal.ts'
import type { Counts } from '../model/counts.ts'
import type { Finding, Verdict } from '../model/verdict.ts'
import type { Remark } from '../model/remark.ts'
import type { Reporter, RunEvent } from '../model/event.ts'
import type { MatrixUser } from '../model/matrix.ts'
import type { RouteResult, RunSummary } from '../model/summary.ts'
import { formatPlace } from '../text/repository-place.ts'
import { factLines } from './fact-lines.ts'
import { describeAccepted, groupAccepted } from './accepted.ts'
import { type CauseGroup, groupFindings } from './causes.ts'
import { MatrixRecorder } from './matrix.ts'
import { matrixLines } from './matrix-text.ts'
import { countRemarks, isToKnow, remarkLines } from './remark.ts'
import { UndecidedRoutes } from './undecided.ts'

/** Where and how the terminal's report is written. */
export interface TerminalOptions {
  readonly write: (text: string) => void
  readonly color: boolean
  /** Findings only, for programs that read along. */
  readonly brief?: boolean
  /** Adds the command line of curl to each finding. */
  readonly curl?: boolean
  /** Every finding in full, instead of one of each group. */
  readonly all?: boolean
  /** Shows what came of each user's requests. */
  readonly matrix?: boolean
}

/** Findings of a group that are named after the one that is shown in full. */
const NAMED = 2
/** Routes of a group that are named. */
const ROUTES = 4
/** Problems shown of one answer: more say the same. */
const PROBLEMS = 2

/** The report for people: one line per route, findings in full, a summary. */
export class TerminalReporter implements Reporter {
  readonly #options: TerminalOptions
  readonly #paint: Paint
  readonly #failed: Verdict[] = []
  readonly #accepted: Verdict[] = []
  readonly #remarks: Remark[] = []
  readonly #undecided = new UndecidedRoutes()
  readonly #files: string[] = []
  readonly #matrix = new MatrixRecorder()
  #users: readonly MatrixUser[] = []
  /** A server in another process. */
  #isOther = false
  #width = { route: 0, auth: 0 }

  constructor(options: TerminalOptions) {
    this.#options = options
    this.#paint = createPaint(options.color)
  }

  /** Names a file that another reporter wrote, for the summary. */
  addFile(name: string): void {
    this.#files.push(name)
  }

  report(event: RunEvent): void {
    switch (event.type) {
      case 'run.started':
        this.#users = event.setting.users ?? []
        this.#isOther = event.setting.target === 'url'
        return
      case 'route.started':
      case 'mutation.planned':
      case 'mutation.ended':
        return
      case 'plan.ready':
        return this.#begin(event)
      case 'scenario.ended':
        return this.#note(event.verdict)
      case 'route.ended':
        return this.#routeLine(event.result)
      case 'remark':
        this.#remarks.push(event.remark)
        return
      case 'run.ended':
        return this.#end(event.summary)
    }
  }

  #begin({ routes, scenarios }: Extract<RunEvent, { type: 'plan.ready' }>): void {
    this.#matrix.plan(routes)
    this.#width = {
      route: Math.max(0, ...routes.map(({ route }) => route.key.length)),
      auth: Math.min(44, Math.max(0, ...routes.map(({ route }) => formatAuth(route.auth).length))),
    }
    if (this.#options.brief) return
    const closed = routes.filter(({ route }) => route.auth !== null && route.auth !== undefined).length
    this.#line(
      `${this.#paint.bold('svc test-auth')}  ${plural(routes.length, 'route')}, ${closed} protected  ${plural(scenarios, 'scenario')}`,
    )
    this.#line('')
  }

  #note(verdict: Verdict): void {
    if (this.#options.matrix) this.#matrix.add(verdict)
    if (verdict.finding !== undefined) this.#failed.push(verdict)
    if (verdict.accepted !== undefined) this.#accepted.push(verdict)
    this.#undecided.add(verdict)
  }

  #routeLine({
    route,
    auth,
    counts,
    duration,
    addresses,
    control,
    controlReason,
    notProven,
    left = 0,
  }: RouteResult): void {
    if (this.#options.brief) return
    const done = counts.passed
    // Most of it was not sent: what passed says little of the route.
    const all = counts.passed + counts.failed + counts.inconclusive + (left > done ? left : 0)
    const score = (notProven ? 'not proven' : `${done}/${all}`).padStart(9)
    const painted =
      counts.failed > 0
        ? this.#paint.red(score)
        : all > done || notProven
          ? this.#paint.yellow(score)
          : this.#paint.green(score)
    const extra = addresses.length > 0 ? `   (${addresses.length + 1} source addresses)` : ''
    const noControl = control === 'none' ? this.#paint.yellow('   no positive control') : ''
    const failed = control === 'failed' ? this.#paint.red(`   ${controlReason ?? 'positive control failed'}`) : ''
    const time = formatTime(duration).padStart(9)
    this.#line(
      `  ${route.key.padEnd(this.#width.route)}  ${auth.padEnd(this.#width.auth)}  ${painted}${this.#paint.dim(time)}${extra}${noControl}${failed}`,
    )
  }

  /** One mistake shows in many scenarios: its plainest finding says what it is. */
  #showFindings(): void {
    for (const group of groupFindings(this.#failed)) {
      const [plainest, ...others] = group.findings
      const shown = this.#options.all ? others : []
      this.#groupHead(group)
      this.#finding(plainest)
      for (const finding of shown) this.#finding(finding)
      this.#others(others.slice(shown.length))
    }
  }

  #groupHead(group: CauseGroup): void {
    const { id, routes, findings, applied, position, cause, authenticator } = group
    const named = routes.slice(0, ROUTES).join(', ')
    const more = routes.length > ROUTES ? ` and ${plural(routes.length - ROUTES, 'more route')}` : ''
    const by = authenticator === undefined ? findings[0].auth : authenticator
    const at = applied === undefined ? '' : `   applied at ${formatPlace(applied)}`
    this.#line('')
    this.#line(
      `  ${this.#paint.red('FAIL')}  ${this.#paint.bold(named)}${more}   ${plural(findings.length, 'finding')}   ${id}`,
    )
    // Nothing is known of the source of another server, which need not be said for each group.
    const place = position === undefined && this.#isOther ? '' : `${formatPlace(position)}   `
    this.#line(`        ${this.#paint.dim(`${place}${by}${at}`)}`)
    this.#line(`        Cause: ${cause}.`)
  }

  #others(findings: readonly Finding[]): void {
    if (findings.length === 0) return
    for (const { scenario, sentence } of findings.slice(0, NAMED))
      this.#line(`        ${scenario.name}   ${sentence}   id ${scenario.id}`)
    const rest = findings.length - NAMED
    if (rest > 0) this.#line(`        and ${rest} more: --all`)
  }

  #end(summary: RunSummary): void {
    const { counts, coverage } = summary
    this.#showFindings()
    const isAll = this.#options.all === true
    const toKnow = this.#remarks.filter(isToKnow)
    for (const text of remarkLines(toKnow)) this.#line(`  ${this.#paint.yellow(text)}`)
    for (const [text, ...below] of this.#undecided.lines(isAll)) {
      this.#line(`  ${this.#paint.yellow('inconclusive')}  ${text}`)
      for (const one of below) this.#line(`                ${one}`)
    }
    for (const group of groupAccepted(this.#accepted))
      this.#line(`  ${this.#paint.yellow('accepted')}   ${group.name}  ${describeAccepted(group)}`)
    const others = this.#remarks.filter((remark) => !isToKnow(remark))
    for (const text of remarkLines(others, isAll)) this.#line(`  ${this.#paint.dim(text)}`)
    if (this.#options.matrix)
      for (const text of ['', ...matrixLines(this.#matrix.matrix(this.#users), this.#paint)]) this.#line(text)
    this.#line('')
    this.#line(`  ${countsLine(counts, this.#paint)}    ${(summary.duration / 1_000).toFixed(1)} s`)
    this.#line(
      `  auth coverage  routes ${share(coverage.routes)}  authenticators ${share(coverage.authenticators)}  deny-branches ${share(coverage.denyBranches)}${idsOf(coverage)}  levels ${coverage.levels.join('+') || 'none'}`,
    )
    if (toKnow.length > 0) this.#line(`  to know        ${countRemarks(toKnow)}: above`)
    if (this.#files.length > 0) this.#line(`  reports        ${this.#files.join('  ')}`)
    if (summary.reason !== undefined)
      this.#line(`  ${summary.exitCode === 0 ? summary.reason : this.#paint.red(summary.reason)}`)
  }

  #finding(finding: Finding): void {
    const { scenario, sentence, sent, curl, replay } = finding
    this.#line('')
    this.#line(`        ${this.#paint.bold(scenario.name)}   ${sentence}   id ${scenario.id}`)
    this.#line(`          sent      ${sent}`)
    for (const [word, text] of factLines(finding, this.#options.all ? undefined : PROBLEMS))
      this.#line(`          ${word.padEnd(10)}${word === 'got' ? this.#paint.red(text) : text}`)
    this.#line(`          CWE-${scenario.cwe}   replay: ${replay}${this.#options.curl ? '' : '     curl: --curl'}`)
    if (this.#options.curl) this.#line(`          ${curl}`)
  }

  #line(text: string): void {
    this.#options.write(`${text}\n`)
  }
}

/** Whole milliseconds up to ten seconds, then seconds, so that a column is never wider than its place. */
function formatTime(milliseconds: number): string {
  return milliseconds < 9_999.5 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`
}

function countsLine({ passed, failed, inconclusive, ignored, notRouted }: Counts, paint: Paint): string {
  const total = passed + failed + inconclusive + ignored
  const parts = [
    `${total} scenarios`,
    paint.green(`${passed} passed`),
    failed > 0 ? paint.red(`${failed} failed`) : '0 failed',
    inconclusive > 0 ? paint.yellow(`${inconclusive} inconclusive`) : '0 inconclusive',
    `${ignored} ignored`,
    ...(notRouted > 0 ? [`${notRouted} not routed`] : []),
  ]
  return parts.join('  ')
}

/** Only where operations take ids. */
function idsOf({ ids }: RunSummary['coverage']): string {
  return ids === undefined || ids.total === 0 ? '' : `  ids ${share(ids)}`
}

function share({ done, total }: { readonly done: number; readonly total: number }): string {
  return `${done}/${total}`
}
