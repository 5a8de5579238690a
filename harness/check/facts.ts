import { isSafeMethod } from '../../server/internal.ts'
import type { LedgerEntry } from '../observe/ledger.ts'
import type { FixturePolicy, RouteFixture } from '../model/fixtures.ts'
import type { Problem, ProblemCode } from '../model/verdict.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import type { Norms } from '../copies/norms.ts'
import type { Redactor } from '../text/redact.ts'
import type { NoAnswer } from '../replay/connection.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { refusesAll } from '../subject/standing.ts'

/**
 * Why there is no answer. `stopped`, and `hangs` where it takes connections: after this request the server answers nothing any more; `ended`: the answer before
 * it said that the connection closes.
 */
export type Missing = NoAnswer['reason'] | 'stopped' | 'hangs' | 'ended'

/** Everything that is known about one answer: what a rule judges. */
export interface Facts {
  readonly scenario: Scenario
  readonly step: Step
  readonly route: Route
  readonly fixture: RouteFixture | undefined
  readonly policy: FixturePolicy
  readonly method: string
  /** The request as sent. */
  readonly request: RequestData
  /** The request as planned, where it may be another one: with a credential that a newer login has replaced. */
  readonly planned?: RequestData | undefined
  /** P: the answer; {@link NOTHING} without an answer. */
  readonly answer: RawResponse
  /** Why there is no answer. */
  readonly missing?: Missing | undefined
  /** L: what the application did; absent for a server in another process. */
  readonly entry: LedgerEntry | undefined
  readonly norms: Norms
  readonly redactor: Redactor
  /** Whether the request names another path or another method than its route has. */
  readonly altered: boolean
  /** C: the answer of the route to a good credential; absent where none is known. */
  readonly control?: Control | undefined
  /** T: the answer to the same probe with a good credential. */
  readonly counterpart?: RawResponse | undefined
  /** N: the answer of a path beside the route's own that does not exist, without a credential. */
  readonly nonsense?: RawResponse | undefined
  /** The answer of the route to a request without a credential. */
  readonly without?: RawResponse | undefined
  /** Whether it is a login that a credential of the fixtures came from: it was answered well before anything was tried. */
  readonly hasWorked?: boolean | undefined
  /** The operation ends sessions, and has answered the same credential well before. */
  readonly isEnded?: boolean | undefined
  /** Another declared operation that the request leads to: it is judged there. */
  readonly elsewhere?: string | undefined
  /** Whether that operation lets requests without a credential pass. */
  readonly isElsewhereOpen?: boolean | undefined
  /** The last requests before the server stopped answering. */
  readonly lastRequests?: readonly string[] | undefined
}

/** The positive control of a route. */
export interface Control extends Pick<Facts, 'request' | 'planned' | 'answer'> {
  /** The answer to the same request at the end of the route: what differs is an id or a time. */
  readonly again?: RawResponse | undefined
}

/** Stands for an answer that did not come. */
export const NOTHING: RawResponse = { status: 0, head: '', headers: [], body: '', closes: true }

/** The result of a rule: problems, ways of refusing that are not ours, or that nothing was proven. */
export interface Judgement {
  readonly problems: readonly Problem[]
  /** Against servers that are not ours: they do not fail the run. */
  readonly conventions: readonly Problem[]
  /** Why nothing was proven. */
  readonly inconclusive?: string
  /** Nothing was proven since wrong passwords have locked an account, which stays so. */
  readonly locks?: boolean
  readonly notRouted?: boolean
}

/** Nothing is wrong. */
export const CLEAN: Judgement = { problems: [], conventions: [] }

/** One thing is wrong. */
export function problem(code: ProblemCode, expected: string, got: string): Judgement {
  return { problems: [{ code, expected, got }], conventions: [] }
}

/** Nothing was proven, and why. @param locks since an account stays locked */
export function inconclusive(reason: string, locks = false): Judgement {
  return { ...CLEAN, inconclusive: reason, ...(locks ? { locks } : {}) }
}

/** Findings as remarks. */
export function asConvention({ problems }: Judgement): Judgement {
  return { problems: [], conventions: problems }
}

/** Several judgements of one answer as one. */
export function merge(...all: readonly Judgement[]): Judgement {
  // Nearly every rule finds nothing wrong, and there are a dozen for each answer.
  const judgements = all.filter((judgement) => judgement !== CLEAN)
  if (judgements.length === 0) return CLEAN
  const undecided = judgements.find((judgement) => judgement.inconclusive !== undefined)
  return {
    problems: judgements.flatMap(({ problems }) => problems),
    conventions: judgements.flatMap(({ conventions }) => conventions),
    ...(undecided?.inconclusive === undefined ? {} : { inconclusive: undecided.inconclusive }),
    ...(undecided?.locks === true ? { locks: true } : {}),
    ...(judgements.some(({ notRouted }) => notRouted) ? { notRouted: true } : {}),
  }
}

/** A line of the table: where its facts are given, its verdict holds. */
export interface Row {
  readonly facts: string
  readonly applies: (facts: Facts) => boolean
  readonly verdict: (facts: Facts) => Judgement
}

/** How the user makes the route answer. */
export function howToReach({ route, control, fixture }: Facts): string {
  if (control === undefined && fixture !== undefined && fixture.unsafe !== 'allow' && !isSafeMethod(route.method))
    return `unsafe: '${fixture.unsafe}' in the fixtures of ${route.key} keeps a good one from being sent`
  // No input makes a route answer a user who may not.
  if (control?.answer.status === 403 || refusesAll(fixture))
    return `name users in the credentials of the fixtures, and who may: roles: { '${route.key}': { allow: […], deny: […] } }`
  if (route.namesNothing)
    return `its path names nothing on the server: give params of a record that may be changed, or a body, for ${route.key} in the fixtures, or register, by which a user is made for the run`
  return `give params, query or body for ${route.key} in the fixtures`
}

/** The texts that both requests bring themselves, and those of every answer of the server. */
export function ownTexts({ request, control, nonsense }: Facts): readonly string[] {
  const textOf = ({ target, headers, body = '' }: Facts['request']): string =>
    [target, ...headers.map(([, value]) => value), body].join('\n')
  return [textOf(request), control === undefined ? '' : textOf(control.request), nonsense?.body ?? '']
}
