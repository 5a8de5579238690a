import type { AuthInput, AuthOf } from '../auth/infer.ts'
import { applyDeclaration, UNDECLARED } from '../auth/policy.ts'
import { type Core, createCore, derive, derivedFrom, type FixedList, positionOfOptions } from './api-core.ts'
import { Application } from '../answering/application.ts'
import { callSiteOf } from '../base/call-site.ts'
import type { AsDeclared, ErrorSchemas, TypedResponse } from '../declaring/declared-errors.ts'
import { errorFields, type ExceptionClass } from '../answering/exceptions.ts'
import type { AuthRequest, RequestContext, SvcRequest } from '../http/request.ts'
import { Answer } from '../http/answer.ts'
import { headerPairs, serializeJson, toResponse } from '../http/response.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { checkState, findLocalState, type LocalState } from './shared-state.ts'
import type { Health } from '../store/redis-store.ts'
import { createLog } from '../log/log.ts'
import type { MountTarget, WebMountOptions } from '../declaring/web-mount.ts'
import { isLoopback } from '../http/known-hosts.ts'
import { Listeners } from './listeners.ts'
import type { ObservationListener } from '../model/observation.ts'
import type { EffectiveAuth, ErrorsByStatus, MiddlewareLink, Operation } from '../model/operation.ts'
import { docsGuard, docsOperations } from './docs-operations.ts'
import { withUniqueIds } from '../declaring/operation-ids.ts'
import { parsePath } from '../grammar/path.ts'
import { copyMark, requireFileRoutes } from '../base/project-mark.ts'
import type { Rebuild } from './rebuild.ts'
import { type Router, Routes, VerbMethods, type VerbFunction } from '../declaring/router.ts'
import type { MountOptions } from '../declaring/router-options.ts'
import type { GlobalOf, MountCheck } from './mount-check.ts'
import type { MaybePromise } from '../schema/infer.ts'
import {
  listenOn,
  type Listening,
  type ListenOptions,
  needsSecureCookies,
  nodeHandlerOf,
  type NodeHandler,
  type NodeHandlerOptions,
} from '../listening/serving.ts'
import { type ApiOptions, type Settings } from '../declaring/settings.ts'

/** The answer that `createResponse` builds. */
export interface ResponseInit<Status extends number = number> {
  readonly status?: Status
  readonly headers?: HeadersInit
}

/**
 * An API: global options, operations, exception handlers.
 *
 * @example
 * const api = new SvcAPI({ title: 'Pets', auth: fwAuth, csrf: true })
 * api.get('/pets', {}, (request) => `Authenticated user ${request.auth.name}`)
 * await api.listen({ port: 3000 })
 */
export class SvcAPI<
  const A extends AuthInput | undefined = undefined,
  const E extends ErrorSchemas = ErrorSchemas,
> extends VerbMethods {
  declare readonly '~auth': A
  declare readonly '~errors': E | undefined
  declare readonly get: VerbFunction<GlobalOf<A>, never>
  declare readonly head: VerbFunction<GlobalOf<A>, never>
  declare readonly post: VerbFunction<GlobalOf<A>, never>
  declare readonly put: VerbFunction<GlobalOf<A>, never>
  declare readonly patch: VerbFunction<GlobalOf<A>, never>
  declare readonly delete: VerbFunction<GlobalOf<A>, never>
  declare readonly options: VerbFunction<GlobalOf<A>, never>

  readonly #core: Core
  readonly #routes: Routes
  readonly #fixed: FixedList | undefined
  readonly #listeners: Listeners
  #operations: readonly Operation[] | undefined
  #application: Application | undefined

  /** @throws `LoadError` for an option that is wrong or unknown. */
  constructor(options: ApiOptions<A, E> = {}) {
    const derived = derivedFrom(options)
    const source = derived ? derived.core.source : positionOfOptions(options, () => callSiteOf(SvcAPI))
    const routes = new Routes({}, source)
    super(routes)
    this.#routes = routes
    this.#fixed = derived?.fixed
    this.#listeners = new Listeners(derived?.listeners)
    this.#core = derived?.core ?? createCore(options, source)
    if (derived) routes.seal()
    else this.globalAuth()
  }

  /** The auth of operations for which no inner level declares any. */
  globalAuth(): EffectiveAuth {
    const { options, source } = this.#core
    return Object.hasOwn(options, 'auth')
      ? applyDeclaration(UNDECLARED, { level: 'api', value: options.auth, source })
      : UNDECLARED
  }

  /** The middleware around every handler, outermost first. */
  globalMiddleware(): readonly MiddlewareLink[] {
    return this.#core.middleware
  }

  /** The schemas of errors for which no inner level declares any. */
  globalErrors(): ErrorsByStatus | undefined {
    return this.#core.options.errors as ErrorsByStatus | undefined
  }

  /** Title, version, limits and the like, every default in its place. */
  get settings(): Settings {
    return this.#core.settings
  }

  /** The sessions of this API, in the cookie mode of a public server. */
  get sessions(): Sessions {
    return this.#core.state.sessions
  }

  /**
   * The sessions of this API, in the cookie mode of {@link listen} on a host; loopback if absent.
   *
   * @internal
   */
  sessionsOn(host: string = '127.0.0.1'): Sessions {
    return this.sessions.withMode(needsSecureCookies(this.settings, !isLoopback(host)))
  }

  /**
   * Mounts a router below a prefix, for the first, second or any time: one mount never changes another.
   *
   * @example
   * api.addRouter('/events', events, { auth: headerKey('X-API-Key', findClient) })
   */
  addRouter<R extends Router<never, never>, const M extends AuthInput | undefined = undefined>(
    prefix: string,
    router: R & MountCheck<R, [M] extends [undefined] ? GlobalOf<A> : AuthOf<M>>,
    options: MountOptions<M> = {},
  ): this {
    // oxlint-disable-next-line typescript/unbound-method -- named, not called
    this.#routes.mount(prefix, router, options, callSiteOf(this.addRouter))
    return this
  }

  /**
   * Mounts a web handler or an application with `fetch`, such as `new H3()`, below a path that it does not see. Every
   * method and path needs what `auth` says; the document leaves it out.
   */
  mount(path: string, target: MountTarget, options: WebMountOptions = {}): this {
    // oxlint-disable-next-line typescript/unbound-method -- named, not called
    this.#routes.addMount(path, target, options, callSiteOf(this.mount))
    return this
  }

  /**
   * Registers the answer to a class of exceptions, thrown by authenticators, handlers or the framework itself. The
   * nearest class in the prototype chain wins. One that answers with `createResponse` and a literal status does not
   * compile with another body than the option `errors` of this API declares for it.
   */
  exceptionHandler<X extends ExceptionClass, R extends MaybePromise<Response>>(
    exceptionClass: X,
    handler: (request: SvcRequest, exception: InstanceType<X>) => R & AsDeclared<R, E>,
  ): this {
    this.#core.handlers.register(exceptionClass, handler as never)
    return this
  }

  /**
   * A JSON response for an exception handler. A 401 gets the challenges of the operation under way, and no error is
   * stored by caches.
   */
  createResponse<const Body, const Status extends number = 200>(
    request: SvcRequest | AuthRequest,
    body: Body,
    { status = 200 as Status, headers }: ResponseInit<Status> = {},
  ): TypedResponse<Status, Body> {
    const own = headerPairs(headers)
    const more = status < 400 ? [] : errorFields(status, (request as RequestContext).challenges)
    const missing = [['content-type', 'application/json'] as const, ...more].filter(
      ([name]) => !own.some(([set]) => set === name),
    )
    const answer = toResponse(new Answer(status, [...own, ...missing].flat(), serializeJson(body)))
    return answer as TypedResponse<Status, Body>
  }

  /**
   * The operations, each with its effective auth and the place that decided. Asking for them ends the registration.
   *
   * @throws `LoadError` where a declaration cannot be served.
   */
  operations(): readonly Operation[] {
    if (this.#operations) return this.#operations
    const operations = this.#fixed
      ? this.#fixed.operations
      : this.#routes.flatten(this.globalAuth(), this.globalMiddleware(), this.globalErrors())
    this.#routes.seal()
    return (this.#operations = Object.freeze(withUniqueIds(operations)))
  }

  /**
   * Whether what requests depend on works: the store, where there is one, and the list of revoked sessions. Bounded in time.
   * For health checks, and for a start that must not go on without it.
   */
  async checkHealth(): Promise<Health> {
    return checkState(this.#auths(), this.#core.state)
  }

  /** The state that this application keeps in one process, so that several must not serve it; empty with a `store`. */
  localState(): readonly LocalState[] {
    return findLocalState(this.#auths(), this.#core.state)
  }

  #auths(): readonly (EffectiveAuth | undefined)[] {
    return [...this.operations().map(({ auth }) => auth), docsGuard(this.settings.docs)]
  }

  /** Reports what happens to requests to a listener. Returns a function that ends it. */
  observe(listener: ObservationListener): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * Answers a request. Repeated header lines, odd targets and limits need a socket: see {@link nodeHandler}.
   *
   * @param context `clientAddress` stands in for the socket's peer
   */
  async fetch(request: Request, context: { readonly clientAddress?: string } = {}): Promise<Response> {
    return this.#build().respond(request, context.clientAddress)
  }

  /**
   * A listener for servers of `node:http`, with the gate in front: repeated lines, odd targets, limits.
   *
   * Session cookies are `Secure` with the prefix `__Host-`; say `{ secureCookies: false }` for plain http on loopback.
   */
  nodeHandler(options: NodeHandlerOptions = {}): NodeHandler {
    const secureCookies = needsSecureCookies(this.settings, options.secureCookies ?? true)
    const application = secureCookies === this.#hasSecureCookies ? this.#build() : this.#create(secureCookies)
    return nodeHandlerOf(application, this.settings, options.checkHost)
  }

  /**
   * Serves on a port of its own, on loopback unless `host` is given; there, only known hosts are answered. What handlers
   * throw is written to stderr.
   */
  async listen(options: ListenOptions = {}): Promise<Listening> {
    const isLocal = isLoopback(options.host ?? '127.0.0.1')
    const handler = this.nodeHandler({ secureCookies: !isLocal, ...(isLocal ? { checkHost: true } : {}) })
    const listening = await listenOn(handler, this.settings.limits, options)
    const { log = 'errors' } = options
    if (log === false) return listening
    const end = this.observe(createLog({ level: log, write: (line) => process.stderr.write(`${line}\n`) }))
    return { ...listening, close: (drain) => listening.close(drain).finally(end) }
  }

  /**
   * The same API, options, exception handlers and session keys included, serving exactly this list of operations.
   *
   * @internal
   */
  withOperations(operations: readonly Operation[], rebuild: Rebuild = {}): SvcAPI<AuthInput | undefined> {
    const { keepsListeners = false } = rebuild
    const fixed: FixedList = { ...this.#fixed, ...rebuild, keepsListeners, operations }
    const listeners = keepsListeners ? this.#listeners : undefined
    const api = new SvcAPI<AuthInput | undefined>(derive({ core: this.#core, fixed, listeners }))
    return fixed.hasFileRoutes ? api : copyMark(this, api)
  }

  #build(): Application {
    return (this.#application ??= this.#create(this.#hasSecureCookies))
  }

  get #hasSecureCookies(): boolean {
    return needsSecureCookies(this.settings, true)
  }

  #create(secureCookies: boolean): Application {
    const fixed: Partial<FixedList> = this.#fixed ?? {}
    const { base = '', closed = [], isChecked = false } = fixed
    const { development, throttle, authTimeout, sessionClock, docs, keepsListeners } = fixed
    requireFileRoutes(this, this.operations().length === 0)
    if (base !== '') parsePath(base, 'bracket')
    const { handlers, source } = this.#core
    const settings = { ...this.settings, ...(authTimeout === undefined ? {} : { authTimeout }) }
    const clocked = sessionClock ? this.sessions.withClock(sessionClock) : this.sessions
    const sessions = clocked.withMode(secureCookies)
    const operations = this.operations()
    const facts = { ...settings, base, operations, sessionCookieName: sessions.cookieName, development }
    return new Application({
      operations,
      internal: docsOperations(docs ?? settings.docs, facts, source, closed.length === 0 && keepsListeners !== false),
      closed,
      base,
      settings,
      handlers,
      sessions,
      store: this.#core.state.store,
      throttle: throttle === false ? undefined : this.#core.state.throttle,
      listener: () => (this.#listeners.isEmpty ? undefined : this.#listeners.notify),
      isChecked,
    })
  }
}
