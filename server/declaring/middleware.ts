import { callSiteOf } from '../base/call-site.ts'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import type { SvcRequest } from '../http/request.ts'
import type { MiddlewareLevel, MiddlewareLink } from '../model/operation.ts'

/** Where a middleware keeps that it is one. Registered, so that copies of this module agree. */
const MIDDLEWARE: unique symbol = Symbol.for('svc.middleware') as never

/** Runs what a middleware surrounds, once: inner middleware, the inputs, the handler. Gives what they returned. */
export type Next = () => Promise<unknown>

/** Code that runs around handlers. Made by {@link middleware}; an object, so that it cannot stand for a handler. */
export interface Middleware {
  readonly [MIDDLEWARE]: true
  readonly run: (request: SvcRequest, next: Next) => unknown
  readonly source: SourcePosition | undefined
}

/** The values of the option `middleware`, of `export const middleware` and of `_middleware.ts`. */
export type MiddlewareInput = Middleware | readonly Middleware[]

/**
 * Declares code that runs around handlers, after authentication and before inputs are read. It never runs for a request
 * that authentication refuses. What it returns is the answer; if it returns nothing, what `next()` gave is.
 *
 * @throws {@link LoadError} for what is not a function.
 * @example
 * export default middleware(async (request, next) => {
 *   const started = performance.now()
 *   const answer = await next()
 *   request.responseHeaders.set('server-timing', `handler;dur=${performance.now() - started}`)
 *   return answer
 * })
 */
export function middleware(run: (request: SvcRequest, next: Next) => unknown): Middleware {
  const source = callSiteOf(middleware)
  if (typeof run !== 'function') throw invalid('middleware() takes a function', source)
  return Object.freeze({ [MIDDLEWARE]: true as const, run, source })
}

/** The chain of operations without middleware. One object, so that a chain can be compared. */
export const NO_MIDDLEWARE: readonly MiddlewareLink[] = Object.freeze([])

/** Where a middleware is declared. */
export interface MiddlewarePlace {
  readonly level: MiddlewareLevel
  /** Position of the declaration. */
  readonly source: SourcePosition | undefined
}

/**
 * The chain of a level: what surrounds it, then its own.
 *
 * @throws {@link LoadError} for a value that is not a middleware or a list of them.
 */
export function extendChain(
  outer: readonly MiddlewareLink[],
  value: unknown,
  { level, source }: MiddlewarePlace,
): readonly MiddlewareLink[] {
  const own: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (value === undefined) {
    const problem = 'middleware is written but undefined, which is what a misspelt import looks like.'
    throw new LoadError('SVC_OPTION_UNDEFINED', `${problem} Give it a value, or leave it out.`, source)
  }
  if (own.length === 0) return outer
  const links = own.map((entry) => {
    if (!isMiddleware(entry))
      throw invalid(`middleware must be a middleware or a list of them; got ${nameType(entry)}`, source)
    return Object.freeze({ run: entry.run, level, source: entry.source ?? source })
  })
  return Object.freeze([...outer, ...links])
}

/** Whether a value was made by {@link middleware}, of this or another copy of this module. */
function isMiddleware(value: unknown): value is Middleware {
  return typeof value === 'object' && value !== null && MIDDLEWARE in value
}

function invalid(what: string, source: SourcePosition | undefined): LoadError {
  return new LoadError('SVC_MIDDLEWARE_INVALID', `${what}. Write middleware((request, next) => …).`, source)
}

/** The type of a value, for messages: `an object`, `a function`. */
export function nameType(value: unknown): string {
  if (value === null || value === undefined) return String(value)
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
