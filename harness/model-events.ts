/** What a run tells: part of the data that `model.ts` gathers. */
import type { AuthLevel, SourcePosition } from 'svc'
import type { Route, ScenarioFacts } from './model.ts'

/** What one authenticator did in one request. */
export interface AuthCall {
  readonly authenticator: string
  readonly outcome: 'skipped' | 'passed' | 'refused' | 'threw' | 'timeout'
  /** Why it was skipped, or the type of what it returned. */
  readonly detail?: string
  /** Milliseconds from its call to its result. */
  readonly duration?: number
}

/** One request and its answer. Every text is redacted: a secret shows as `[env:NAME]` or `ab…yz (12 chars)`. */
export interface Exchange {
  /** The bytes that were sent. */
  readonly sent: string
  /** The bytes that came back, headers and body, shortened after 4,096 characters. */
  readonly received: string
  readonly method: string
  readonly target: string
  /** 0 where the connection closed without an answer. */
  readonly status: number
  /** Milliseconds. */
  readonly duration: number
  /** Milliseconds since the run began. */
  readonly startedAt: number
  /** How often the operation's handler ran; absent for a server in another process. */
  readonly handlerRuns?: number
  /** `request.auth` of the handler, redacted; absent where it did not run, or is not known. */
  readonly auth?: string | undefined
  readonly calls?: readonly AuthCall[]
}

/** How a scenario ended. `not-routed`: the probe does not reach the route even with a good credential. */
export type Outcome = 'passed' | 'failed' | 'inconclusive' | 'ignored' | 'not-routed'

/** What is wrong, as expected and got. */
export interface Problem {
  /** Stable word: `accepted`, `refused`, `status`, `detail`, `challenge`, `cache`, `leak`, `handler-ran`, `convention`, … */
  readonly code: string
  readonly expected: string
  readonly got: string
}

/** A failed scenario, complete for any report. All texts are redacted. */
export interface Finding {
  readonly scenario: ScenarioFacts
  /** One sentence: `A key with its last character cut off was accepted.` */
  readonly sentence: string
  readonly problems: readonly [Problem, ...Problem[]]
  /** The line of the request that matters: `X-API-Key: K-he…012 (19 chars)`. */
  readonly sent: string
  /** Declaration of the authenticator, else of the operation. */
  readonly position: SourcePosition | undefined
  /** The effective auth for people: `[QueryKey, HeaderKey]`. */
  readonly auth: string
  /** A command that shows it again; secrets are environment references. */
  readonly curl: string
  /** `svc test-auth --replay <id>`. */
  readonly replay: string
}

/** The end of one scenario. */
export interface Verdict {
  readonly scenario: ScenarioFacts
  readonly outcome: Outcome
  readonly exchanges: readonly Exchange[]
  /** Present if and only if it failed. */
  readonly finding?: Finding
  /** Why it is inconclusive, ignored or not routed. */
  readonly reason?: string
  /** Milliseconds. */
  readonly duration: number
}

/** Something to tell that is no finding. */
export interface Remark {
  /** `convention` is another server's way of refusing; `--contract` turns it into a finding. */
  readonly kind: 'warning' | 'convention' | 'notice'
  readonly route?: string
  readonly message: string
}

/** How many scenarios ended how. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly inconclusive: number
  readonly ignored: number
  readonly notRouted: number
}

/** The end of one route. */
export interface RouteResult {
  readonly route: Route
  /** `formatAuth` of the effective auth, `public` or `undeclared`. */
  readonly auth: string
  readonly counts: Counts
  /** `good`, `failed`, `none` known, or `safe`: not attempted against a remote server in safe mode. */
  readonly control: 'good' | 'failed' | 'none' | 'safe' | 'public'
  /** Why the control is not good. */
  readonly controlReason?: string
  /** Source addresses used besides the default. */
  readonly addresses: readonly string[]
  /** Milliseconds. */
  readonly duration: number
}

/** `done` of `total`. */
export interface Share {
  readonly done: number
  readonly total: number
}

/** What of the application's auth decisions the run has seen. */
export interface Coverage {
  /** Routes with at least one scenario that was decided. */
  readonly routes: Share
  /** Distinct authenticators that were seen to pass and to refuse. */
  readonly authenticators: Share
  /** Pairs of route and authenticator that were seen to refuse. */
  readonly denyBranches: Share
  /** The levels whose declarations decided somewhere. */
  readonly levels: readonly AuthLevel[]
  /** Every cell: `route`, `authenticator`, and which outcomes were seen. */
  readonly cells: readonly CoverageCell[]
}

/** One authenticator on one route. */
export interface CoverageCell {
  readonly route: string
  readonly level: AuthLevel
  readonly authenticator: string
  readonly seen: readonly AuthCall['outcome'][]
}

/** The exit codes of contract 8. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 130

/** The end of the run. */
export interface RunSummary {
  readonly counts: Counts
  readonly routes: number
  readonly protectedRoutes: number
  readonly coverage: Coverage
  readonly exitCode: ExitCode
  /** One sentence that gives the reason of any exit code but 0. */
  readonly reason?: string
  /** Milliseconds. */
  readonly duration: number
}

/** How a run was asked for. */
export interface RunSetting {
  readonly target: 'socket' | 'in-process' | 'url'
  /** Where the application answers, base excluded. */
  readonly origin: string
  readonly seed: string
  readonly title: string
  readonly version: string
}

/** What a run tells while it goes on. Reporters subscribe to these; they know nothing else. */
export type RunEvent =
  | { readonly type: 'run.started'; readonly at: string; readonly setting: RunSetting }
  | { readonly type: 'plan.ready'; readonly routes: readonly PlannedRoute[]; readonly scenarios: number }
  | { readonly type: 'route.started'; readonly route: string }
  | { readonly type: 'scenario.ended'; readonly verdict: Verdict }
  | { readonly type: 'route.ended'; readonly result: RouteResult }
  | { readonly type: 'remark'; readonly remark: Remark }
  | { readonly type: 'mutation.ended'; readonly mutation: MutationResult }
  | { readonly type: 'run.ended'; readonly summary: RunSummary }

/** A route of the plan with what will be tried on it. */
export interface PlannedRoute {
  readonly route: Route
  readonly scenarios: readonly ScenarioFacts[]
  readonly noControl?: string
}

/** One fault made by `--mutate`, and which scenario saw it. */
export interface MutationResult {
  readonly operator: string
  readonly route: string
  readonly authenticator: string
  readonly position: SourcePosition | undefined
  /** `killed`: a scenario turned red; `survived`: none did; `equal`: the fault changes nothing. */
  readonly outcome: 'killed' | 'survived' | 'equal'
  readonly killedBy?: string
}

/** A subscriber to the event stream. */
export interface Reporter {
  /** Called for every event, in order; must not throw. */
  report(event: RunEvent): void
  /** Waits until everything is written. */
  close?(): Promise<void> | void
}
