import { formatAuthWith, formatLeaf, formatToken, type LeafDescription } from '../model/description.ts'
import type { EffectiveAuth, Operation } from '../model/operation.ts'
import { detailLink, formatResources } from '../model/resource.ts'

/**
 * `TokenAuth`, `public` for `null`, `undeclared` where nothing at any level says anything; of tokens with their issuer and
 * audience: `jwt (https://id.example.com for pets)`.
 */
export function labelAuth(auth: EffectiveAuth): string {
  return formatAuthWith(auth.description, labelLeaf)
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

function labelLeaf(leaf: LeafDescription): string {
  const token = formatToken(leaf)
  return token === undefined ? leaf.name : `${leaf.name} (${token})`
}

function detailLeaf(leaf: LeafDescription): string {
  const token = formatToken(leaf)
  return `${leaf.name} (${formatLeaf(leaf)}${token === undefined ? '' : ` of ${token}`})`
}
