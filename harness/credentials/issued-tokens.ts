import { randomUUID } from 'node:crypto'
import type { Credential } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { scopesAround, scopesIn, takesTokens, takesTokensOf, type TokenLeaf } from '../model/token-facts.ts'
import { leavesOf } from '../../server/internal.ts'
import type { Json } from '../text/json.ts'
import { goodToken, SUBJECT, writeToken } from '../tokens/issuer.ts'
import type { CredentialFixture, FixtureFile } from './define.ts'
import { userOf } from './user-logins.ts'

/** Whether the application lets a token in that is right by all that is declared. */
export type PassesAlone = (leaf: TokenLeaf, token: string) => Promise<boolean>

/** Whether the harness makes the tokens of an authenticator: it is one of tokens, and the fixtures give no good one. */
export function isIssuedFor({ credentials = {} }: FixtureFile, leaf: { readonly name: string }): boolean {
  const given: CredentialFixture = credentials[leaf.name] ?? {}
  return Object.keys(given).every((key) => key === 'invalid' || key === 'principal')
}

/**
 * Tokens for each user of the fixtures, of an issuer that only this run has. Where the application itself decides which
 * claims pass, those that it refuses are left out.
 */
export async function issueTokens(
  fixtures: FixtureFile,
  routes: readonly Route[],
  passes: PassesAlone,
): Promise<readonly Credential[]> {
  const leaves = routes.flatMap(({ auth }) => leavesOf(auth)).filter(takesTokens)
  const one = new Map(leaves.map((leaf) => [JSON.stringify([leaf.name, leaf.token]), leaf]))
  const issued = [...one.values()]
    .filter((leaf) => isIssuedFor(fixtures, leaf))
    .map(async (leaf) => {
      const scopes = scopesFor(leaf, routes)
      const known = Object.entries(fixtures.users ?? {}).map(([name, user]) => [name, userOf(user).claims] as const)
      const users = await Promise.all(
        known.map(([name, claims]) => issue(leaf, name, { sub: name, ...claims }, scopes, passes)),
      )
      const good = users.filter((credential) => credential !== undefined)
      const isWhole = good.some(({ issued }) => scopes.every((scope) => issued?.scopes.includes(scope)))
      const another = isWhole ? undefined : await issue(leaf, 'valid', { sub: SUBJECT }, scopes, passes)
      return another === undefined ? good : [...good, another]
    })
  return (await Promise.all(issued)).flat()
}

/** All that guards name on any route, for tokens of one issuer and audience. */
function scopesFor({ token }: TokenLeaf, routes: readonly Route[]): readonly string[] {
  const named = routes.flatMap(({ auth }) =>
    leavesOf(auth).flatMap((leaf, index) =>
      takesTokens(leaf) && takesTokensOf(leaf.token, token) ? scopesAround(auth, index) : [],
    ),
  )
  return [...new Set(named)]
}

async function issue(
  leaf: TokenLeaf,
  user: string,
  claims: Json,
  scopes: readonly string[],
  passes: PassesAlone,
): Promise<Credential | undefined> {
  const parts = goodToken(leaf.token, { ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }), ...claims })
  const value = writeToken(parts)
  const { asksApplication } = leaf.token
  if (asksApplication && !(await passes(leaf, value))) return undefined
  const again = (): string => writeToken({ ...parts, claims: withOwnLogin(parts.claims) })
  const hasLogin = LOGIN.some((name) => parts.claims[name] !== undefined)
  // An application may know logins by their ids.
  const isAnother = hasLogin && (!asksApplication || (await passes(leaf, again())))
  return {
    authenticator: leaf.name,
    user,
    value: { type: 'key', value },
    origin: 'issued',
    synthetic: true,
    // The value that the application makes of the claims is not known.
    ...(asksApplication ? {} : { principal: { sub: parts.claims['sub'] } }),
    issued: { facts: leaf.token, scopes: scopesIn(parts.claims), ...(isAnother ? { again } : {}) },
  }
}

/** Claims that name a login, or the token itself: OpenID Connect Front-Channel Logout 1.0 section 3, RFC 7519 section 4.1.7. */
const LOGIN = ['sid', 'jti'] as const

function withOwnLogin(claims: Json): Json {
  const own = LOGIN.filter((name) => claims[name] !== undefined).map((name) => [name, randomUUID()])
  return { ...claims, ...Object.fromEntries(own) }
}
