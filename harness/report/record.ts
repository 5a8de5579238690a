import { type Counts, addOutcome, NO_COUNTS } from '../model/counts.ts'
import type { MutationResult, PlannedRoute, Reporter, RunEvent, RunSetting } from '../model/event.ts'
import type { Remark } from '../model/remark.ts'
import type { RouteResult, RunSummary } from '../model/summary.ts'
import type { Verdict } from '../model/verdict.ts'
import { type AcceptedGroup, groupAccepted } from './accepted.ts'
import { type CauseGroup, groupFindings } from './causes.ts'
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
  /** Absent if the run did not come to its end. */
  readonly summary: RunSummary | undefined
}

/** One route, what was planned for it and what became of that. */
export interface RecordedRoute {
  readonly planned: PlannedRoute
  /** In the order in which they ended. */
  readonly verdicts: readonly Verdict[]
  readonly counts: Counts
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

/** Makes the reporter of a format that is written when the run is over. */
export function writeAtEnd(target: ReportTarget, write: (record: RunRecord) => Iterable<string>): Reporter {
  const recorder = new Recorder()
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

/** Gathers the events of a run. */
class Recorder {
  readonly #routes = new Map<string, MutableRoute>()
  readonly #remarks: Remark[] = []
  readonly #mutations: MutationResult[] = []
  #start: Extract<RunEvent, { type: 'run.started' }> | undefined
  #summary: RunSummary | undefined

  add(event: RunEvent): void {
    switch (event.type) {
      case 'run.started':
        this.#start = event
        return
      case 'plan.ready':
        for (const planned of event.routes) this.#plan(planned)
        return
      case 'route.started':
      case 'mutation.planned':
        return
      case 'scenario.ended':
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
      summary: this.#summary,
    }
  }

  #plan(planned: PlannedRoute): void {
    this.#routes.set(planned.route.key, { planned, verdicts: [], counts: NO_COUNTS, result: undefined })
  }

  #note(verdict: Verdict): void {
    const route = this.#routes.get(verdict.scenario.route)
    if (route === undefined) return
    route.verdicts.push(verdict)
    route.counts = addOutcome(route.counts, verdict.outcome)
  }

  #finish(result: RouteResult): void {
    const route = this.#routes.get(result.route.key)
    if (route === undefined) return
    route.result = result
  }
}

interface MutableRoute {
  readonly planned: PlannedRoute
  readonly verdicts: Verdict[]
  counts: Counts
  result: RouteResult | undefined
}
