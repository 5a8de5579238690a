import type { LeafDescription } from './description.ts'
import type { AuthRequest } from '../http/request.ts'
import type { SourcePosition } from '../base/errors.ts'
import type { MiddlewareLink, Operation } from './operation.ts'

/** Why an authenticator did not pass without its hook being called. */
export type SkipReason =
  /** The request has nothing of its kind. */
  | 'absent'
  /** Malformed or repeated: no usable credential. */
  | 'unusable'
  /** A cookie without same-origin proof. */
  | 'csrf'

/** How a hook or a guard ended that did not let a request through. */
export type RefusalReason = 'refused' | 'threw' | 'timeout'

/** The guard of a `check`, and where the `check` stands. */
export interface GuardLink {
  /** The name of the function; `guard` for one without. */
  readonly name: string
  readonly source: SourcePosition | undefined
}

/** An event in the life of a request, as `api.observe` reports them, in order. */
export type Observation = { readonly request: AuthRequest } & (
  | {
      readonly type: 'authenticator.skipped'
      readonly operation: Operation
      readonly authenticator: LeafDescription
      readonly reason: SkipReason
    }
  | { readonly type: 'authenticator.called'; readonly operation: Operation; readonly authenticator: LeafDescription }
  | {
      readonly type: 'authenticator.passed'
      readonly operation: Operation
      readonly authenticator: LeafDescription
      readonly value: unknown
    }
  | {
      readonly type: 'authenticator.failed'
      readonly operation: Operation
      readonly authenticator: LeafDescription
      readonly reason: RefusalReason
      /** The falsy value that its hook returned, where it refused. */
      readonly returned?: unknown
      readonly error?: unknown
    }
  /** The guard of a `check` did not let through what its member had let in. */
  | {
      readonly type: 'guard.refused'
      readonly operation: Operation
      readonly guard: GuardLink
      readonly reason: RefusalReason
      readonly returned?: unknown
      /** The scopes that the token lacks, of a guard that demands some. */
      readonly lacks?: readonly string[]
      readonly error?: unknown
    }
  /** An operation that says `csrf: true` itself was asked without same-origin proof. */
  | { readonly type: 'origin.refused'; readonly operation: Operation }
  /** The client failed too often, and no hook was asked. `wait`: seconds until it may try again. */
  | { readonly type: 'throttle.refused'; readonly operation: Operation; readonly wait: number }
  | { readonly type: 'middleware.started'; readonly operation: Operation; readonly middleware: MiddlewareLink }
  | {
      readonly type: 'middleware.ended'
      readonly operation: Operation
      readonly middleware: MiddlewareLink
      readonly error?: unknown
    }
  | {
      /** A resource was loaded and allowed. */
      readonly type: 'resource.passed'
      readonly operation: Operation
      /** Its name. */
      readonly resource: string
      readonly value: unknown
    }
  | {
      readonly type: 'resource.refused'
      readonly operation: Operation
      readonly resource: string
      /** The function that said no, and where it is declared. */
      readonly by: 'load' | 'may' | 'only'
      readonly source: SourcePosition | undefined
      /** `absent`: there is no such resource. `threw`: what `may` or `only` throws is a refusal. */
      readonly reason: 'absent' | 'refused' | 'threw'
      readonly error?: unknown
    }
  | {
      /** `load` threw, or one of the functions took longer than `authTimeout`. */
      readonly type: 'resource.failed'
      readonly operation: Operation
      readonly resource: string
      readonly by: 'load' | 'may' | 'only'
      readonly source: SourcePosition | undefined
      readonly reason: 'threw' | 'timeout'
      readonly error: unknown
    }
  | { readonly type: 'handler.started'; readonly operation: Operation; readonly auth: unknown }
  | { readonly type: 'handler.ended'; readonly operation: Operation; readonly error?: unknown }
  | {
      readonly type: 'request.ended'
      readonly operation: Operation | undefined
      readonly status: number
      /** Milliseconds since the request's arrival. */
      readonly duration: number
      /** The thrown value, if the answer is a 500. */
      readonly error?: unknown
    }
)

/** Called synchronously for every observation; what it throws is dropped. */
export type ObservationListener = (observation: Observation) => void
