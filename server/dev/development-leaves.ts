import { docsGuard } from '../api/docs-operations.ts'
import type { Loaded } from '../files/load.ts'
import { type AuthDescription, type LeafDescription, leavesOf, type TokenFacts } from '../model/description.ts'

/** An authenticator that takes them. */
export type TokenLeaf = LeafDescription & { readonly token: TokenFacts }

/** The authenticators of an application that take its tokens, each once, and the claim with every scope that a guard names. */
export function readDevelopmentFacts({ api, operations }: Loaded): {
  readonly leaves: readonly TokenLeaf[]
  readonly scope: { readonly scope?: string }
} {
  const declared = [...operations.map(({ auth }) => auth), docsGuard(api.settings.docs)].map(
    (auth) => auth?.description,
  )
  const leaves = declared.flatMap(leavesOf).filter((leaf): leaf is TokenLeaf => leaf.token?.isDevelopment === true)
  const scopes = [...new Set(declared.flatMap(scopesOf))]
  return {
    leaves: [...new Map(leaves.map((leaf) => [JSON.stringify([leaf.name, leaf.token]), leaf])).values()],
    scope: scopes.length === 0 ? {} : { scope: scopes.join(' ') },
  }
}

/** All scopes that guards name. */
function scopesOf(description: AuthDescription | null | undefined): readonly string[] {
  switch (description?.kind) {
    case 'list':
    case 'all':
      return description.members.flatMap(scopesOf)
    case 'optional':
      return scopesOf(description.member)
    case 'check':
      return [...scopesOf(description.member), ...(description.scopes ?? [])]
    default:
      return []
  }
}
