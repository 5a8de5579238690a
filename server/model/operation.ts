import type { AuthDescription } from './description.ts'
import type { SourcePosition } from '../base/errors.ts'
import type { ResourceLink } from './resource.ts'

/** Methods that an operation can be declared for. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** One of {@link METHODS}. */
export type Method = (typeof METHODS)[number]

/** The level whose declaration decided, outermost last. `none`: nothing at any level says anything. */
export type AuthLevel = 'operation' | 'file' | 'mount' | 'router' | 'folder' | 'api' | 'none'

/** Which authenticator applies to an operation, and why. */
export interface EffectiveAuth {
  /** The authenticator, the list, or `null` for public; `undefined` where nothing is declared. */
  readonly value: unknown
  /** The same as data. */
  readonly description: AuthDescription | null | undefined
  /** The level that decided. */
  readonly level: AuthLevel
  /** The declaration that decided. */
  readonly source: SourcePosition | undefined
}

/** A level that can add middleware, outermost first. */
export type MiddlewareLevel = 'api' | 'folder' | 'router' | 'mount' | 'file' | 'operation'

/** One middleware of an operation, and where it comes from. */
export interface MiddlewareLink {
  readonly run: (request: never, next: () => Promise<unknown>) => unknown
  readonly level: MiddlewareLevel
  readonly source: SourcePosition | undefined
}

/** Schemas of errors by status, `default` for every other: what the document says of them. `null`: without a body. */
export type ErrorsByStatus = Readonly<Record<string, unknown>>

/** The declarations of an operation besides `auth` and `middleware`. */
export interface OperationOptions {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly headers?: unknown
  readonly cookies?: unknown
  readonly response?: unknown
  readonly errors?: ErrorsByStatus
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly operationId?: string
  readonly deprecated?: boolean
  readonly includeInSchema?: boolean
  readonly csrf?: boolean
}

/**
 * One operation of a loaded application: the list of these is what the dispatcher, the document, `svc routes` and
 * the harness read. Frozen; its auth is not resolved a second time.
 */
export interface Operation {
  /** Unique in the application: `operationId`, else made of method and path. */
  readonly id: string
  readonly method: Method
  /** Without the base, parameters in brackets: `/admin/users/[id]`, `/files/[...rest]`. */
  readonly path: string
  readonly auth: EffectiveAuth
  readonly options: OperationOptions
  /** The `errors` of the operation and of every level around it. */
  readonly errors?: ErrorsByStatus
  /** The middleware around the handler once a request is authenticated, outermost first. */
  readonly middleware: readonly MiddlewareLink[]
  /** The resources that are loaded and asked about before the handler runs, outermost first; absent if there are no resources. */
  readonly resources?: readonly ResourceLink[]
  readonly handler: (request: never) => unknown
  /** Another body for the 401 of a request that auth refused: that of a person at a browser. `undefined`: the usual answer. */
  readonly refuse?: (request: never, challenges: readonly string[]) => Promise<Response> | undefined
  /** Where it is declared. */
  readonly source: SourcePosition | undefined
  /** The paths of the mount that it belongs to: `/files/**`. */
  readonly mounted?: string
}

/** `GET /admin/users/[id]`. */
export function formatOperation(operation: Pick<Operation, 'method' | 'path'>): string {
  return `${operation.method} ${operation.path}`
}

/** Whether auth is declared for an operation, at any level: neither `null` nor absent. */
export function declaresAuth({ auth }: Pick<Operation, 'auth'>): boolean {
  return auth.value !== null && auth.value !== undefined
}
