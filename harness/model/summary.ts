import type { AuthLevel } from 'svc'
import type { ExitCode } from '../../server/internal.ts'
import type { Route } from './route.ts'
import type { AuthCall } from './verdict.ts'
import type { Counts } from './counts.ts'

/** The end of one route. */
export interface RouteResult {
  readonly route: Route
  /** `formatAuth` of the effective auth, `public` or `undeclared`. */
  readonly auth: string
  readonly counts: Counts
  /** `good`, `failed`, `none` known, or `safe`: not attempted against a remote server in safe mode. */
  readonly control: 'good' | 'failed' | 'none' | 'safe' | 'public'
  /** How many scenarios were not sent, since nothing allows it. */
  readonly left?: number
  /** A protected route on which no refusal was seen: nothing was proven, whatever the counts say. */
  readonly notProven?: true
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

/** The auth decisions of the application that the run has seen. */
export interface Coverage {
  /** Routes with at least one scenario that was decided. */
  readonly routes: Share
  /** Distinct authenticators that were seen to pass and to refuse. */
  readonly authenticators: Share
  /** Pairs of route and authenticator that were seen to refuse. */
  readonly denyBranches: Share
  /** Protected operations with an id in their path, and those of them that say whose each is; absent for other servers. */
  readonly ids?: Share
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
