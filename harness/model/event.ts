import type { SourcePosition } from 'svc'
import type { MatrixUser } from './matrix.ts'
import type { Route } from './route.ts'
import type { Verdict } from './verdict.ts'
import type { Remark } from './remark.ts'
import type { RouteResult, RunSummary } from './summary.ts'

/** How a run was asked for. */
export interface RunSetting {
  readonly target: 'socket' | 'in-process' | 'url'
  /** Where the application answers, base excluded. */
  readonly origin: string
  readonly seed: string
  readonly title: string
  readonly version: string
  /** Those of the fixtures. */
  readonly users?: readonly MatrixUser[]
}

/** The events of a run. Reporters subscribe to these; they know nothing else. */
export type RunEvent =
  | { readonly type: 'run.started'; readonly at: string; readonly setting: RunSetting }
  | { readonly type: 'plan.ready'; readonly routes: readonly PlannedRoute[]; readonly scenarios: number }
  | { readonly type: 'route.started'; readonly route: string }
  | { readonly type: 'scenario.ended'; readonly verdict: Verdict }
  | { readonly type: 'route.ended'; readonly result: RouteResult }
  | { readonly type: 'remark'; readonly remark: Remark }
  | { readonly type: 'mutation.planned'; readonly faults: readonly PlannedFault[] }
  | { readonly type: 'mutation.ended'; readonly mutation: MutationResult }
  | { readonly type: 'run.ended'; readonly summary: RunSummary }

/** A route of the plan. */
export interface PlannedRoute {
  readonly route: Route
  /** How many will be tried on it. */
  readonly scenarios: number
  readonly noControl?: string
}

/** One fault that `--mutate` will make. */
export type PlannedFault = Pick<MutationResult, 'operator' | 'route' | 'authenticator'>

/** One fault made by `--mutate`, and which scenario saw it. */
export interface MutationResult {
  readonly operator: string
  readonly route: string
  readonly authenticator: string
  readonly position: SourcePosition | undefined
  /** `killed`: a scenario turned red; `survived`: none did; `equal`: the fault changes nothing. */
  readonly outcome: 'killed' | 'survived' | 'equal'
  readonly killedBy?: string
  /** The fault, after the name of the authenticator: `lets everybody pass`. */
  readonly title: string
  /** A scenario or fixture that would notice it. */
  readonly advice: string
  /** Why it was not tried, where the fixtures say so. */
  readonly ignored?: string
}

/** A subscriber to the event stream. */
export interface Reporter {
  /** Called for every event, in order; must not throw. */
  report(event: RunEvent): void
  /** Waits until everything is written. */
  close?(): Promise<void> | void
}
