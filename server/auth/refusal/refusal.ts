import type { SourcePosition } from '../../base/errors.ts'
import type { Carrier, NamedCarrier } from '../../model/carrier.ts'
import type { RefusalReason, SkipReason } from '../../model/observation.ts'
import type { AuthLevel } from '../../model/operation.ts'
import type { Fault } from './fault.ts'

/**
 * The reasons for which a request was refused, for developers. Plain data without values: of the project the names that it
 * declares and positions in its files; of the client known schemes, places, lengths, counts.
 */
export interface Refusal {
  /** `GET /orders/[id]` */
  readonly operation: string
  readonly status: number
  /** The auth of the operation in one line, such as `[TokenAuth, fwAuth]`. */
  readonly auth: string
  /** The level that declares it, and where. */
  readonly level: AuthLevel
  readonly source?: SourcePosition
  readonly reason: Reason
}

/** A reason, of an authenticator, of a combination of them, or of what runs besides them. */
export type Reason =
  | CredentialReason
  | CombinedReason
  | GuardReason
  | ResourceReason
  | OriginReason
  | ThrottleReason
  | CodeReason

/** One authenticator. */
export interface CredentialReason {
  readonly type: 'credential'
  readonly authenticator: string
  /** Where it was made. */
  readonly source?: SourcePosition
  /** Where it looks for its credential. */
  readonly place: Place
  /** `untried`: another one had decided. */
  readonly outcome: 'passed' | SkipReason | RefusalReason | 'untried'
  /** The fault of the credential; where it is untried, only whether it is absent. */
  readonly fault?: Fault
  /** The value that its hook returned: `undefined`, `null`, `false` … */
  readonly returned?: string
  /** Whether it lets in superusers only. */
  readonly superuser?: true
  /** Credentials in other places of the request. */
  readonly there?: readonly FoundPlace[]
  /** The authenticator that a credential of the fixtures is for. */
  readonly belongsTo?: string
  /** Authenticators of other operations that look in the same place. */
  readonly readers?: readonly Reader[]
  readonly origin?: OriginFault
  readonly thrown?: Thrown
}

/** A carrier; of a session the cookie that is read. */
export type Place = Exclude<Carrier, { readonly in: 'session' }> | { readonly in: 'session'; readonly name: string }

/** A place of the request in which there is something. */
export type FoundPlace =
  | { readonly in: 'authorization'; readonly scheme?: string; readonly length: number }
  | (NamedCarrier & { readonly readers?: readonly Reader[] })
  /** A name that the project does not declare, which is nearly the one that was looked for. */
  | { readonly in: NamedCarrier['in']; readonly similarTo: string; readonly length: number; readonly onlyCase: boolean }

/** An authenticator, and one operation that has it. */
export interface Reader {
  readonly authenticator: string
  readonly operation: string
}

/** `list`: any member is enough. `all`: every one is needed. `optional`: its one member, or no credential. */
export interface CombinedReason {
  readonly type: 'list' | 'all' | 'optional'
  readonly passed: boolean
  readonly members: readonly Reason[]
}

/** The guard of a `check`. */
export interface GuardReason {
  readonly type: 'guard'
  readonly guard: string
  /** Where the `check` stands. */
  readonly source?: SourcePosition
  /** `untried`: its member did not pass. */
  readonly outcome: 'passed' | RefusalReason | 'untried'
  readonly returned?: string
  /** The scopes that the token lacks, of a guard that demands some. */
  readonly lacks?: readonly string[]
  readonly thrown?: Thrown
  /** The authenticators that it guards. */
  readonly member: Reason
}

/** A resource that is absent, or that this user may not have. */
export interface ResourceReason {
  readonly type: 'resource'
  readonly resource: string
  /** The function that said no, and where it is declared. */
  readonly by: 'load' | 'may' | 'only'
  readonly source?: SourcePosition
  readonly outcome: 'absent' | 'refused' | 'threw'
  readonly thrown?: Thrown
}

/** An operation that says `csrf: true` itself, or its call of `login`. */
export interface OriginReason {
  readonly type: 'origin'
  readonly by?: 'login'
  readonly origin: OriginFault
}

/** The proof of same origin that is missing (semantics 4.6). */
export interface OriginFault {
  readonly fault: 'no-origin' | 'null-origin' | 'other-origin' | 'other-site' | 'repeated'
  /** `Sec-Fetch-Site`, where it is one of the words that browsers send. */
  readonly site?: string
  /** The part that differs from the server's own origin. */
  readonly differs?: 'scheme' | 'host' | 'port'
  /** How many origins `trustedOrigins` lists. */
  readonly trusted: number
}

/** Too many failures from this client. */
export interface ThrottleReason {
  readonly type: 'throttle'
  /** Seconds. */
  readonly wait: number
}

/** A handler or a middleware that refused by itself. */
export interface CodeReason {
  readonly type: 'handler' | 'middleware'
  readonly source?: SourcePosition
  readonly thrown?: Thrown
}

/** Something that was thrown. Its message may hold anything, and is left out. */
export interface Thrown {
  /** The name of its class. */
  readonly error: string
  /** Where the project made it. */
  readonly source?: SourcePosition
}
