import type { ServerRequest, ServerRuntimeContext } from 'srvx'

/**
 * An `H3Event`, member by member, so that the utilities of h3 take it. The class itself is not named here: its
 * declarations do not pass the compiler without `skipLibCheck` where `lib` is older than ESNext.
 */
export interface RequestEvent {
  readonly req: ServerRequest
  url: URL
  readonly context: RequestEventContext
  /** Status and fields of the answer; `headers` are those of `request.responseHeaders`. */
  readonly res: { status?: number; statusText?: string; readonly headers: Headers; readonly errHeaders: Headers }
  readonly runtime: ServerRuntimeContext | undefined
  readonly headers: Headers
  readonly path: string
  readonly method: string
  /** Absent here: what writes to Node's response would go around the framework. */
  readonly node: ServerRuntimeContext['node'] | undefined
  waitUntil(promise: Promise<unknown>): void
  toString(): string
  toJSON(): string
}

/** Notes of utilities about one request. What h3 keeps there for itself has no type of ours. */
export interface RequestEventContext {
  [name: string]: unknown
  params?: Record<string, string>
  middlewareParams?: Record<string, string>
  clientAddress?: string
  basicAuth?: { username: string; password?: string; realm: string }
  matchedRoute?: never
  sessions?: never
  routeRules?: never
  timing?: never
}
