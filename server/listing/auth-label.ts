import { formatAuth, formatAuthWith, formatLeaf, type LeafDescription } from '../model/description.ts'
import type { EffectiveAuth, Operation } from '../model/operation.ts'
import { detailLink, formatResources } from '../model/resource.ts'

/** `TokenAuth`, `public` for `null`, `undeclared` where nothing at any level says anything. */
export function labelAuth(auth: EffectiveAuth): string {
  return formatAuth(auth.description)
}

/** Like {@link labelAuth}, with the kind and the place of each credential: `TokenAuth (bearer)`. */
export function detailAuth(auth: EffectiveAuth): string {
  return formatAuthWith(auth.description, detailLeaf)
}

/** Who may call an operation, and whose must be what it is asked for: `TokenAuth [order]`. */
export function labelAccess({ auth, resources }: Pick<Operation, 'auth' | 'resources'>): string {
  return withResources(labelAuth(auth), formatResources(resources))
}

/** Like {@link labelAccess}, with kinds, places and parameters: `TokenAuth (bearer) [order(id)]`. */
export function detailAccess({ auth, resources }: Pick<Operation, 'auth' | 'resources'>): string {
  return withResources(detailAuth(auth), formatResources(resources, detailLink))
}

function withResources(auth: string, resources: string | undefined): string {
  return resources === undefined ? auth : `${auth} ${resources}`
}

/** Whether no auth is declared: public, or undeclared. */
export function isOpen(auth: EffectiveAuth): boolean {
  return auth.description === undefined || auth.description === null
}

function detailLeaf(leaf: LeafDescription): string {
  return `${leaf.name} (${formatLeaf(leaf)})`
}
