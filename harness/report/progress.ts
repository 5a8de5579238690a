import { plural } from '../../server/internal.ts'
import type { Reporter, RunEvent } from '../model/event.ts'
import type { Verdict } from '../model/verdict.ts'

/** How the progress of a run is shown. */
export interface ProgressOptions {
  /** Writes to stderr: stdout is for reports. */
  readonly write: (text: string) => void
  /** Whether a line may be written over. */
  readonly rewrites: boolean
  /** How many requests the plan sends, if each is sent once. */
  readonly planned: number
  /** Milliseconds on a clock that only goes forward; that of `performance` if absent. */
  readonly now?: () => number
}

/** Milliseconds after which findings are shown before the end: the report of a shorter run is there soon enough. */
const PATIENCE = 10_000
/** Milliseconds between two lines of progress: where they are written over, and where they are not. */
const OFTEN = 1_000
const SELDOM = 60_000
/** Findings of one route that are shown, and routes of one kind of finding: the others are in the report. */
const OF_ROUTE = 3
const OF_KIND = 3
/** Requests from which a part of the plan is worth a thought. */
const MANY = 10_000
const MINUTE = 60_000

/** Shows findings while a long run goes on, and how far it is. */
export class Progress implements Reporter {
  readonly #options: ProgressOptions
  readonly #now: () => number
  readonly #started: number
  readonly #waiting: string[] = []
  readonly #findings = new Map<string, number>()
  /** The routes on which a row failed in one way. */
  readonly #kinds = new Map<string, Set<string>>()
  /** Those that are no longer shown. */
  readonly #cut = new Set<string>()
  readonly #open = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #sent = 0
  #shown: number
  #isLong = false
  /** A line stands there that will be written over. */
  #isDrawn = false

  constructor(options: ProgressOptions) {
    this.#options = options
    this.#now = options.now ?? (() => performance.now())
    this.#started = this.#now()
    this.#shown = this.#started
  }

  /** Notes that requests are sent. */
  sent(requests: number): void {
    this.#sent += requests
  }

  report(event: RunEvent): void {
    switch (event.type) {
      case 'plan.ready':
        for (const { route, scenarios } of event.routes) if (scenarios > 0) this.#open.add(route.key)
        this.#timer = setInterval(() => this.tick(), OFTEN).unref()
        return
      case 'scenario.ended':
        return this.#note(event.verdict)
      case 'route.ended':
        this.#open.delete(event.result.route.key)
        return this.#clear()
      case 'run.ended':
        return this.close()
      case 'run.started':
      case 'route.started':
      case 'remark':
      case 'mutation.planned':
      case 'mutation.ended':
        return
    }
  }

  /** Called by the timer: shows everything that is due. */
  tick(): void {
    const now = this.#now()
    const { rewrites, write } = this.#options
    if (!this.#isLong && now - this.#started >= PATIENCE) this.#begin()
    if (now - this.#shown < (rewrites ? OFTEN : SELDOM)) return
    this.#shown = now
    this.#clear()
    write(rewrites ? this.#line() : `${this.#line()}\n`)
    this.#isDrawn = rewrites
  }

  close(): void {
    clearInterval(this.#timer)
    this.#clear()
  }

  #begin(): void {
    const { planned, write } = this.#options
    this.#isLong = true
    this.#shown = Number.NEGATIVE_INFINITY
    this.#clear()
    if (planned >= MANY)
      write(`at least ${plural(planned, 'request')}: --only valid,resource,field,role is a first look at a large API\n`)
    for (const line of this.#waiting.splice(0)) write(line)
  }

  #note(verdict: Verdict): void {
    const line = this.#found(verdict)
    if (line === undefined) return
    if (!this.#isLong) return void this.#waiting.push(line)
    this.#clear()
    this.#options.write(line)
  }

  /** The line of a finding; `undefined` where its route, or others with its like, have had enough of them. */
  #found({ scenario: { route, name, row }, finding }: Verdict): string | undefined {
    if (finding === undefined) return undefined
    const kind = `${row} ${finding.problems[0].code}`
    const routes = this.#kinds.get(kind) ?? new Set()
    this.#kinds.set(kind, routes.add(route))
    if (routes.size > OF_KIND) {
      if (this.#cut.has(kind)) return undefined
      this.#cut.add(kind)
      return `found  ${row}  on more routes, too: in the report\n`
    }
    const count = (this.#findings.get(route) ?? 0) + 1
    this.#findings.set(route, count)
    if (count > OF_ROUTE + 1) return undefined
    const text = count > OF_ROUTE ? 'more findings: in the report' : `${name}  ${finding.sentence}`
    return `found  ${route}  ${text}\n`
  }

  #line(): string {
    const { planned } = this.#options
    const passed = this.#now() - this.#started
    const sent = count(this.#sent)
    if (this.#open.size === 0) return `${sent} requests in ${timeOf(passed)}; the plan is sent, now by the answers`
    // The plan counts each request once: repeats, and requests that are sent again, come on top of it.
    const isPassed = this.#sent >= planned
    const share = isPassed ? 1 : this.#sent / planned
    const rest = !isPassed && share > 0.01 ? `, about ${timeOf((passed / share) * (1 - share))} more` : ''
    const percent = Math.min(99, Math.floor(share * 100))
    return `${sent} of at least ${count(planned)} requests (${percent} %) in ${timeOf(passed)}${rest}`
  }

  #clear(): void {
    if (this.#isDrawn) this.#options.write('\r\u001b[K')
    this.#isDrawn = false
  }
}

/** `12,345` */
function count(number: number): string {
  return number.toLocaleString('en-US')
}

/** `40 s`, `6:12 min` */
function timeOf(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1_000)
  if (milliseconds < MINUTE) return `${seconds} s`
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} min`
}
