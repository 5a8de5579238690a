import type { SourcePosition } from '../base/errors.ts'
import { ExceptionHandlers } from '../answering/exceptions.ts'
import type { Listeners } from './listeners.ts'
import { extendChain, NO_MIDDLEWARE } from '../declaring/middleware.ts'
import type { MiddlewareLink, Operation } from '../model/operation.ts'
import type { Rebuild } from './rebuild.ts'
import { type ApiOptions, readSettings, type Settings } from '../declaring/settings.ts'
import { openState, type SharedState } from './shared-state.ts'

/** Everything that the parts of one API share, whichever list of operations they serve. */
export interface Core {
  readonly options: ApiOptions
  readonly settings: Settings
  /** Runs around every handler. */
  readonly middleware: readonly MiddlewareLink[]
  readonly handlers: ExceptionHandlers
  readonly state: SharedState
  readonly source: SourcePosition | undefined
}

/** A list of operations in place of the registered ones. */
export interface FixedList extends Rebuild {
  readonly operations: readonly Operation[]
}

const DERIVED = Symbol('svc.derived')

/** The core of another API, and the list to serve. */
export interface Derived {
  readonly core: Core
  readonly fixed: FixedList
  readonly listeners: Listeners | undefined
}

/** Options by which an API takes over another's core. */
export function derive(derived: Derived): object {
  return { [DERIVED]: derived }
}

const DECLARED_AT = Symbol('svc.declared-at')

/** The options of an API that svc makes for a caller, who stands at a position. */
export function declaredAt<Options extends object>(options: Options, source: SourcePosition | undefined): Options {
  return { ...options, [DECLARED_AT]: source }
}

/** The position that {@link declaredAt} put into options, else the one that is asked for. */
export function positionOfOptions(
  options: object | null,
  ask: () => SourcePosition | undefined,
): SourcePosition | undefined {
  const isGiven = typeof options === 'object' && options !== null && DECLARED_AT in options
  return isGiven ? (options[DECLARED_AT] as SourcePosition | undefined) : ask()
}

/** The facts that {@link derive} put into options. */
export function derivedFrom(options: object | null): Derived | undefined {
  return typeof options === 'object' && options !== null && DERIVED in options
    ? (options[DERIVED] as Derived)
    : undefined
}

/** @throws {@link LoadError} for an option that cannot be. */
export function createCore(options: ApiOptions, source: SourcePosition | undefined): Core {
  const settings = readSettings(options, source)
  const middleware = Object.hasOwn(options, 'middleware')
    ? extendChain(NO_MIDDLEWARE, options.middleware, { level: 'api', source })
    : NO_MIDDLEWARE
  const state = openState(options, settings, source)
  return { options, settings, middleware, handlers: new ExceptionHandlers(), state, source }
}
