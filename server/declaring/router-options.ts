import { namesOf, type OptionNames } from '../base/option-names.ts'
import type { ResourceInput } from '../resources/infer.ts'
import type { ErrorSchemas } from './declared-errors.ts'
import type { MiddlewareInput } from './middleware.ts'

/** Options of a router. */
export interface RouterOptions<A, Own = ResourceInput> {
  /** Applies to every operation of the router that says nothing itself. */
  readonly auth: A
  /** Runs around its operations, inside the middleware of outer levels. */
  readonly middleware?: MiddlewareInput
  /** Schemas of errors by status, for the document; an operation's own precede. */
  readonly errors?: ErrorSchemas
  /** Whose are the parameters of the path that it is mounted at, and of no level around. */
  readonly resource?: Own
  readonly tags?: readonly string[]
}

/** Options of a mount. */
export interface MountOptions<A> {
  /** Applies instead of what the router and its surroundings say. */
  readonly auth?: A
  /** Runs around what is mounted, outside the middleware of the router itself. */
  readonly middleware?: MiddlewareInput
  /** Whose are the parameters of the prefix. Inside, resources of the router itself come after it. */
  readonly resource?: ResourceInput
  readonly tags?: readonly string[]
}

/** Names of {@link RouterOptions}. */
export const ROUTER_OPTION_NAMES: OptionNames = namesOf<RouterOptions<unknown>>({
  auth: true,
  middleware: true,
  resource: true,
  errors: true,
  tags: true,
})
/** Names of {@link MountOptions}. */
export const MOUNT_OPTION_NAMES: OptionNames = namesOf<MountOptions<unknown>>({
  auth: true,
  middleware: true,
  resource: true,
  tags: true,
})
