import type { HttpError, SourcePosition } from '../base/errors.ts'

/** A level that can declare resources, outermost first. */
export type ResourceLevel = 'folder' | 'router' | 'mount' | 'file' | 'operation'

/** A question about a resource that was loaded: `may`, or what `only` adds. */
export interface ResourceGuard {
  readonly by: 'may' | 'only'
  readonly ask: (resource: never, request: never) => unknown
  readonly source: SourcePosition | undefined
}

/** The declaration of `resource(name, options)`. */
export interface ResourceDefinition {
  readonly name: string
  /** Loaded and asked before; its result is the first argument of `load`. */
  readonly parent: ResourceDefinition | undefined
  /** The path parameters that it names; `undefined` where its level decides. */
  readonly params: readonly string[] | undefined
  /** Schemas of these parameters by name. */
  readonly shape: Readonly<Record<string, unknown>> | undefined
  readonly load: (...given: never[]) => unknown
  /** All of them must pass, in order. */
  readonly guards: readonly ResourceGuard[]
  /** Thrown where there is no such resource. */
  readonly absent: HttpError
  /** Thrown where it is refused: the same instance, unless its existence is declared not to be a secret. */
  readonly refused: HttpError
  readonly source: SourcePosition | undefined
}

/** One resource of an operation and where it comes from; or parameters that are declared to belong to no user. */
export interface ResourceLink {
  /** `null`: the parameters belong to no user. */
  readonly name: string | null
  /** The path parameters that it covers. */
  readonly params: readonly string[]
  readonly level: ResourceLevel
  readonly source: SourcePosition | undefined
  /** `undefined` where the parameters belong to no user. */
  readonly definition: ResourceDefinition | undefined
  /** The guards that inner levels add with `only`. */
  readonly only: readonly ResourceGuard[]
}

/** `order`, `nobody's(item)`; with `only` as often as it narrows. */
function formatLink(link: ResourceLink): string {
  const { name, params } = link
  if (name === null) return `nobody's(${params.join(', ')})`
  return name + '.only'.repeat(countNarrowings(link))
}

/** Like {@link formatLink}, with the parameters that it covers: `order(id)`. */
export function detailLink(link: ResourceLink): string {
  const { name, params } = link
  return name === null ? formatLink(link) : `${name}(${params.join(', ')})${formatLink(link).slice(name.length)}`
}

/** `[order, nobody's(item)]`; `undefined` where no level declares any. */
export function formatResources(
  links: readonly ResourceLink[] | undefined,
  format: (link: ResourceLink) => string = formatLink,
): string | undefined {
  return links === undefined || links.length === 0 ? undefined : `[${links.map(format).join(', ')}]`
}

/** How often levels narrow a resource with `only`. */
export function countNarrowings({ definition, only }: ResourceLink): number {
  return only.length + (definition?.guards.filter(({ by }) => by === 'only').length ?? 0)
}
