import type { LeafDescription } from './description.ts'
import type { AuthRequest } from '../http/request.ts'
import type { MiddlewareLink, Operation } from './operation.ts'

/** Why an authenticator did not pass without its hook being called. */
export type SkipReason =
  /** The request has nothing of its kind. */
  | 'absent'
  /** Malformed or repeated: no usable credential. */
  | 'unusable'
  /** A cookie without same-origin proof. */
  | 'csrf'

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
      readonly reason: 'refused' | 'threw' | 'timeout'
      readonly error?: unknown
    }
  | { readonly type: 'middleware.started'; readonly operation: Operation; readonly middleware: MiddlewareLink }
  | {
      readonly type: 'middleware.ended'
      readonly operation: Operation
      readonly middleware: MiddlewareLink
      readonly error?: unknown
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
