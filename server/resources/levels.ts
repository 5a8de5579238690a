import { formatPosition, LoadError, type SourcePosition } from '../base/errors.ts'
import { createRecord } from '../base/record.ts'
import type { ResourceDefinition, ResourceLevel, ResourceLink } from '../model/resource.ts'
import { isShape, nameValue } from '../schema/recognition.ts'
import { definitionOf } from './resource.ts'

/** The resources that no level adds any to. One object, so that chains can be compared. */
export const NO_RESOURCES: readonly ResourceLink[] = Object.freeze([])

/** Where resources are declared. */
export interface ResourcePlace {
  readonly level: ResourceLevel
  /** Position of the declaration. */
  readonly source: SourcePosition | undefined
  /** The path parameters in the level's own name: of a folder `[id]`, of the path of a mount, of the whole path at an operation. */
  readonly own: readonly string[]
  /** Whether there may be none of them: the path of a mount itself, beside what is below it. */
  readonly isBare?: boolean
}

/**
 * The resources of a level: what surrounds it, then its own. They add up: a level narrows an outer one with `only`, and
 * never takes one away.
 *
 * @throws {@link LoadError} that names what was found instead and how to mend it
 */
export function extendResources(
  outer: readonly ResourceLink[],
  value: unknown,
  place: ResourcePlace,
): readonly ResourceLink[] {
  if (value === undefined) {
    const problem = 'resource is written but undefined, which is what a misspelt import looks like.'
    throw new LoadError('SVC_OPTION_UNDEFINED', `${problem} Give it a value, or leave it out.`, place.source)
  }
  if (value === null && place.isBare && place.own.length === 0) return outer
  if (value === null) return Object.freeze([...outer, nobodys(outer, place)])
  const entries: readonly unknown[] = Array.isArray(value) ? Array.from(value as unknown[]) : [value]
  if (entries.length === 0) throw emptyList(place)
  let links = outer
  for (const entry of entries) {
    const definition = definitionOf(entry)
    if (!definition) throw notResource(entry, Array.isArray(value), place)
    links = addResource(links, definition, { ...place, outer })
  }
  return Object.freeze(links)
}

interface Adding extends ResourcePlace {
  /** The links of the levels around. */
  readonly outer: readonly ResourceLink[]
}

function addResource(
  links: readonly ResourceLink[],
  definition: ResourceDefinition,
  adding: Adding,
): readonly ResourceLink[] {
  const { level, source } = adding
  const { name, parent } = definition
  const narrowings = definition.guards.filter(({ by }) => by === 'only')
  const known = links.find((link) => link.name === name)
  if (known && narrowings.length > 0) {
    const narrowed = Object.freeze({ ...known, only: Object.freeze([...known.only, ...narrowings]) })
    return links.map((link) => (link === known ? narrowed : link))
  }
  if (known) {
    const problem = `the resource ${name} is there already${at(known)}, and two of one name cannot be.`
    throw new LoadError('SVC_RESOURCE_TWICE', `${problem} Narrow it with ${name}.only(…), or rename one.`, source)
  }
  const around = parent && !links.some((link) => link.name === parent.name) ? addParent(links, parent, adding) : links
  const params = definition.params ?? ownParams(around, adding)
  if (narrowings.length > 0) refuseForeign(around, name, params, adding)
  if (params.length === 0 && definition.params === undefined && !adding.isBare)
    throw coversNothing(name, around, adding)
  const link: ResourceLink = Object.freeze({
    name,
    params: Object.freeze([...params]),
    level,
    source,
    definition,
    only: [],
  })
  return [...around, link]
}

/** The parent that a resource is reached through is asked before it, also where no level declares that by itself. */
function addParent(
  links: readonly ResourceLink[],
  definition: ResourceDefinition,
  adding: Adding,
): readonly ResourceLink[] {
  const params = definition.params ?? []
  return addResource(links, { ...definition, params }, adding)
}

/** At an operation and in a router, the parameters that no outer level covers; elsewhere those of the level's own name. */
function ownParams(links: readonly ResourceLink[], { level, own, outer }: Adding): readonly string[] {
  if (!isLastWord(level)) return own
  // Resources of one list are about the same parameters, but for those that one of them names.
  const before = links.filter((link) => outer.includes(link) || link.definition?.params !== undefined)
  return own.filter((name) => !findCover(before, name))
}

/** Parameters that belong to no user; those of an outer resource cannot. */
function nobodys(outer: readonly ResourceLink[], place: ResourcePlace): ResourceLink {
  const { level, source, own } = place
  const covering = own.map((name) => findCover(outer, name)).find((link) => link !== undefined)
  const params = ownParams(outer, { ...place, outer })
  const declared = covering ?? outer.find(({ name }) => name !== null)
  if (declared && (params.length === 0 || !isLastWord(level))) {
    const problem = `null takes nothing away: the resource ${declared.name} is declared${at(declared)}.`
    const fix = 'Leave null out; what must not be asked belongs beside that level.'
    if (covering || params.length === 0) throw new LoadError('SVC_RESOURCE_NULL', `${problem} ${fix}`, source)
  }
  if (params.length === 0) {
    const problem = 'resource: null is about parameters, and there is no parameter here.'
    throw new LoadError('SVC_RESOURCE_COVER', `${problem} Leave it out.`, source)
  }
  return Object.freeze({
    name: null,
    params: Object.freeze([...params]),
    level,
    source,
    definition: undefined,
    only: [],
  })
}

/** Whether a level speaks of what is left, and not of its own name. */
function isLastWord(level: ResourceLevel): boolean {
  return level === 'operation' || level === 'router'
}

/** The resource that covers a parameter. */
function findCover(links: readonly ResourceLink[], param: string): ResourceLink | undefined {
  return links.find(({ name, params }) => name !== null && params.includes(param))
}

/** `only` of another resource than the one that is declared around. */
function refuseForeign(
  links: readonly ResourceLink[],
  name: string,
  params: readonly string[],
  { own, source }: Adding,
): void {
  const covering = [...params, ...own].map((param) => findCover(links, param)).find((link) => link !== undefined)
  if (!covering || (params.length > 0 && !params.some((param) => findCover(links, param)))) return
  const problem = `${name}.only(…) narrows the resource ${name}, which no level around declares.`
  const fix = `Declared is ${covering.name}${at(covering)}: narrow that, or declare ${name}.`
  throw new LoadError('SVC_RESOURCE_ONLY', `${problem} ${fix}`, source)
}

function coversNothing(name: string, links: readonly ResourceLink[], { own, level, source }: Adding): LoadError {
  const covering = own.map((param) => findCover(links, param)).find((link) => link !== undefined)
  const reason = covering
    ? `${covering.params.join(', ')} belongs to ${covering.name}${at(covering)}`
    : `the name of this ${level} has no parameter`
  const fix = "Name its parameters, params: ['id'], or say params: [] if none names it."
  return new LoadError('SVC_RESOURCE_COVER', `the resource ${name} covers no parameter: ${reason}. ${fix}`, source)
}

function notResource(entry: unknown, isListed: boolean, place: ResourcePlace): LoadError {
  const what = isListed ? 'a list of resources has' : 'resource must be a resource, a list of them, or null; got'
  const got = typeof entry === 'function' ? 'a function' : nameValue(entry)
  const fix = `Write resource('order', { load, may }), imported from "svc/security".`
  return new LoadError('SVC_RESOURCE_INVALID', `${what} ${got}. ${fix}`, place.source)
}

function emptyList({ source }: ResourcePlace): LoadError {
  const problem = 'resource is an empty list, which protects nothing. Name a resource, or write null.'
  return new LoadError('SVC_RESOURCE_INVALID', problem, source)
}

function at({ source }: ResourceLink): string {
  return source ? ` at ${formatPosition(source)}` : ''
}

/** An operation as its resources are checked against. */
export interface CoveredOperation {
  readonly path: string
  /** Names of the parameters of its path. */
  readonly params: readonly string[]
  readonly source: SourcePosition | undefined
}

/** @throws {@link LoadError} for a resource of parameters that the path does not have: they would never be given */
export function checkCover(links: readonly ResourceLink[], { path, params, source }: CoveredOperation): void {
  for (const link of links) {
    const missing = link.params.find((name) => !params.includes(name))
    if (missing === undefined) continue
    const problem = `the resource ${link.name}${at(link)} is about "${missing}", which the path ${path} does not have.`
    const fix = 'Declare it where that parameter is, or move this route.'
    throw new LoadError('SVC_RESOURCE_COVER', `${problem} ${fix}`, source)
  }
}

/** The first parameter that no level says anything about. */
export function findUncovered(links: readonly ResourceLink[], params: readonly string[]): string | undefined {
  return params.find((name) => !links.some((link) => link.params.includes(name)))
}

/**
 * The schemas of path parameters, with those that resources declare: a parameter is read in one way for all. Where the
 * operation declares none, the others of its path are texts, as they are without resources.
 *
 * @throws {@link LoadError} where two declare one parameter otherwise
 */
export function mergeParams(
  links: readonly ResourceLink[],
  declared: unknown,
  { ofPath, source }: { readonly ofPath: () => readonly string[]; readonly source: SourcePosition | undefined },
): unknown {
  const shapes = links.filter(({ definition }) => definition?.shape !== undefined)
  if (shapes.length === 0) return declared
  const merged = createRecord<unknown>()
  const owners = new Map<string, ResourceLink>()
  for (const link of shapes) {
    for (const [name, schema] of Object.entries(link.definition?.shape ?? {})) {
      if (Object.hasOwn(merged, name) && merged[name] !== schema) throw declaredTwice(name, link, source)
      merged[name] = schema
      owners.set(name, link)
    }
  }
  if (declared === undefined) {
    for (const name of ofPath()) if (!owners.has(name)) merged[name] = String
    return Object.freeze(merged)
  }
  const [first] = owners
  if (!isShape(declared) && first) throw declaredTwice(first[0], first[1], source)
  for (const [name, schema] of Object.entries(declared as object)) {
    const owner = owners.get(name)
    if (owner && merged[name] !== schema) throw declaredTwice(name, owner, source)
    merged[name] = schema
  }
  return Object.freeze(merged)
}

function declaredTwice(name: string, link: ResourceLink, source: SourcePosition | undefined): LoadError {
  const problem = `params declares "${name}", which the resource ${link.name}${at(link)} declares otherwise.`
  const fix = 'Leave it to the resource: params in a plain object, without that name.'
  return new LoadError('SVC_RESOURCE_PARAMS', `${problem} ${fix}`, source)
}
