import type { LedgerEntry } from '../observe/ledger.ts'
import type { FixturePolicy, RouteFixture } from '../model/fixtures.ts'
import type { Problem } from '../model/verdict.ts'
import type { Route } from '../model/route.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import type { Norms } from '../copies/norms.ts'
import type { Redactor } from '../text/redact.ts'
import type { RawResponse } from '../replay/response-reader.ts'

/** Everything that is known about one answer: what a rule judges. */
export interface Facts {
  readonly scenario: Scenario
  readonly step: Step
  readonly route: Route
  readonly fixture: RouteFixture | undefined
  readonly policy: FixturePolicy
  readonly method: string
  readonly answer: RawResponse
  /** What the application did; absent for a server in another process. */
  readonly entry: LedgerEntry | undefined
  readonly norms: Norms
  readonly redactor: Redactor
  /** The answer to the probe's counterpart with a good credential. */
  readonly counterpart: RawResponse | undefined
  /** Body of the route's own positive control. */
  readonly controlBody: string | undefined
}

/** What a rule finds: problems, ways of refusing that are not ours, or that nothing was proven. */
export interface Judgement {
  readonly problems: readonly Problem[]
  /** Against servers that are not ours: they do not fail the run. */
  readonly conventions: readonly Problem[]
  /** Why nothing was proven. */
  readonly inconclusive?: string
  readonly notRouted?: boolean
}

/** Nothing is wrong. */
export const CLEAN: Judgement = { problems: [], conventions: [] }

/** One thing is wrong. */
export function problem(code: string, expected: string, got: string): Judgement {
  return { problems: [{ code, expected, got }], conventions: [] }
}

/** Several judgements of one answer as one. */
export function merge(...judgements: readonly Judgement[]): Judgement {
  const inconclusive = judgements.find((judgement) => judgement.inconclusive !== undefined)?.inconclusive
  return {
    problems: judgements.flatMap(({ problems }) => problems),
    conventions: judgements.flatMap(({ conventions }) => conventions),
    ...(inconclusive === undefined ? {} : { inconclusive }),
    ...(judgements.some(({ notRouted }) => notRouted) ? { notRouted: true } : {}),
  }
}
