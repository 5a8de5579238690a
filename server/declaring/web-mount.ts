import type { AuthInput } from '../auth/infer.ts'
import { declareOperation, type DeclaredOperation } from './declaration.ts'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import { webRequestOf } from '../http/h3-event.ts'
import type { RequestContext } from '../http/request.ts'
import { isResponse } from '../http/response.ts'
import type { MiddlewareInput } from './middleware.ts'
import { METHODS, type Method } from '../model/operation.ts'
import { namesOf } from '../base/option-names.ts'
import { joinPaths } from '../grammar/path.ts'
import type { ResourceInput } from '../resources/infer.ts'
import type { MaybePromise } from '../schema/infer.ts'
import { checkOptionNames } from './option-checks.ts'

/** The target of a mount: a web handler, or an application with one, such as `new H3()`. */
export type MountTarget = WebHandler | { readonly fetch: WebHandler }

/** Answers a request of the platform. */
export type WebHandler = (request: Request) => MaybePromise<Response>

/** An operation under its path, as it is registered or as one of those that a mount consists of. */
export interface MountedOperation {
  readonly method: Method
  readonly path: string
  readonly declared: DeclaredOperation
}

/** Options of a mounted handler. */
export interface WebMountOptions {
  /** The auth of the mount; inherited from the API if absent. No auth at any level is a load error. */
  readonly auth?: AuthInput
  readonly middleware?: MiddlewareInput
  /** Whose is what is below: by default what the parameters of the path and the rest, `params.path`, name. */
  readonly resource?: ResourceInput
  readonly csrf?: boolean
}

const OPTION_NAMES = namesOf<WebMountOptions>({ auth: true, middleware: true, resource: true, csrf: true })

/** Name of the parameter that holds what is below the path. */
const REST = 'path'

/**
 * A mount as operations, so that it is guarded, listed and tested like any: every method, at the path and below it.
 *
 * @param path without a slash at its end
 * @throws {@link LoadError} for a target that cannot answer, and for options that do not exist
 */
export function declareMount(
  path: string,
  target: unknown,
  options: object,
  source: SourcePosition | undefined,
): readonly MountedOperation[] {
  const fetch = findHandler(target)
  if (!fetch) {
    const problem = 'mount(path, target) takes a function (request: Request) => Response, or an app with fetch.'
    throw new LoadError('SVC_MOUNT_INVALID', problem, source)
  }
  checkOptionNames(options, OPTION_NAMES, 'mount', source)
  const handler = (request: RequestContext): Promise<Response> => answer(fetch, request)
  const declared = declareOperation({ ...options, includeInSchema: false }, handler, source)
  const mounted = Object.freeze({ ...declared, mounted: joinPaths(path, '/**') })
  return [path === '' ? '/' : path, joinPaths(path, `/[...${REST}]`)].flatMap((at) =>
    METHODS.map((method) => ({ method, path: at, declared: mounted })),
  )
}

async function answer(fetch: WebHandler, request: RequestContext): Promise<Response> {
  const response: unknown = await fetch(webRequestOf(request, urlBelow(request)))
  if (!isResponse(response)) throw new TypeError('what is mounted returned something other than a Response')
  return response
}

/** The URL as seen from the mount: what is mounted does not know where. */
function urlBelow(request: RequestContext): URL {
  const rest = request.params[REST]
  // As received: the parameter is decoded. No separator was escaped, or there would have been no route.
  const count = rest === undefined ? 0 : rest.split('/').length
  const url = new URL(request.url)
  url.pathname = count === 0 ? '/' : `/${request.path.split('/').slice(-count).join('/')}`
  return url
}

function findHandler(target: unknown): WebHandler | undefined {
  if (typeof target === 'function') return target as WebHandler
  if (typeof target !== 'object' || target === null || !('fetch' in target)) return undefined
  const app = target as { readonly fetch: unknown }
  return typeof app.fetch === 'function' ? (request) => (app as { fetch: WebHandler }).fetch(request) : undefined
}
