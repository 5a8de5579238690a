import { applyDeclaration, checkAuth } from '../auth/policy.ts'
import type { AuthInput, AuthOf, Omitted } from '../auth/infer.ts'
import { callSiteOf } from '../base/call-site.ts'
import {
  declareOperation,
  type DeclaredOperation,
  type JudgedRequest,
  type RequestFor,
  type TypedOptions,
} from './declaration.ts'
import type { LintAuth } from '../auth/infer.ts'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import { checkErrors, extendErrors } from './declared-errors.ts'
import { NO_MIDDLEWARE } from './middleware.ts'
import { mountedAuth, ownChain, ownResources, tagged } from './router-levels.ts'
import { MOUNT_OPTION_NAMES, type MountOptions, ROUTER_OPTION_NAMES, type RouterOptions } from './router-options.ts'
import {
  type EffectiveAuth,
  type ErrorsByStatus,
  type Method,
  METHODS,
  type MiddlewareLink,
  type Operation,
} from '../model/operation.ts'
import { createOperation } from './create-operation.ts'
import { declareMount, type MountedOperation } from './web-mount.ts'
import { joinPaths, parsePath } from '../grammar/path.ts'
import type { ResourceLink } from '../model/resource.ts'
import type { LintResource, Mounted, ResourceInput, ResourcesIn } from '../resources/infer.ts'
import { NO_RESOURCES } from '../resources/levels.ts'
import type { BodyLike, HandlerReturn, MaybePromise, ResponseLike } from '../schema/infer.ts'
import type { SchemaLike } from '../schema/shape.ts'
import { checkOptionNames } from './option-checks.ts'

/** Registers an operation under a path whose parameters are written `:id` and `**:rest`. */
export type VerbFunction<Inherited, Levels = unknown> = <
  const Path extends string,
  const A extends AuthInput | Omitted,
  P extends SchemaLike = never,
  Q extends SchemaLike = never,
  B extends BodyLike = never,
  H extends SchemaLike = never,
  C extends SchemaLike = never,
  R extends ResponseLike = never,
  const Own extends ResourceInput = never,
  Returned = unknown,
>(
  path: Path,
  options: TypedOptions<
    A & LintAuth<A, Inherited>,
    P,
    Q,
    B,
    H,
    C,
    R,
    Own & LintResource<Own, Levels, JudgedRequest<A, Inherited, Path, P, Q, H, C, Levels, Own>>
  >,
  handler: (
    request: RequestFor<A, Inherited, Path, P, Q, B, H, C, Levels, Own>,
  ) => [R] extends [never] ? Returned : MaybePromise<HandlerReturn<R>>,
) => void

/** A verb for each method that an operation can have. */
export type Verbs<Inherited, Levels = unknown> = {
  readonly [Verb in Lowercase<Method>]: VerbFunction<Inherited, Levels>
}

/** Operations that are mounted together. Inherited is what their handlers expect of `request.auth`. */
export interface Router<Inherited = unknown, Levels = unknown> extends Verbs<Inherited, Levels> {
  readonly '~inherited'?: (value: Inherited) => void
  /** Mounts another router below a prefix; `auth` applies to all of it, and to this mount only. */
  addRouter(prefix: string, router: Router<never>, options?: MountOptions<AuthInput | undefined>): this
}

/** Makes routers. */
export interface RouterConstructor {
  /** With auth of its own: `request.auth` inside is what that auth returns; it mounts anywhere. */
  new <const A extends AuthInput, const Own extends ResourceInput = never>(
    options: RouterOptions<A, Own>,
  ): Router<AuthOf<A>, Mounted<ResourcesIn<Own>>> & { readonly '~own'?: A }
  /** Without: name what the mount must provide, `new Router<User>()`. */
  new <Inherited = unknown, const Own extends ResourceInput = ResourceInput>(
    options?: Omit<RouterOptions<never, Own>, 'auth'>,
  ): Router<Inherited, Mounted<ResourcesIn<Own>>>
  readonly prototype: Router
}

interface Mount {
  readonly prefix: string
  readonly routes: Routes
  readonly options: MountOptions<unknown>
  readonly source: SourcePosition | undefined
}

/** The facts that an operation gets from the mount of its router. */
interface Surroundings {
  readonly auth: EffectiveAuth
  readonly chain: readonly MiddlewareLink[]
  readonly errors: ErrorsByStatus | undefined
  readonly resources: readonly ResourceLink[]
  readonly prefix: string
  readonly tags: readonly string[]
}

/** The base of routers and the API: operations and mounts, in order of registration. */
export class Routes {
  readonly #entries: MountedOperation[] = []
  readonly #mounts: Mount[] = []
  readonly #options: Partial<RouterOptions<unknown>>
  readonly #source: SourcePosition | undefined
  #isSealed = false

  constructor(options: Partial<RouterOptions<unknown>>, source: SourcePosition | undefined) {
    this.#options = options
    this.#source = source
    if (Object.hasOwn(options, 'auth')) checkAuth(options.auth, source)
    ownChain(NO_MIDDLEWARE, options, 'router', source)
    if (Object.hasOwn(options, 'errors')) checkErrors(options.errors, source)
  }

  add(method: Method, path: string, declared: DeclaredOperation): void {
    this.#requireUnsealed(declared.source)
    if (declared.hasAuth) checkAuth(declared.auth, declared.source)
    this.#entries.push({ method, path: parsePath(path, 'colon', declared.source).text, declared })
  }

  /** Mounts a web handler below a path, for every method. */
  addMount(prefix: string, target: unknown, options: object, source: SourcePosition | undefined): void {
    this.#requireUnsealed(source)
    const path = prefix === '' || prefix === '/' ? '' : parsePath(prefix, 'colon', source).text
    for (const { method, path: at, declared } of declareMount(path, target, options, source)) {
      if (declared.hasAuth) checkAuth(declared.auth, source)
      this.#entries.push({ method, path: at, declared })
    }
  }

  mount(prefix: string, router: unknown, options: MountOptions<unknown>, source: SourcePosition | undefined): void {
    this.#requireUnsealed(source)
    const routes = routesOf(router)
    if (!routes) throw new LoadError('SVC_ROUTER_INVALID', 'addRouter(prefix, router) takes a Router.', source)
    checkOptionNames(options, MOUNT_OPTION_NAMES, 'addRouter', source)
    if (Object.hasOwn(options, 'auth')) checkAuth(options.auth, source)
    ownChain(NO_MIDDLEWARE, options, 'mount', source)
    const path = prefix === '' || prefix === '/' ? '' : parsePath(prefix, 'colon', source).text
    if (routes.#reaches(this)) {
      throw new LoadError('SVC_ROUTER_CYCLE', 'a router cannot be mounted inside itself. Make a second one.', source)
    }
    this.#mounts.push({ prefix: path, routes, options, source })
  }

  /** Ends the registration, here and below: what came later would not be served. */
  seal(): void {
    this.#isSealed = true
    for (const { routes } of this.#mounts) routes.seal()
  }

  /** Every operation at or below, with its auth and its middleware resolved for this very mount. */
  flatten(
    enclosing: EffectiveAuth,
    outer: readonly MiddlewareLink[],
    errors: ErrorsByStatus | undefined,
  ): readonly Operation[] {
    const { tags = [] } = this.#options
    const resources = this.#ownResources(NO_RESOURCES, '')
    const surroundings = { auth: this.#own(enclosing), chain: this.#ownChain(outer), resources, errors }
    return this.#flatten({ ...surroundings, prefix: '', tags })
  }

  #flatten({ auth, chain, resources, errors, prefix, tags }: Surroundings): readonly Operation[] {
    const own = this.#entries.map(({ method, path, declared }) =>
      createOperation({
        method,
        path: joinPaths(prefix, path),
        declared: tagged(declared, tags),
        enclosing: auth,
        outer: chain,
        errors,
        resources,
      }),
    )
    const mounted = this.#mounts.flatMap(({ prefix: below, routes, options, source }) => {
      const mountAuth = mountedAuth(auth, options, source, routes.#own(auth))
      const mountTags = [...tags, ...(options.tags ?? []), ...(routes.#options.tags ?? [])]
      const mountResources = ownResources(resources, options, { level: 'mount', source }, below)
      return routes.#flatten({
        auth: mountAuth,
        chain: routes.#ownChain(ownChain(chain, options, 'mount', source)),
        errors: extendErrors(errors, routes.#options.errors),
        resources: routes.#ownResources(mountResources, below),
        prefix: `${prefix}${below}`,
        tags: mountTags,
      })
    })
    return [...own, ...mounted]
  }

  #own(enclosing: EffectiveAuth): EffectiveAuth {
    if (!Object.hasOwn(this.#options, 'auth')) return enclosing
    return applyDeclaration(enclosing, { level: 'router', value: this.#options.auth, source: this.#source })
  }

  #ownChain(outer: readonly MiddlewareLink[]): readonly MiddlewareLink[] {
    return ownChain(outer, this.#options, 'router', this.#source)
  }

  #ownResources(outer: readonly ResourceLink[], prefix: string): readonly ResourceLink[] {
    return ownResources(outer, this.#options, { level: 'router', source: this.#source }, prefix)
  }

  #requireUnsealed(source: SourcePosition | undefined): void {
    if (!this.#isSealed) return
    throw new LoadError(
      'SVC_ALREADY_SERVING',
      'this came after the operations were read, and would not be served. Declare it before.',
      source,
    )
  }

  #reaches(routes: Routes): boolean {
    return this === routes || this.#mounts.some((mount) => mount.routes.#reaches(routes))
  }
}

/** Where a router keeps its routes. Registered, so that copies of this module agree. */
const ROUTES: unique symbol = Symbol.for('svc.routes') as never

/** Apart from the class: declarations that are written file by file cannot hold a class member named by a symbol. */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- the constructor sets it
export interface VerbMethods {
  readonly [ROUTES]: Routes
}

/** The verbs, registering into the routes that `routesOf(this)` names. */
export class VerbMethods {
  declare readonly get: VerbFunction<never>
  declare readonly head: VerbFunction<never>
  declare readonly post: VerbFunction<never>
  declare readonly put: VerbFunction<never>
  declare readonly patch: VerbFunction<never>
  declare readonly delete: VerbFunction<never>

  constructor(routes: Routes) {
    Object.defineProperty(this, ROUTES, { value: routes })
  }
}

/** The routes behind a router, in whichever copy of the package it was made. */
export function routesOf(router: unknown): Routes | undefined {
  return typeof router === 'object' && router !== null ? (router as Partial<VerbMethods>)[ROUTES] : undefined
}

METHODS.forEach(defineVerb)

function defineVerb(method: Method): void {
  const register = function (this: VerbMethods, path: string, options: object, handler: unknown): void {
    const source = callSiteOf(register)
    this[ROUTES].add(method, path, declareOperation(options, handler, source))
  }
  Object.defineProperty(VerbMethods.prototype, method.toLowerCase(), {
    value: register,
    configurable: true,
    writable: true,
  })
}

class MountableRouter extends VerbMethods {
  constructor(options: Partial<RouterOptions<unknown>> = {}) {
    const source = callSiteOf(MountableRouter)
    checkOptionNames(options, ROUTER_OPTION_NAMES, 'Router', source)
    super(new Routes(options, source))
  }

  addRouter(prefix: string, router: unknown, options: MountOptions<unknown> = {}): this {
    // oxlint-disable-next-line typescript/unbound-method -- named, not called
    this[ROUTES].mount(prefix, router, options, callSiteOf(this.addRouter))
    return this
  }
}

/** A router of the programmatic API. */
export const Router: RouterConstructor = MountableRouter as unknown as RouterConstructor
