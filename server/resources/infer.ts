import type { Locals } from '../base/registry.ts'
import type { SvcRequest } from '../http/request.ts'
import type { Out, Simplify } from '../schema/infer.ts'

/** The type-level half of resources: what `load` and `may` ask of a request, and what a route gives them. */

/** Names a resource across copies of the package. */
export interface Resource<
  Name extends string = string,
  Type = unknown,
  Asks = never,
  Params = unknown,
  Parents = unknown,
> extends AnyResource {
  readonly name: Name
  readonly '~types'?: ResourceTypes<Name, Type, Asks, Params, Parents>
  /**
   * The same resource, narrower: what is given here must pass besides `may`. For a level inside the one that declares it.
   *
   * @example
   * export const DELETE = operation({ resource: order.only((order, { auth }) => order.owner === auth.id) }, remove)
   */
  only<Request extends Partial<Given> = Guarded<Asks>>(
    may: (resource: Type, request: Request) => unknown,
  ): Resource<Name, Type, Asks & Request, Params, Parents>
  /**
   * Loads a resource whose parameters are not those of the path: an id in a body, in a batch, in a message of a socket.
   * It throws the answer of a route with the resource: 404 if there is no such one, and if it is refused.
   *
   * @example
   * const order = await orders.get(request, { id: request.body.order })
   */
  get(request: Omit<Asks, 'params'>, params: ParamsAsked<Asks>): Promise<Type>
  /** Those of a list that `may` allows. A `may` that throws refuses. */
  filter<T extends Type>(list: Iterable<T>, request: Omit<Asks, 'params'>): Promise<T[]>
}

/** Of which kind whatever `resource` made is. */
export interface AnyResource {
  readonly '~resource': true
}

/** The types of a resource. */
export interface ResourceTypes<Name, Type, Asks, Params, Parents> {
  readonly name: Name
  readonly type: Type
  readonly asks: Asks
  readonly params: Params
  readonly parents: Parents
}

/** The result of `load`: awaited, and there. */
export type Loaded<T> = NonNullable<Awaited<T>>

/** A request before its body is read. */
export type ResourceRequest<Params = Readonly<Record<string, string>>> = Omit<
  SvcRequest<{ params: Params; resources: Readonly<Record<string, unknown>> }>,
  'body' | 'text' | 'json' | 'formData'
>

/** The members of a request that `load` and `may` can name, of any type. */
export type Given = { readonly [Member in Exclude<keyof ResourceRequest, 'locals'>]: unknown } & {
  readonly locals: Locals
}

/** Path parameters by name. A plain object of schemas: a resource covers names, and one validator would hide them. */
export interface ParamShape {
  readonly [name: string]:
    | StringConstructor
    | NumberConstructor
    | BooleanConstructor
    | { readonly '~standard': unknown }
}

/** The members that a request must have for a resource: what is not annotated asks for texts as parameters and nothing else. */
export type AsksOf<Request, Default> = Default extends Request ? Pick<Default, 'params' & keyof Default> : Request

/** The request that an unannotated `only` sees: what `may` and `load` asked for. */
type Guarded<Asks> = [Asks] extends [Partial<Given>] ? Asks : Partial<Given>

type ParamsAsked<Asks> = Asks extends { readonly params: infer Params } ? Params : { readonly [name: string]: never }

/** The values of `resource`: a resource, a list of them, or `null` where the parameters belong to no user. */
export type ResourceInput = AnyResource | readonly [AnyResource, ...AnyResource[]] | null

type TypesOf<R> = R extends { readonly '~types'?: infer Types } ? Exclude<Types, undefined> : never
type NameOf<Types> = Types extends { readonly name: infer Name extends string } ? Name : never

/** The resources of a level, as a union of their types; those that they are reached through too. */
export type ResourcesIn<Input> = Input extends readonly unknown[]
  ? WithParents<TypesOf<Input[number]>>
  : WithParents<TypesOf<Input>>
type WithParents<Types> = Types extends { readonly parents: infer Parents } ? Types | Parents : never

/** Becomes the type of a resource whose `load` or `may` asks for something else than the route gives. */
export type ResourceMismatch<Name extends string = string> =
  `svc: load or may of the resource ${Name} asks for another auth, params or query than this route gives`

type Values<Types> = {
  readonly [T in Types as NameOf<T>]: T extends { readonly type: infer Type } ? Type : never
}

/** The levels around an operation of a router: those of its own, and others that its mounts may add. */
export interface Mounted<Types> {
  readonly '~mounted': Types
}

/** The resources of levels, as a union of their types; none are known of `unknown`. */
type Known<Levels> = unknown extends Levels ? never : Levels extends Mounted<infer Types> ? Types : Levels
/** Whether levels around may give more than the compiler knows: where no path binds them. */
type IsOpen<Levels> = unknown extends Levels
  ? true
  : [Levels] extends [Mounted<unknown>]
    ? [Levels] extends [never]
      ? false
      : true
    : false

/** Whether neither an operation nor a level around it declares any that the compiler knows: so it is with most. */
export type HasNone<Levels, Own> = [Own] extends [never]
  ? [Levels] extends [never]
    ? true
    : unknown extends Levels
      ? true
      : false
  : false
/** `request.resources` without a declaration: empty, or unknown where no path binds the operation. */
// oxlint-disable-next-line typescript/no-empty-object-type -- of which nothing can be read
export type NoResources<Levels> = [Levels] extends [never] ? {} : Readonly<Record<string, unknown>>

/** `request.resources` of an operation: those of the levels around, and its own. */
export type ResourcesFor<Levels, Own, Request> = (IsOpen<Levels> extends true
  ? Readonly<Record<string, unknown>>
  : unknown) &
  Compared<Known<Levels> | ResourcesIn<Own>, ComparedRequest<Levels, Request>>

/** A request as resources are compared with it. Members that no declaration gives a type fit whatever is asked for. */
type ComparedRequest<Levels, Request> = {
  readonly [Member in keyof Request]: Member extends 'params'
    ? IsOpen<Levels> extends true
      ? never
      : Request[Member]
    : unknown extends Request[Member]
      ? never
      : Member extends 'query'
        ? string extends keyof Request[Member]
          ? never
          : Request[Member]
        : Request[Member]
}

type Compared<Types, Request> = {
  readonly [T in Types as NameOf<T>]: T extends { readonly asks: infer Asks; readonly type: infer Type }
    ? [Request & { readonly resources: Values<Types> }] extends [Asks]
      ? Type
      : ResourceMismatch<NameOf<T>>
    : never
}

/** The path parameters that resources give a type. */
type ParamsDeclared<Types> = Types extends { readonly params: infer Params }
  ? Params extends ParamShape
    ? Out<Params>
    : never
  : never

/** The parameters of an operation, with the types that its resources declare. */
export type WithDeclared<Params, Levels, Own> = [ParamsDeclared<Known<Levels> | ResourcesIn<Own>>] extends [never]
  ? Params
  : Merged<Params, ParamsDeclared<Known<Levels> | ResourcesIn<Own>>>
type Merged<Params, Declared> = Simplify<Readonly<Omit<Params, keyof Declared> & Declared>>

/** Intersected with the declared resource, so that the compiler's mark is on `resource` itself. */
export type LintResource<Own, Levels, Request> = [Own] extends [never]
  ? unknown
  : Mark<Mismatches<Compared<Known<Levels> | ResourcesIn<Own>, ComparedRequest<Levels, Request>>>>
type Mark<Names extends string> = [Names] extends [never] ? unknown : { readonly [K in ResourceMismatch<Names>]: never }
type Mismatches<Resources> = {
  [Name in keyof Resources & string]: IsAny<Resources[Name]> extends true
    ? never
    : [Extract<Resources[Name], ResourceMismatch<Name>>] extends [never]
      ? never
      : Name
}[keyof Resources & string]
type IsAny<T> = 0 extends 1 & T ? true : false
