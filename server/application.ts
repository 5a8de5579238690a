import { usesSessions } from './auth/description.ts'
import { HttpError, LoadError } from './errors.ts'
import { callExceptionHandler, defaultAnswer, type ExceptionHandlers } from './exceptions.ts'
import { compileProxyTrust } from './http/client.ts'
import { compileCors, type Cors } from './http/cors.ts'
import { RequestContext, type RequestSetting } from './http/request.ts'
import { isResponse, textResponse, withHeaders, withoutBody } from './http/response.ts'
import type { Sessions } from './sessions/sessions.ts'
import { readTarget, type Target } from './http/target.ts'
import type { Throttle } from './http/throttle.ts'
import { compileOperation, type CompiledOperation, type FindListener, runOperation } from './lifecycle.ts'
import { formatOperation, type Method, type Operation } from './operation.ts'
import { joinPaths, parsePath, PathTable } from './path.ts'
import type { Settings } from './settings.ts'

/** A path that must answer 503, since what belongs there did not load. */
export interface ClosedPath {
  /** In bracket form, without the base; `/admin/**` means everything below `/admin`. */
  readonly path: string
  /** What is wrong, for people at the terminal; never sent. */
  readonly reason: string
}

/** What an application is made of. */
export interface ApplicationParts {
  readonly operations: readonly Operation[]
  /** Operations of our own: the document and the page. They are not in the list, and a listener hears of no handler. */
  readonly internal: readonly Operation[]
  readonly closed: readonly ClosedPath[]
  /** Before every path: `/api`, or empty. */
  readonly base: string
  readonly settings: Settings
  readonly handlers: ExceptionHandlers
  readonly sessions: Sessions
  readonly throttle: Throttle | undefined
  readonly listener: FindListener
}

/** What one path offers. */
interface PathEntry {
  readonly methods: Map<Method, CompiledOperation & { readonly params: readonly string[] }>
  closed: boolean
  /** Whether it belongs to the reference page, which is shared with no other origin. */
  isInternal: boolean
}

/** Something to run: the compiled operations behind a table of paths. Immutable, so that a reload swaps one for another. */
export class Application {
  readonly #parts: ApplicationParts
  readonly #setting: RequestSetting
  readonly #table = new PathTable<PathEntry>()
  readonly #closedPrefixes: readonly string[]
  readonly #cors: Cors | undefined

  /** @throws {@link LoadError} for two operations with one method and path, or one id. */
  constructor(parts: ApplicationParts) {
    const { settings, sessions, operations, internal, closed, listener } = parts
    this.#parts = parts
    this.#cors = settings.cors && compileCors(settings.cors)
    this.#setting = {
      bodyLimit: settings.limits.body,
      formFieldLimit: settings.limits.formFields,
      trust: compileProxyTrust(settings.trustProxy, settings.publicUrl),
      trustedOrigins: settings.trustedOrigins,
      sessions,
    }
    checkOperationIds(operations)
    checkSessions([...operations, ...internal], sessions)
    for (const operation of operations) this.#add(operation, listener)
    for (const operation of internal) {
      this.#add(operation, () => undefined)
      this.#entryOf(operation.path).isInternal = true
    }
    for (const { path } of closed.filter((entry) => !isPrefix(entry))) this.#entryOf(path).closed = true
    this.#closedPrefixes = closed
      .filter(isPrefix)
      .map(({ path }) => joinPaths(parts.base, path.slice(0, -'/**'.length)))
  }

  /**
   * Answers a request.
   *
   * @param address stands in for the socket's peer where there is no socket
   */
  respond(web: Request, address?: string): Response | Promise<Response> {
    const started = performance.now()
    const target = readTarget(targetOf(web))
    const request = new RequestContext(web, target ?? NO_TARGET, this.#setting, address)
    const end = (response: Response, error?: unknown, operation?: Operation): Response =>
      this.#end(request, response, started, operation, error)
    let operation: Operation | undefined
    try {
      const found = this.#find(target, request)
      if (isResponse(found)) return end(found)
      operation = found.operation
      request.challenges = found.challenges
      const response = runOperation(found, request)
      if (!(response instanceof Promise)) return end(response, undefined, operation)
      return response.then(
        (later) => end(later, undefined, operation),
        (error: unknown) => this.#answer(error, request, (later) => end(later, error, operation)),
      )
    } catch (error) {
      return this.#answer(error, request, (later) => end(later, error, operation))
    }
  }

  /** Answers a request that must not be looked at any further: for exception handlers and listeners it is one like any. */
  refuse(web: Request, refusal: HttpError): Response | Promise<Response> {
    const started = performance.now()
    const request = new RequestContext(web, NO_TARGET, this.#setting)
    return this.#answer(refusal, request, (later) => this.#end(request, later, started, undefined, refusal))
  }

  /** Order of answers (semantics 4.5): 400 malformed target > 404 > 405 > what the operation says. */
  #find(target: Target | undefined, request: RequestContext): CompiledOperation | Response {
    if (!target) throw new HttpError(400)
    const match = this.#table.find(target.path)
    if (match?.value.isInternal) request.isShared = false
    if (match?.value.closed || this.#isClosed(target.path)) throw new HttpError(503)
    if (!match) throw new HttpError(404)
    const { methods } = match.value
    if (request.isShared && this.#cors?.isPreflight(request)) return this.#cors.preflightResponse(allowOf(methods))
    const method = request.method as Method
    const compiled = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined)
    if (compiled) {
      if (match.captures.length > 0) request.params = readParams(compiled.params, match.captures)
      return compiled
    }
    const allow = allowOf(methods)
    if (request.method === 'OPTIONS') return textResponse(204, null, [['allow', allow]])
    throw new HttpError(405, undefined, { allow })
  }

  #isClosed(path: string): boolean {
    return this.#closedPrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  }

  /** Answers what was thrown: by a registered handler, else by default. */
  #answer(
    thrown: unknown,
    request: RequestContext,
    end: (response: Response) => Response,
  ): Response | Promise<Response> {
    const handler = this.#parts.handlers.find(thrown)
    const finish = (response: Response): Response => end(withRenewal(response, request.renewedCookie))
    if (!handler) return finish(defaultAnswer(thrown, request.challenges))
    return callExceptionHandler(handler, request, thrown).then(finish)
  }

  #end(
    request: RequestContext,
    response: Response,
    started: number,
    operation: Operation | undefined,
    error: unknown,
  ): Response {
    this.#parts.listener()?.({
      type: 'request.ended',
      request,
      operation,
      status: response.status,
      duration: performance.now() - started,
      ...(response.status >= 500 ? { error } : {}),
    })
    const isShared = request.isShared && response.status !== 101
    const shared = this.#cors && isShared ? this.#cors.apply(request, response) : response
    return request.method === 'HEAD' ? withoutBody(shared) : shared
  }

  #add(operation: Operation, listener: FindListener): void {
    const { methods } = this.#entryOf(operation.path)
    const earlier = methods.get(operation.method)
    if (earlier) {
      throw new LoadError(
        'SVC_OPERATION_TWICE',
        `${formatOperation(operation)} is declared twice; the other is ${formatOperation(earlier.operation)}. Remove one.`,
        operation.source,
      )
    }
    const compiled = compileOperation(operation, this.#parts.settings, listener, this.#parts.throttle)
    const { params } = parsePath(operation.path, 'bracket', operation.source)
    methods.set(operation.method, { ...compiled, params })
  }

  #entryOf(path: string): PathEntry {
    const pattern = parsePath(joinPaths(this.#parts.base, path), 'bracket')
    return this.#table.ensure(pattern, () => ({ methods: new Map(), closed: false, isInternal: false }))
  }
}

/** A session goes on although its handler failed. All 401s of a route are alike. */
function withRenewal(response: Response, cookie: string | undefined): Response {
  return cookie === undefined || response.status === 401 ? response : withHeaders(response, [['set-cookie', cookie]])
}

const NO_TARGET: Target = { path: '', search: '' }

/** Node's own target where there is a socket: the URL of a request has been tidied already. */
function targetOf(web: Request): string {
  const node = (web as { readonly runtime?: { readonly node?: { readonly req: { readonly url?: string } } } }).runtime
    ?.node
  if (node) return node.req.url ?? ''
  const url = new URL(web.url)
  return url.pathname + url.search
}

function isPrefix({ path }: ClosedPath): boolean {
  return path.endsWith('/**')
}

function readParams(names: readonly string[], captures: readonly string[]): Readonly<Record<string, string>> {
  const params = Object.create(null) as Record<string, string>
  for (const [index, name] of names.entries()) {
    // Decoded once; that it decodes was made sure of with the whole target.
    params[name] = decodeURIComponent(captures[index] as string)
  }
  return Object.freeze(params)
}

/** The declared methods, HEAD where there is GET, and OPTIONS (semantics 11). */
function allowOf(methods: ReadonlyMap<Method, unknown>): string {
  const names = new Set<string>(methods.keys())
  if (names.has('GET')) names.add('HEAD')
  names.add('OPTIONS')
  return [...names].join(', ')
}

function checkOperationIds(operations: readonly Operation[]): void {
  const known = new Map<string, Operation>()
  for (const operation of operations) {
    const earlier = known.get(operation.id)
    if (earlier) {
      throw new LoadError(
        'SVC_OPERATION_ID_TWICE',
        `${formatOperation(operation)} and ${formatOperation(earlier)} have one operationId, "${operation.id}". Rename one.`,
        operation.source,
      )
    }
    known.set(operation.id, operation)
  }
}

/** Sessions without a secret would fail on the first request; they fail here. */
function checkSessions(operations: readonly Operation[], sessions: Sessions): void {
  const user = operations.find(({ auth }) => usesSessions(auth.description))
  if (user) sessions.requireSecret(user.auth.source)
}
