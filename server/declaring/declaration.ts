import { applyDeclaration } from '../auth/policy.ts'
import type { AuthInput, AuthOf, Inherit, LintAuth, Omitted } from '../auth/infer.ts'
import { callSiteOf } from '../base/call-site.ts'
import { LoadError, type SourcePosition } from '../base/errors.ts'
import type { SvcRequest } from '../http/request.ts'
import { extendErrors } from './declared-errors.ts'
import type {
  EffectiveAuth,
  ErrorsByStatus,
  Method,
  MiddlewareLink,
  Operation,
  OperationOptions,
} from '../model/operation.ts'
import { extendChain, NO_MIDDLEWARE } from './middleware.ts'
import { checkOptions, type TypedOptions } from './operation-options.ts'
import { parsePath, type ParamsOf } from '../grammar/path.ts'
import type { GlobalAuth, RouteAuth } from '../base/registry.ts'
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
  readonly handler: (request: never) => unknown
  /** The literal of `route('…')` that it was made with. */
  readonly route: string | undefined
  readonly source: SourcePosition | undefined
  /** The paths of the mount that it belongs to: `/files/**`. */
  readonly mounted?: string
}

type Has<T, Key extends string, Value> = [T] extends [never] ? object : { [K in Key]: Value }

/** The request that a handler gets, given what its operation declares. */
export type RequestFor<A, Inherited, Path extends string, P, Q, B, H, C> = SvcRequest<
  { auth: AuthOf<A, Inherited>; params: [P] extends [never] ? ParamsOf<Path> : Out<P> } & Has<Q, 'query', Out<Q>> &
    Has<B, 'body', Out<B>> &
    Has<H, 'headers', Out<H>> &
    Has<C, 'cookies', Out<C>>
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
export interface OperationMaker<Inherited, Path extends string> {
  <
    const A extends AuthInput | Omitted,
    P extends SchemaLike = never,
    Q extends SchemaLike = never,
    B extends BodyLike = never,
    H extends SchemaLike = never,
    C extends SchemaLike = never,
    R extends ResponseLike = never,
    Returned = unknown,
  >(
    options: TypedOptions<A & LintAuth<A, Inherited>, P, Q, B, H, C, R>,
    handler: (
      request: RequestFor<A, Inherited, Path, P, Q, B, H, C>,
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
    handler: (request: RequestFor<Inherit, Inherited, Path, never, never, never, never, never>) => Returned,
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
export function route<const Path extends KnownPath>(path: Path): OperationMaker<InheritedAt<Path>, Path> {
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
  const { auth, middleware } = options as { readonly auth?: unknown; readonly middleware?: unknown }
  return Object.freeze({
    options: otherOptions(options),
    hasAuth: Object.hasOwn(options, 'auth'),
    auth,
    middleware: Object.hasOwn(options, 'middleware')
      ? extendChain(NO_MIDDLEWARE, middleware, { level: 'operation', source })
      : NO_MIDDLEWARE,
    handler: handler as (request: never) => unknown,
    route,
    source,
  })
}

/** Most operations declare nothing but their auth. */
const NO_OPTIONS: OperationOptions = Object.freeze({})

function otherOptions(options: object): OperationOptions {
  if (Object.keys(options).every((name) => name === 'auth')) return NO_OPTIONS
  const { auth, middleware, ...rest } = options as OperationOptions & { auth?: unknown; middleware?: unknown }
  return Object.freeze(rest)
}

/** Where a declared operation is put. */
export interface Placement {
  readonly method: Method
  /** In bracket form, without the base. */
  readonly path: string
  readonly declared: DeclaredOperation
  /** The declarations of the enclosing levels. */
  readonly enclosing: EffectiveAuth
  /** The middleware of the enclosing levels. */
  readonly outer: readonly MiddlewareLink[]
  /** The errors of the enclosing levels. */
  readonly errors?: ErrorsByStatus | undefined
  /** Position of its own `auth`, where that is known better than the position of the operation. */
  readonly authSource?: SourcePosition | undefined
  /** Position of the operation, where that is known better than the place of the call. */
  readonly source?: SourcePosition | undefined
}

/** Resolves the auth of an operation once and for all (semantics 3.3). */
export function createOperation(placement: Placement): Operation {
  const { method, path, declared, enclosing, outer, source = declared.source, authSource = source } = placement
  const auth = declared.hasAuth
    ? applyDeclaration(enclosing, { level: 'operation', value: declared.auth, source: authSource })
    : enclosing
  const { options, handler, mounted } = declared
  if (mounted !== undefined && auth.value === undefined) throw undeclaredMount(mounted, source)
  const id = options.operationId ?? operationIdOf(method, path)
  const middleware = declared.middleware.length === 0 ? outer : Object.freeze([...outer, ...declared.middleware])
  const errors = extendErrors(placement.errors, options.errors)
  const operation: Operation = {
    id,
    method,
    path,
    auth,
    options,
    ...(errors === undefined ? {} : { errors }),
    middleware,
    handler,
    source,
  }
  return Object.freeze(mounted === undefined ? operation : { ...operation, mounted })
}

function undeclaredMount(paths: string, source: SourcePosition | undefined): LoadError {
  const problem = `nothing says who may call ${paths}. Write mount(path, app, { auth: … }), null if it is public.`
  return new LoadError('SVC_MOUNT_UNDECLARED', problem, source)
}

function operationIdOf(method: Method, path: string): string {
  const id = `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+/g, '_')}`
  return id.endsWith('_') ? id.slice(0, -1) : id
}

function makeOperation<Inherited, Path extends string>(path: Path | undefined): OperationMaker<Inherited, Path> {
  const make = (first: unknown, second?: unknown): OperationFunction => {
    const source = callSiteOf(make)
    if (path !== undefined) parsePath(path, 'bracket', source)
    const [options, handler] = typeof first === 'function' && second === undefined ? [{}, first] : [first, second]
    const declared = declareOperation(options as object, handler, source, path)
    const call = (request: never): unknown => declared.handler(request)
    call[DECLARED] = declared
    return call
  }
  return make as OperationMaker<Inherited, Path>
}
