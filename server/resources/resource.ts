import { isCallable } from '../base/callable.ts'
import { callSiteOf } from '../base/call-site.ts'
import { HttpError, LoadError, type SourcePosition } from '../base/errors.ts'
import { findUnknownOption, namesOf } from '../base/option-names.ts'
import type { ResourceDefinition } from '../model/resource.ts'
import type { Out } from '../schema/infer.ts'
import { isShape, nameValue } from '../schema/recognition.ts'
import type { AnyResource, AsksOf, Given, Loaded, ParamShape, Resource, ResourceRequest } from './infer.ts'
import { findAllowed, getResource } from './get.ts'

/** Where a resource keeps what it declares. Registered, so that copies of this module agree. */
const DEFINITION: unique symbol = Symbol.for('svc.resource') as never

/** Options of every resource. */
interface CommonOptions<Params> {
  /**
   * The path parameters that it is about: their names, or their schemas by name, which holds for every route below.
   * If absent, those of its level: the folder `[id]`, the file `[id].ts`, the path of a mount; at an operation, those
   * that no outer level covers. `[]` for a resource that no parameter names, such as the tenant of `auth`.
   */
  readonly params?: Params
  /** `403` where the existence of a resource may be known to those who may not have it; 404 if absent. */
  readonly refused?: 403 | 404
}

/** Options of a resource. */
export interface ResourceOptions<Load, Type, May, Params> extends CommonOptions<Params> {
  /** Gives the resource; `undefined`, `null` or a thrown `HttpError` 404 if it is not there. Never reads the body. */
  readonly load: (request: Load) => Type
  /** Whether the caller may have it. Truthy passes; falsy, and whatever it throws, is refused. */
  readonly may: (resource: Loaded<Type>, request: May) => unknown
}

/** Options of a resource that is reached through another. */
export interface ChildOptions<Parent, Load, Type, May, Params> extends CommonOptions<Params> {
  /** Loaded and asked first, for the same request. */
  readonly parent: Parent
  /** Gives the resource of this parent; nothing where it has none of that kind. */
  readonly load: (parent: TypeOf<Parent>, request: Load) => Type
  /** If absent, who may have the parent may have it. */
  readonly may?: (resource: Loaded<Type>, request: May) => unknown
}

type Types<R> = R extends { readonly '~types'?: infer T } ? Exclude<T, undefined> : never
type TypeOf<R> = Types<R> extends { readonly type: infer Type } ? Type : never
type AsksFor<R> = Types<R> extends { readonly asks: infer Asks } ? Asks : unknown
type ParentsOf<R> = Types<R> | (Types<R> extends { readonly parents: infer Parents } ? Parents : never)
/** Names alone are texts; where none are given, they are those of a level that is not known here. */
type Unannotated<Params> = [Params] extends [ParamShape]
  ? ResourceRequest<Out<Params>>
  : [Params] extends [readonly (infer Name extends string)[]]
    ? ResourceRequest<Readonly<Record<Name, string>>>
    : ResourceRequest

/**
 * Declares whose a thing is: how the one that a request names is loaded, and who may have it. Given to a level
 * (`_resource.ts` of a folder, `export const resource` of a file, the option `resource`), it is loaded and asked about
 * before the handler runs; what is refused and what does not exist are one answer.
 *
 * @throws {@link LoadError} for options that do not exist or cannot mean anything
 * @example
 * export const order = resource('order', {
 *   load: ({ params }: { params: { id: string } }) => orders.find(params.id),
 *   may: (order, { auth }: { auth: User }) => order.owner === auth.id || auth.roles.includes('support'),
 * })
 */
export function resource<
  const Name extends string,
  Type,
  const Params extends readonly string[] | ParamShape = readonly string[],
  Load extends Partial<Given> = Unannotated<Params>,
  May extends Partial<Given> = Unannotated<Params>,
>(
  name: Name,
  options: ResourceOptions<Load, Type, May, Params>,
): Resource<Name, Loaded<Type>, AsksOf<Load, Unannotated<Params>> & AsksOf<May, Unannotated<Params>>, Params, never>
export function resource<
  const Name extends string,
  Parent extends AnyResource,
  Type,
  const Params extends readonly string[] | ParamShape = readonly string[],
  Load extends Partial<Given> = Unannotated<Params>,
  May extends Partial<Given> = Unannotated<Params>,
>(
  name: Name,
  options: ChildOptions<Parent, Load, Type, May, Params>,
): Resource<
  Name,
  Loaded<Type>,
  AsksFor<Parent> & AsksOf<Load, Unannotated<Params>> & AsksOf<May, Unannotated<Params>>,
  Params,
  ParentsOf<Parent>
>
export function resource(name: string, options: object): AnyResource {
  const source = callSiteOf(resource)
  return createResource(readOptions(name, options, source))
}

/** The declaration behind a resource, of whichever copy of the package; `undefined` for any other value. */
export function definitionOf(value: unknown): ResourceDefinition | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as { readonly [DEFINITION]?: ResourceDefinition })[DEFINITION]
}

/** Whether a value is what `_resource.ts` may export, `null` aside. */
export function isResourceInput(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every((entry) => definitionOf(entry) !== undefined)
  return definitionOf(value) !== undefined
}

function createResource(definition: ResourceDefinition): AnyResource {
  const made = {
    '~resource': true as const,
    name: definition.name,
    only: (may: unknown) => {
      const source = callSiteOf(made.only)
      const ask = requireFunction(may, 'only', 'order.only((order, { auth }) => order.owner === auth.id)', source)
      const guards = Object.freeze([...definition.guards, Object.freeze({ by: 'only' as const, ask, source })])
      return createResource(Object.freeze({ ...definition, guards }))
    },
    get: (request: object, params: object) => getResource(definition, request, params),
    filter: (list: Iterable<unknown>, request: object) => findAllowed(definition, list, request),
  }
  Object.defineProperty(made, DEFINITION, { value: definition })
  return Object.freeze(made)
}

const OPTION_NAMES = namesOf<CommonOptions<0> & Record<'load' | 'may' | 'parent', 0>>({
  load: true,
  may: true,
  parent: true,
  params: true,
  refused: true,
})

const EXAMPLE = "resource('order', { load: ({ params }) => orders.find(params.id), may: (order, { auth }) => … })"

function readOptions(name: unknown, options: unknown, source: SourcePosition | undefined): ResourceDefinition {
  if (typeof name !== 'string' || !NAME.test(name)) {
    const problem = `a resource needs a name that can be a member of request.resources; got ${nameValue(name)}.`
    throw invalid(`${problem} Write ${EXAMPLE}.`, source)
  }
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalid(`the options of the resource ${name} must be an object. Write ${EXAMPLE}.`, source)
  }
  const unknown = findUnknownOption(options, OPTION_NAMES, `the resource ${name}`)
  if (unknown !== undefined) throw new LoadError('SVC_OPTION_UNKNOWN', unknown, source)
  const { load, may, params, refused } = options as Readonly<Record<string, unknown>>
  const parent = readParent(name, options, source)
  const ask = readMay(name, may, { isChild: parent !== undefined, isSaid: Object.hasOwn(options, 'may') }, source)
  if (refused !== undefined && refused !== 403 && refused !== 404) {
    throw invalid(`refused of the resource ${name} must be 403, or 404, which it is if absent.`, source)
  }
  const absent = Object.freeze(new HttpError(404))
  return Object.freeze({
    name,
    parent,
    ...readParams(name, options, params, source),
    load: requireFunction(load, `load of the resource ${name}`, EXAMPLE, source),
    guards: Object.freeze(ask ? [Object.freeze({ by: 'may' as const, ask, source })] : []),
    absent,
    refused: refused === 403 ? Object.freeze(new HttpError(403)) : absent,
    source,
  })
}

/** A member of an object that programs write with a dot, and none that every object has. */
const NAME = /^(?!(?:constructor|then|toString|valueOf)$)[A-Za-z][A-Za-z0-9_$]*$/

function readParent(name: string, options: object, source: SourcePosition | undefined): ResourceDefinition | undefined {
  if (!Object.hasOwn(options, 'parent')) return undefined
  const { parent } = options as { readonly parent?: unknown }
  const definition = definitionOf(parent)
  if (!definition) {
    const problem = `parent of the resource ${name} must be a resource; got ${nameValue(parent)}.`
    throw invalid(`${problem} Give it what resource('…') returned.`, source)
  }
  if (definition.guards.some(({ by }) => by === 'only')) {
    const problem = `parent of the resource ${name} is narrowed by only(…), which holds for a level.`
    throw invalid(`${problem} Give it ${definition.name} itself, and narrow that at a level.`, source)
  }
  for (let outer: ResourceDefinition | undefined = definition; outer; outer = outer.parent) {
    if (outer.name === name) throw invalid(`the resource ${name} has a parent of its own name. Rename one.`, source)
  }
  return definition
}

type Guard = ResourceDefinition['guards'][number]['ask']

/** Without a parent, one that was left out would let everybody pass. */
function readMay(
  name: string,
  may: unknown,
  { isChild, isSaid }: { readonly isChild: boolean; readonly isSaid: boolean },
  source: SourcePosition | undefined,
): Guard | undefined {
  if (!isSaid && isChild) return undefined
  if (!isSaid) {
    const problem = `the resource ${name} does not say who may have it.`
    throw invalid(
      `${problem} Write may: (${name}, { auth }) => ${name}.owner === auth.id, or give it a parent.`,
      source,
    )
  }
  return requireFunction(may, `may of the resource ${name}`, EXAMPLE, source)
}

function readParams(
  name: string,
  options: object,
  params: unknown,
  source: SourcePosition | undefined,
): Pick<ResourceDefinition, 'params' | 'shape'> {
  if (!Object.hasOwn(options, 'params')) return { params: undefined, shape: undefined }
  if (Array.isArray(params) && params.every((entry) => typeof entry === 'string')) {
    return { params: Object.freeze([...params]), shape: undefined }
  }
  if (isShape(params)) {
    return { params: Object.freeze(Object.keys(params)), shape: Object.freeze({ ...params }) }
  }
  const problem = `params of the resource ${name} must name path parameters; got ${nameValue(params)}.`
  throw invalid(`${problem} Write params: ['id'], or params: { id: Number }, or [] for none.`, source)
}

/** A class cannot be called, and a generator returns its iterator, which is truthy, before it runs a line. */
function requireFunction(value: unknown, what: string, example: string, source: SourcePosition | undefined): Guard {
  if (typeof value === 'function' && isCallable(value)) return value as Guard
  const got = typeof value === 'function' ? 'a class or a generator' : nameValue(value)
  throw invalid(`${what} must be a function; got ${got}. Write ${example}.`, source)
}

function invalid(problem: string, source: SourcePosition | undefined): LoadError {
  return new LoadError('SVC_RESOURCE_INVALID', problem, source)
}
