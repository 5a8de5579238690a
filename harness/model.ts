/**
 * The data that the parts of the harness hand to each other: plan -> replay -> check -> report.
 * Everything here can be written as JSON and read back, so every report sees the same run.
 */
import type { AuthDescription, AuthLevel, SourcePosition } from 'svc'
import type { Remark } from './model-events.ts'

/** One operation as the harness sees it: of a loaded application, or of an OpenAPI document. */
export interface Route {
  /** As `svc routes` prints it, without the base: `GET /admin/users/[id]`. Fixtures name it so. */
  readonly key: string
  readonly method: string
  /** Parameters in brackets. */
  readonly path: string
  /** What the requests begin with: `/api`, or empty. */
  readonly base: string
  /** `null`: declared public; `undefined`: nothing at any level says anything. */
  readonly auth: AuthDescription | null | undefined
  /** The level that decided. */
  readonly level: AuthLevel
  /** The declaration that decided. */
  readonly authSource: SourcePosition | undefined
  /** Where the operation is declared. */
  readonly source: SourcePosition | undefined
  /** Whether unsafe methods with a cookie must prove that they are same-origin. */
  readonly csrf: boolean
  /** The operation itself says so: no credential at all does without the proof. */
  readonly csrfAlways?: true
  /** Whether the operation says how its answers look or what it needs: decides if a body can be compared. */
  readonly declaresBody: boolean
}

/** What a request may come to. A scenario names one of these; `check/` says what each means on the wire. */
export const EXPECTATIONS = [
  /** 2xx, the handler ran exactly once, `request.auth` is the fixture's principal. */
  'allow',
  /** 401 as the contract words it, the handler did not run. */
  'deny',
  /** The same with 403. */
  'forbid',
  /** Any status, but the handler did not run and the answer is not the control's. */
  'norun',
  /** `deny`, or a 400, 413, 414, 431 of the HTTP layer, or a closed connection. */
  'parser',
  /** The answer of the registered exception handler; the handler of the operation did not run. */
  'handled',
  /** 500 without a stack; the handler did not run. */
  'broken',
  /** 503 because an authenticator did not answer in time; the handler did not run. */
  'unavailable',
  /** A public route: no authenticator called, no challenge, no 5xx. */
  'public',
  /** 2xx, and a cookie, token or header could be taken from the answer. */
  'issued',
  /** A login with wrong data: no 2xx and no session cookie. */
  'refused-login',
  /** The served OpenAPI document says of the route what its declaration and its answer say. */
  'described',
  /** Any answer below 500. */
  'answered',
] as const
/** One of {@link EXPECTATIONS}. */
export type Expectation = (typeof EXPECTATIONS)[number]

/** What a scenario is about: the columns of the routes-by-scenarios matrix, in this order. */
export const FAMILIES = [
  'control',
  'common',
  'query',
  'header',
  'cookie',
  'bearer',
  'basic',
  'session',
  'superuser',
  'callable',
  'address',
  'list',
  'level',
  'role',
  'method',
  'path',
  'probe',
  'connection',
  'document',
] as const
/** One of {@link FAMILIES}. */
export type Family = (typeof FAMILIES)[number]

/** `wire`: the running application; `sealed`: a session made for it; `wrapped`: a copy with a replaced authenticator. */
export type Exercise = 'wire' | 'sealed' | 'wrapped'

/** The weakest way to send that can express a scenario. `raw` needs its own socket and exact bytes. */
export type Transport = 'fetch' | 'socket' | 'raw'

/** A request as data. Strings are written byte for byte as Latin-1; `{taken}` stands for an earlier step's value. */
export interface RequestData {
  readonly method: string
  /** The request target exactly as written on the request line. */
  readonly target: string
  /** Header lines in order. `Host`, the probe id and the body's length are added unless they are here. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: string
  /** Source address of the connection, where it matters. */
  readonly from?: string
  /** Bytes that replace the whole request, for what no request line can express. */
  readonly bytes?: string
}

/** Where a step's answer holds a value for later steps. */
export type Take = { readonly json: string } | { readonly cookie: string } | { readonly header: string }

/** One request of a scenario, and what must come of it. */
export interface Step {
  readonly request: RequestData
  readonly expect: Expectation
  /** What `request.auth` must equal; absent where the fixtures do not say. */
  readonly principal?: unknown
  /** Names of the authenticators whose hooks must be called, in order; absent where it does not matter. */
  readonly calls?: readonly string[]
  /**
   * The authenticator of the application whose good credential a copy is asked with, on another path. Where it refuses
   * that there, it looks at more than the credential, or the credential is spent: nothing is proven.
   */
  readonly good?: string
  readonly take?: Take
  /** {@link Route.key} of the operation that it is for, where that is not the scenario's own. */
  readonly route?: string
  /** What must become of the session cookie; absent where that does not matter. */
  readonly cookie?: CookieRule
  /** Milliseconds by which the clock of the sessions is ahead, in a copy whose handlers do nothing. */
  readonly clock?: number
}

/** What an answer must do to a session cookie. */
export interface CookieRule {
  readonly name: string
  readonly change: 'issued' | 'cleared'
  /** Whether it may only travel over https. */
  readonly secure: boolean
}

/** What an OpenAPI document says of one operation. */
export interface Documented {
  /** Alternatives in order, each with the places of its credentials: `http bearer`, `header x-api-key`. */
  readonly ways?: readonly (readonly string[])[]
  /** Whether it says that a check without a security scheme stands there. */
  readonly isCustom: boolean
  /** Of its responses. */
  readonly statuses: readonly string[]
}

/** What an authenticator of the copied application does instead of its own work. */
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

/** What reports need to know of a scenario; a {@link Scenario} adds how to send it. */
export interface ScenarioFacts {
  /** Stable over runs: made of route, name and exercise. */
  readonly id: string
  /** Dotted: `key.prefix`, `path.upper`, `list.second-only`. */
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
   * How it depends on the positive control: `is` a control itself, `after` a good one it is judged, `free` of it.
   * A scenario `after` a failed control is inconclusive.
   */
  readonly control: 'is' | 'after' | 'free'
  /** Differential oracle: the same request with a good credential. If that is not routed, the probe does not count. */
  readonly counterpart?: RequestData
  readonly fault?: Fault
  /** The operation of the copied application that it is sent to, where that is not the route's own. */
  readonly on?: Route
  /** What the served document says of the route. */
  readonly documented?: Documented
  /**
   * The last answer must be the first one again, where the first two are: a difference tells something. What an
   * authenticator throws may have words of its own.
   */
  readonly alike?: 'always' | 'unless-thrown'
  /** What is taken out of its answers must differ from one to the next. */
  readonly distinct?: true
  /** Answered in the cookie mode of a public server, without a socket. */
  readonly mode?: 'public'
  /** Tried last on its route because it may change what other scenarios see (logout, for one). */
  readonly last?: true
}

/** Everything that will be tried on one route. */
export interface RoutePlan {
  readonly route: Route
  readonly scenarios: readonly Scenario[]
  /** Why no good credential can be sent, where none is known. */
  readonly noControl?: string
  /** What the fixtures ask to leave out. */
  readonly ignored: readonly Ignored[]
}

/** One accepted finding of the fixtures' ignore list. */
export interface Ignored {
  /** A scenario's name, or a prefix of one that ends in `*`. */
  readonly scenario: string
  readonly reason: string
  /** `YYYY-MM-DD`; after that day it counts again. */
  readonly until?: string
}

/** The whole plan: pure data, made without sending anything. */
export interface Plan {
  readonly routes: readonly RoutePlan[]
  readonly remarks: readonly Remark[]
}

export type * from './model-events.ts'
export type * from './model-fixtures.ts'
