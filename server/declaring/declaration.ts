import type { AuthInput, AuthOf, Inherit, LintAuth, Omitted } from '../auth/infer.ts'
import { callSiteOf } from '../base/call-site.ts'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import type { SvcRequest } from '../http/request.ts'
import type { MiddlewareLink, OperationOptions } from '../model/operation.ts'
import { extendChain, NO_MIDDLEWARE } from './middleware.ts'
import { checkOptions, type TypedOptions } from './operation-options.ts'
import { parsePath, type ParamsOf } from '../grammar/path.ts'
import type {
  HasNone,
  LintResource,
  NoResources,
  ResourceInput,
  ResourcesFor,
  WithDeclared,
} from '../resources/infer.ts'
import type { GlobalAuth, RouteAuth, RouteResources } from '../base/registry.ts'
import type { BodyLike, HandlerReturn, In, MaybePromise, Out, ResponseLike, Responses } from '../schema/infer.ts'
import type { SchemaLike } from '../schema/shape.ts'

export type { TypedOptions } from './operation-options.ts'

/** Where an operation's function keeps what was declared. Registered, so that copies of this module agree. */
const DECLARED: unique symbol = Symbol.for('svc.operation') as never

/** The arguments of `operation(options, handler)`. */
export interface DeclaredOperation {
  readonly options: OperationOptions
  /** Whether the key `auth` is present, whatever its value. */
  readonly hasAuth: boolean
  readonly auth: unknown
  readonly middleware: readonly MiddlewareLink[]
  /** Whether the key `resource` is present, whatever its value. */
  readonly hasResource: boolean
  readonly resource: unknown
  readonly handler: (request: never) => unknown
  /** The literal of `route('…')` that it was made with. */
  readonly route: string | undefined
  readonly source: SourcePosition | undefined
  /** The paths of the mount that it belongs to: `/files/**`. */
  readonly mounted?: string
}

type Has<T, Key extends string, Value> = [T] extends [never] ? object : { [K in Key]: Value }

/** The request that a handler gets, given what its operation declares. */
export type RequestFor<A, Inherited, Path extends string, P, Q, B, H, C, Levels = unknown, Own = never> = SvcRequest<
  HasNone<Levels, Own> extends true
    ? { resources: NoResources<Levels>; params: [P] extends [never] ? ParamsOf<Path> : Out<P> } & Inputs<
        A,
        Inherited,
        Q,
        H,
        C
      > &
        Has<B, 'body', Out<B>>
    : {
        resources: ResourcesFor<Levels, Own, JudgedRequest<A, Inherited, Path, P, Q, H, C, Levels, Own>>
        params: WithDeclared<[P] extends [never] ? ParamsOf<Path> : Out<P>, Levels, Own>
      } & Inputs<A, Inherited, Q, H, C> &
        Has<B, 'body', Out<B>>
>

type Inputs<A, Inherited, Q, H, C> = { auth: AuthOf<A, Inherited> } & Has<Q, 'query', Out<Q>> &
  Has<H, 'headers', Out<H>> &
  Has<C, 'cookies', Out<C>>

/** The request that the resources of an operation are compared with: as it is before its body is read. */
export type JudgedRequest<A, Inherited, Path extends string, P, Q, H, C, Levels, Own> = Omit<
  SvcRequest<
    { params: WithDeclared<[P] extends [never] ? ParamsOf<Path> : Out<P>, Levels, Own> } & Inputs<A, Inherited, Q, H, C>
  >,
  'body' | 'text' | 'json' | 'formData' | 'resources'
>

/** The types of an operation. */
export interface OperationTypes {
  auth: unknown
  result: unknown
  params: unknown
  query: unknown
  body: unknown
  responses: unknown
}

/** The result of `operation(…)`: the handler itself, with its declaration. */
export interface OperationFunction<T extends OperationTypes = OperationTypes> {
  (request: never): unknown
  readonly [DECLARED]: DeclaredOperation
  readonly '~types'?: T
}

/** The function `operation`, bound to a path and to what encloses it. */
export interface OperationMaker<Inherited, Path extends string, Levels = unknown> {
  <
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
  ): OperationFunction<{
    auth: A
    result: AuthOf<A, Inherited>
    params: [P] extends [never] ? ParamsOf<Path> : In<P>
    query: [Q] extends [never] ? undefined : In<Q>
    body: [B] extends [never] ? undefined : In<B>
    responses: Responses<R, Awaited<Returned>>
  }>
  <Returned>(
    handler: (request: RequestFor<Inherit, Inherited, Path, never, never, never, never, never, Levels>) => Returned,
  ): OperationFunction<{
    auth: Inherit
    result: Inherited
    params: ParamsOf<Path>
    query: undefined
    body: undefined
    responses: Responses<never, Awaited<Returned>>
  }>
}

type KnownPath = keyof RouteAuth extends never ? string : keyof RouteAuth & string
type Global = GlobalAuth extends { auth: infer A } ? A : unknown
type ResourcesAt<Path> = Path extends keyof RouteResources ? RouteResources[Path] : unknown
type InheritedAt<Path> = Path extends keyof RouteAuth ? RouteAuth[Path] : Global

/**
 * Declares an operation. In a route file, export it under the name of its method.
 *
 * @throws {@link LoadError} for an option that does not exist, and for a handler that is not a function.
 * @example
 * export const GET = operation({ auth: fwAuth }, (request) => `Authenticated user ${request.auth.name}`)
 */
export const operation: OperationMaker<unknown, string> = makeOperation(undefined)

/**
 * `operation` bound to the path of the route file: `request.params` is typed from the path, `request.auth` from what
 * file, folders and config declare, through the generated `.svc/types.ts`.
 *
 * @example
 * const operation = route('/admin/users/[id]')
 * export const GET = operation((request) => request.params.id)
 */
export function route<const Path extends KnownPath>(
  path: Path,
): OperationMaker<InheritedAt<Path>, Path, ResourcesAt<Path>> {
  return makeOperation(path)
}

/** The declaration of an operation; `undefined` for any other value. */
export function findDeclared(value: unknown): DeclaredOperation | undefined {
  return typeof value === 'function' ? (value as Partial<OperationFunction>)[DECLARED] : undefined
}

/** Reads options and handler as `operation` and the verbs of the programmatic API take them. */
export function declareOperation(
  options: object,
  handler: unknown,
  source: SourcePosition | undefined,
  route?: string,
): DeclaredOperation {
  if (typeof handler !== 'function') {
    throw new LoadError(
      'SVC_HANDLER_MISSING',
      'an operation needs a handler. Write operation(options, (request) => …).',
      source,
    )
  }
  if (handler.length > 1) {
    const problem = `the handler has ${handler.length} parameters, but is called with the request alone.`
    const fix = 'Return the answer: operation(options, (request) => …).'
    throw new LoadError('SVC_HANDLER_PARAMETERS', `${problem} ${fix}`, source)
  }
  checkOptions(options, source)
  const { auth, middleware, resource } = options as Readonly<Record<'auth' | 'middleware' | 'resource', unknown>>
  return Object.freeze({
    options: otherOptions(options),
    hasAuth: Object.hasOwn(options, 'auth'),
    auth,
    middleware: Object.hasOwn(options, 'middleware')
      ? extendChain(NO_MIDDLEWARE, middleware, { level: 'operation', source })
      : NO_MIDDLEWARE,
    hasResource: Object.hasOwn(options, 'resource'),
    resource,
    handler: handler as (request: never) => unknown,
    route,
    source,
  })
}

/** Most operations declare nothing but their auth. */
const NO_OPTIONS: OperationOptions = Object.freeze({})

function otherOptions(options: object): OperationOptions {
  if (Object.keys(options).every((name) => name === 'auth')) return NO_OPTIONS
  const { auth, middleware, resource, ...rest } = options as OperationOptions & Record<string, unknown>
  return Object.freeze(rest)
}

function makeOperation<Inherited, Path extends string, Levels>(
  path: Path | undefined,
): OperationMaker<Inherited, Path, Levels> {
  const make = (first: unknown, second?: unknown): OperationFunction => {
    const source = callSiteOf(make)
    if (path !== undefined) parsePath(path, 'bracket', source)
    const [options, handler] = typeof first === 'function' && second === undefined ? [{}, first] : [first, second]
    const declared = declareOperation(options as object, handler, source, path)
    const call = (request: never): unknown => declared.handler(request)
    call[DECLARED] = declared
    return call
  }
  return make as OperationMaker<Inherited, Path, Levels>
}
