import type { AuthDescription, LeafDescription } from '../model/description.ts'

/** An authenticator, and the scopes that guards around it demand of its token. */
export type ScopedLeaf = LeafDescription & { readonly scopes?: readonly string[] }

/** Authenticators that must all pass; empty: a request without any credential passes. */
export type Alternative = readonly ScopedLeaf[]

/**
 * The ways to satisfy an auth, in evaluation order: a list is OR, `all` is the product of its members' ways, `optional`
 * adds the empty way, and `check` asks for nothing that a client could send.
 */
export function alternativesOf(description: AuthDescription): readonly Alternative[] {
  switch (description.kind) {
    case 'list':
      return description.members.flatMap(alternativesOf)
    case 'all':
      return description.members.map(alternativesOf).reduce(product, [[]])
    case 'optional':
      return [...alternativesOf(description.member), []]
    case 'check':
      return alternativesOf(description.member).map((alternative) => addScopes(alternative, description.scopes))
    default:
      return [[description]]
  }
}

/** Whether a security scheme can say what to send: always, except for a function of the request without a scheme. */
export function hasScheme({ carrier, scheme }: LeafDescription): boolean {
  return carrier.in !== 'request' || scheme !== undefined
}

/** Whether a `check` stands anywhere in it: then a 403 can occur. */
export function hasCheck(description: AuthDescription): boolean {
  switch (description.kind) {
    case 'list':
    case 'all':
      return description.members.some(hasCheck)
    case 'optional':
      return hasCheck(description.member)
    case 'check':
      return true
    default:
      return false
  }
}

function addScopes(alternative: Alternative, scopes: readonly string[] | undefined): Alternative {
  if (scopes === undefined) return alternative
  return alternative.map((leaf) => ({ ...leaf, scopes: [...(leaf.scopes ?? []), ...scopes] }))
}

function product(left: readonly Alternative[], right: readonly Alternative[]): readonly Alternative[] {
  return left.flatMap((a) => right.map((b) => [...a, ...b]))
}
