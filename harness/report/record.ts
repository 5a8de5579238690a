import { type Counts, addOutcome, NO_COUNTS } from '../model/counts.ts'
import { isRow } from '../model/row-name.ts'
import type { Family } from '../model/scenario.ts'
import type { MutationResult, PlannedRoute, Reporter, RunEvent, RunSetting } from '../model/event.ts'
import type { Remark } from '../model/remark.ts'
import type { RouteResult, RunSummary } from '../model/summary.ts'
import type { Verdict } from '../model/verdict.ts'
import { type AcceptedGroup, groupAccepted } from './accepted.ts'
import { type CauseGroup, groupFindings } from './causes.ts'
import { type Matrix, MatrixRecorder } from './matrix.ts'
import type { ReportTarget } from './report-target.ts'

/** A run as recorded so far: formats that need the whole of it are written from this. */
export interface RunRecord {
  /** When it began, ISO 8601. */
  readonly at: string
  readonly setting: RunSetting
  /** In the order of the plan. */
  readonly routes: readonly RecordedRoute[]
  readonly remarks: readonly Remark[]
  readonly mutations: readonly MutationResult[]
  /** The answers to each user's requests. */
  readonly matrix: Matrix
  /** Absent if the run did not come to its end. */
  readonly summary: RunSummary | undefined
}

/** One route, what was planned for it and what became of that. */
export interface RecordedRoute {
  readonly planned: PlannedRoute
  /** In the order in which they ended; what passed is among them only where the record lists everything. */
  readonly verdicts: readonly Verdict[]
  /** Ids of what is not among the verdicts. */
  readonly counted: readonly string[]
  readonly counts: Counts
  /** The counts of each family that has any. */
  readonly families: ReadonlyMap<Family, Counts>
  /** Absent if the route did not come to its end. */
  readonly result: RouteResult | undefined
}

/** The findings of a run by their causes, the worst first. */
export function causesOf({ routes }: Pick<RunRecord, 'routes'>): readonly CauseGroup[] {
  return groupFindings(routes.flatMap(({ verdicts }) => verdicts))
}

/** Credentials that passed in an unusual place or spelling, by scenario. */
export function acceptedOf({ routes }: Pick<RunRecord, 'routes'>): readonly AcceptedGroup[] {
  return groupAccepted(routes.flatMap(({ verdicts }) => verdicts))
}

/**
 * Makes the reporter of a format that is written when the run is over.
 *
 * @param longest of a run with no more scenarios, what passed is in the record with its requests and answers
 */
export function writeAtEnd(
  target: ReportTarget,
  write: (record: RunRecord) => Iterable<string>,
  longest = 0,
): Reporter {
  const recorder = new Recorder(longest)
  return {
    report: (event) => recorder.add(event),
    close: async () => {
      const record = recorder.record()
      if (record !== undefined) {
        // A format that has nothing to say leaves an empty file, not the one of an earlier run.
        target.write('')
        for (const text of write(record)) target.write(text)
      }
      await target.close()
    },
  }
}

/** Gathers the events of a run: findings as they are, and of what passed in a long run the numbers. */
export class Recorder {
  readonly #longest: number
  #isLong = false
  readonly #routes = new Map<string, MutableRoute>()
  readonly #remarks: Remark[] = []
  readonly #mutations: MutationResult[] = []
  readonly #matrix = new MatrixRecorder()
  #start: Extract<RunEvent, { type: 'run.started' }> | undefined
  #summary: RunSummary | undefined

  /** @param longest a run with more scenarios is long */
  constructor(longest = 0) {
    this.#longest = longest
  }

  add(event: RunEvent): void {
    switch (event.type) {
      case 'run.started':
        this.#start = event
        return
      case 'plan.ready':
        this.#isLong = event.scenarios > this.#longest
        for (const planned of event.routes) this.#plan(planned)
        this.#matrix.plan(event.routes)
        return
      case 'route.started':
      case 'mutation.planned':
        return
      case 'scenario.ended':
        this.#matrix.add(event.verdict)
        return this.#note(event.verdict)
      case 'route.ended':
        this.#finish(event.result)
        return
      case 'remark':
        this.#remarks.push(event.remark)
        return
      case 'mutation.ended':
        this.#mutations.push(event.mutation)
        return
      case 'run.ended':
        this.#summary = event.summary
        return
    }
  }

  /** The record so far; `undefined` before the run began. */
  record(): RunRecord | undefined {
    if (this.#start === undefined) return undefined
    const { at, setting } = this.#start
    return {
      at,
      setting,
      routes: [...this.#routes.values()],
      remarks: this.#remarks,
      mutations: this.#mutations,
      matrix: this.#matrix.matrix(setting.users),
      summary: this.#summary,
    }
  }

  #plan(planned: PlannedRoute): void {
    this.#routes.set(planned.route.key, {
      planned,
      verdicts: [],
      counted: [],
      counts: NO_COUNTS,
      families: new Map(),
      result: undefined,
    })
  }

  #note(verdict: Verdict): void {
    const route = this.#routes.get(verdict.scenario.route)
    if (route === undefined) return
    const { scenario, outcome } = verdict
    route.counts = addOutcome(route.counts, outcome)
    route.families.set(scenario.family, addOutcome(route.families.get(scenario.family) ?? NO_COUNTS, outcome))
    if (!this.#isLong || isWhole(verdict)) route.verdicts.push(verdict)
    else if (isNamed(verdict)) route.verdicts.push({ ...verdict, exchanges: [] })
    else route.counted.push(scenario.id)
  }

  #finish(result: RouteResult): void {
    const route = this.#routes.get(result.route.key)
    if (route === undefined) return
    route.result = result
  }
}

/** Whether a report of any length shows requests and answers. */
function isWhole({ outcome }: Verdict): boolean {
  return outcome === 'failed' || outcome === 'ignored'
}

/** Whether a report of any length names it: what is undecided or accepted, and who was let in. */
function isNamed({ scenario, outcome, accepted }: Verdict): boolean {
  return (
    outcome === 'inconclusive' || accepted !== undefined || scenario.user !== undefined || isRow(scenario, 'missing')
  )
}

interface MutableRoute {
  readonly planned: PlannedRoute
  readonly verdicts: Verdict[]
  readonly counted: string[]
  readonly families: Map<Family, Counts>
  counts: Counts
  result: RouteResult | undefined
}
