import { formatAuth, formatAuthWith, formatLeaf, type LeafDescription } from '../model/description.ts'
import type { EffectiveAuth } from '../model/operation.ts'

/** `TokenAuth`, `public` for `null`, `undeclared` where nothing at any level says anything. */
export function labelAuth(auth: EffectiveAuth): string {
  return formatAuth(auth.description)
}

/** Like {@link labelAuth}, with the kind and the place of each credential: `TokenAuth (bearer)`. */
export function detailAuth(auth: EffectiveAuth): string {
  return formatAuthWith(auth.description, detailLeaf)
}

/** Whether no auth is declared: public, or undeclared. */
export function isOpen(auth: EffectiveAuth): boolean {
  return auth.description === undefined || auth.description === null
}

function detailLeaf(leaf: LeafDescription): string {
  return `${leaf.name} (${formatLeaf(leaf)})`
}
