import { leavesOf } from '../../server/internal.ts'
import type { RequestData, Take, TakeOther, Transport } from './request.ts'
import type { Route } from './route.ts'
import type { Expectation } from './expectation.ts'
import type { RowUse } from './row-name.ts'

/**
 * The data that the parts of the harness hand to each other: plan -> replay -> check -> report.
 * Everything here can be written as JSON and read back, so every report sees the same run.
 */

/** The subjects of scenarios: the columns of the routes-by-scenarios matrix, in this order. */
// oxfmt-ignore
export const FAMILIES = [
  'control', 'common', 'query', 'header', 'cookie', 'bearer', 'basic', 'session', 'superuser', 'callable', 'address',
  'list', 'level', 'role', 'method', 'path', 'probe', 'connection', 'document', 'resource', 'name', 'field', 'token',
  'exposure', 'guess', 'own',
] as const

/** One of {@link FAMILIES}. */
export type Family = (typeof FAMILIES)[number]

/** Families whose rows are about the bytes of one credential. A family of a new carrier belongs here. */
// oxfmt-ignore
export const CREDENTIAL_FAMILIES: ReadonlySet<Family> = new Set(['common', 'query', 'header', 'cookie', 'bearer', 'basic'])

/** `wire`: the running application; `sealed`: a session made for it; `wrapped`: a copy with a replaced authenticator. */
export type Exercise = 'wire' | 'sealed' | 'wrapped'

/** One request of a scenario, and what must come of it. */
export interface Step {
  readonly request: RequestData
  readonly expect: Expectation
  /** The expected `request.auth`; absent if the fixtures do not say. */
  readonly principal?: unknown
  /** Names of the authenticators whose hooks must be called, in order; absent where it does not matter. */
  readonly calls?: readonly string[]
  /** {@link Route.key} of the operation that it is for, where that is not the scenario's own. */
  readonly route?: string
  readonly extra?: StepExtra
}

/** The facts of a step that only one subject has. */
export type StepExtra =
  | SessionStep
  /** Texts that say whose answer it is, where answers of several users are compared. */
  | { readonly about: 'users'; readonly identity: readonly string[] }
  /** The origin of another site, whose page asks with the cookie of its visitor: it must not be given the answer. */
  | { readonly about: 'cors'; readonly origin: string }
  /**
   * The authenticator of the application whose good credential a copy is asked with, on another path. Where it refuses
   * that there, it looks at more than the credential, or the credential is spent: nothing is proven.
   */
  | { readonly about: 'copy'; readonly good: string }
  /** Sent to a copy whose tokens the harness issues, and what its key set is by then. */
  | { readonly about: 'issuer'; readonly keys: KeyState }
  /** Sent to a copy whose handlers do nothing. */
  | { readonly about: 'idle' }

/** The keys of the issuer that the harness runs: as always, none in an answer, other ones, or no answer. */
export type KeyState = 'usual' | 'empty' | 'changed' | 'away'

/** A step in the life of a session or token. */
export interface SessionStep {
  readonly about: 'session'
  readonly take?: Take | TakeOther
  /** Where the answer holds the refresh token, which later steps send in the place of `{refresh}`. */
  readonly refresh?: Take
  /** The steps after it are sent only where the answer holds another refresh token there: the old one is used up. */
  readonly rotates?: Take
  /** Where an answer that gives the refresh token of the answer before once more has it: for a client that lost that answer. */
  readonly again?: Take
  /** Sent only where an earlier step took something; what comes after it is not sent either. */
  readonly ifTaken?: true
  /** Sent only where the answer before it is not a success. */
  readonly ifRefused?: true
  /** The taken value must differ from this one, and not hold it; later steps send the values taken before. */
  readonly unlike?: string
  /** The expected effect on the session cookie; absent if any will do. */
  readonly cookie?: CookieRule
  /** Milliseconds by which the clock of the sessions is ahead, in a copy whose handlers do nothing. */
  readonly clock?: number
  /** The time that `Date` shows to this request, in milliseconds since 1970; in a copy as with {@link clock}. */
  readonly date?: number
  /** Milliseconds by which `Date` is ahead for this request, to the application itself. */
  readonly later?: number
}

/** The facts of a scenario that only one subject has. */
export type ScenarioExtra =
  /** Differential oracle: the same request with a good credential. If that is not routed, the probe does not count. */
  | { readonly about: 'probe'; readonly counterpart: RequestData }
  | { readonly about: 'fault'; readonly fault: Fault }
  /** The operation of the copied application that it is sent to, where that is not the route's own. */
  | { readonly about: 'combined'; readonly on: Route }
  /** The route in the served document. */
  | { readonly about: 'document'; readonly documented: Documented }
  /**
   * The last answer must be the first one again, if the first two are: a difference discloses something. What an
   * authenticator throws may have words of its own.
   */
  | { readonly about: 'alike'; readonly alike: 'always' | 'unless-thrown' }
  /** The values taken out of its answers must differ from one to the next. */
  | { readonly about: 'distinct' }
  /** Answered in the cookie mode of a public server, without a socket. */
  | { readonly about: 'public' }

/** The extra facts of one subject; `undefined` where a step or a scenario is about another. */
export function extraOf<Extra extends StepExtra | ScenarioExtra, About extends Extra['about']>(
  { extra }: { readonly extra?: Extra },
  about: About,
): Extract<Extra, { readonly about: About }> | undefined {
  return extra?.about === about ? (extra as Extract<Extra, { readonly about: About }>) : undefined
}

/** The facts of a step in the life of a session or token; none of any other step. */
export function sessionOf(step: Step): Omit<SessionStep, 'about'> {
  return extraOf(step, 'session') ?? {}
}

/** The effect of an answer on a session cookie. */
export interface CookieRule {
  readonly name: string
  readonly change: 'issued' | 'cleared'
  /** Whether it may only travel over https. */
  readonly secure: boolean
}

/** The auth of one operation in an OpenAPI document. */
export interface Documented {
  /** Alternatives in order, each with the places of its credentials: `http bearer`, `header x-api-key`. */
  readonly ways?: readonly (readonly string[])[]
  /** Whether it says that a check without a security scheme stands there. */
  readonly isCustom: boolean
  /** Of its responses. */
  readonly statuses: readonly string[]
  /** The responses of the operation, and the document that their references point into. */
  readonly shapes?: { readonly responses: object; readonly document: object }
  /** Errors that were provoked and came in another shape than this operation describes. */
  readonly misshapes?: readonly { readonly status: number; readonly came: string; readonly described: string }[]
}

/** The behaviour of an authenticator of the copied application in place of its own. */
export interface Fault {
  /** Index among the route's authenticators that are not made of others, in evaluation order. */
  readonly leaf: number
  readonly behaviour:
    | 'undefined'
    | 'null'
    | 'false'
    | 'zero'
    | 'empty'
    | 'nan'
    | 'promise-null'
    | 'promise-false'
    | 'object'
    | 'string'
    | 'number'
    | 'promise-object'
    | 'throws'
    | 'rejects'
    | 'throws-registered'
    | 'throws-response'
    | 'never'
    | 'reads-body'
}

/** The facts of a scenario that reports need; a {@link Scenario} adds how to send it. */
export interface ScenarioFacts extends RowUse {
  /** Stable over runs: made of route, name and exercise. */
  readonly id: string
  /** Made of row, variant and form, see {@link printName}; for people, and never parsed. */
  readonly name: string
  readonly family: Family
  /** {@link Route.key}. */
  readonly route: string
  readonly exercise: Exercise
  readonly expect: Expectation
  /** The authenticator under test. */
  readonly authenticator?: string
  /** The fixtures' user, or `anonymous`, where the scenario is a cell of the routes-by-roles matrix. */
  readonly user?: string
  /** For people, about the request: `a key with its last character cut off`. */
  readonly title: string
  /** The mistake in an application that this finds most often. */
  readonly cause: string
  /** Common Weakness Enumeration id. */
  readonly cwe: number
}

/** One thing to try on one route. */
export interface Scenario extends ScenarioFacts {
  readonly transport: Transport
  readonly steps: readonly Step[]
  /** `sequence`: one connection, one after the other; `pipeline`: one write; `parallel`: a connection each. */
  readonly order: 'sequence' | 'pipeline' | 'parallel'
  /**
   * How it depends on the positive control: `control` itself, `needs-control` to be judged, `independent` of it. A scenario
   * that needs a control that failed is inconclusive.
   */
  readonly control: 'control' | 'needs-control' | 'independent'
  readonly extra?: ScenarioExtra
  /**
   * `first`: tried before anything else on its route: what it is about is seen once only. `late`: one after the
   * other after those that are sent side by side, and before refused logins, which may lock the account that it needs. `last`: one after the other at its end:
   * it may change what others see, or is about what is in flight.
   */
  readonly turn?: 'first' | 'late' | 'last'
  /** Its requests use up what they need: it is sent once, with all the time that an answer may take. */
  readonly isSentOnce?: true
}

/** The authenticators that a scenario is about: its own, else all of its route. */
export function ownersOf({ authenticator }: Pick<ScenarioFacts, 'authenticator'>, { auth }: Route): readonly string[] {
  return authenticator === undefined ? leavesOf(auth).map(({ name }) => name) : [authenticator]
}

/**
 * A scenario without the requests, which may hold secrets. Members are assigned: an object of several spread ones has a hidden class of its own, which
 * takes more memory than the facts.
 */
export function factsOf(scenario: Scenario): ScenarioFacts {
  const { id, row, variant, form, late, name, family, route, exercise, expect, authenticator, user } = scenario
  const { title, cause, cwe } = scenario
  const facts: { -readonly [Fact in keyof ScenarioFacts]: ScenarioFacts[Fact] } = {
    id,
    row,
    name,
    family,
    route,
    exercise,
    expect,
    title,
    cause,
    cwe,
  }
  if (variant !== undefined) facts.variant = variant
  if (form !== undefined) facts.form = form
  if (late !== undefined) facts.late = late
  if (authenticator !== undefined) facts.authenticator = authenticator
  if (user !== undefined) facts.user = user
  return facts
}
