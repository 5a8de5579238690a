import type { AuthDescription, LeafDescription } from 'svc'
import { leavesOf } from '../../server/internal.ts'

/** The demands of an authenticator on tokens that an issuer signs. */
export type TokenFacts = NonNullable<LeafDescription['token']>

/** An authenticator of such tokens. */
export type TokenLeaf = LeafDescription & { readonly token: TokenFacts }

/** Whether an authenticator checks tokens that an issuer signs. */
export function takesTokens(leaf: LeafDescription): leaf is TokenLeaf {
  return leaf.token !== undefined
}

/** Whether an authenticator takes the tokens of another one, or of itself: all that is declared of them is the same. */
export function takesTokensOf(facts: TokenFacts, other: TokenFacts): boolean {
  const { issuer, audience, typ, algorithms } = facts
  const isFor = audience === null || other.audience?.some((name) => audience.includes(name)) === true
  const isType = typ === undefined ? /^(?:at\+)?jwt$/.test(other.typ ?? 'jwt') : typ === (other.typ ?? 'jwt')
  return issuer === other.issuer && isFor && isType && other.algorithms.some((name) => algorithms.includes(name))
}

/** The scopes that guards around an authenticator demand of its token. @param leaf index in evaluation order */
export function scopesAround(auth: AuthDescription | null | undefined, leaf: number): readonly string[] {
  switch (auth?.kind) {
    case 'list':
    case 'all': {
      let first = 0
      for (const member of auth.members) {
        const count = leavesOf(member).length
        if (leaf < first + count) return scopesAround(member, leaf - first)
        first += count
      }
      return []
    }
    case 'optional':
      return scopesAround(auth.member, leaf)
    case 'check':
      return [...(auth.scopes ?? []), ...scopesAround(auth.member, leaf)]
    default:
      return []
  }
}

/** The scopes of claims: a text with blanks, or a list. */
export function scopesIn({ scope, scp }: { readonly scope?: unknown; readonly scp?: unknown }): readonly string[] {
  const members = (value: unknown): readonly unknown[] =>
    typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : []
  return [...members(scope), ...members(scp)].filter((one) => typeof one === 'string')
}
