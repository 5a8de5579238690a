import { createHash, randomBytes } from 'node:crypto'
import { bearer } from 'svc/security'
import { findAccount } from './accounts.ts'
import { membersOf } from './teams.ts'

export interface TokenUser {
  readonly name: string
  readonly scopes: readonly string[]
  readonly tokenId: string
}

interface StoredToken {
  readonly id: string
  readonly owner: string
  readonly scopes: readonly string[]
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex')

// By the digest of the token: the tokens themselves are shown once and not kept.
const tokens = new Map<string, StoredToken>([
  [
    digestOf(process.env['MONA_TOKEN'] ?? 'svcp_mona_2b7f90c64de1a8350c19'),
    { id: 't1', owner: 'mona', scopes: ['repo:read', 'repo:write', 'repo:delete', 'issue:write'] },
  ],
  [
    digestOf(process.env['FINN_TOKEN'] ?? 'svcp_finn_91cc07ab5be24f6d8830'),
    { id: 't2', owner: 'finn', scopes: ['repo:read', 'issue:write'] },
  ],
  [
    digestOf(process.env['ADA_TOKEN'] ?? 'svcp_ada_d05e6a2f7b9c41388f2e0'),
    { id: 't3', owner: 'ada', scopes: ['repo:read', 'repo:write'] },
  ],
])

export function createToken(owner: string, scopes: readonly string[]): { readonly id: string; readonly token: string } {
  const token = `svcp_${owner}_${randomBytes(10).toString('hex')}`
  const id = randomBytes(4).toString('hex')
  tokens.set(digestOf(token), { id, owner, scopes })
  return { id, token }
}

/** Deletes a token of this owner; others are left alone. */
export function deleteToken(owner: string, id: string): void {
  for (const [digest, token] of tokens) if (token.id === id && token.owner === owner) tokens.delete(digest)
}

function findToken(token: string): TokenUser | null {
  const stored = tokens.get(digestOf(token))
  if (stored === undefined || findAccount(stored.owner) === undefined) return null
  return { name: stored.owner, scopes: stored.scopes, tokenId: stored.id }
}

/** Personal access tokens. */
export const userToken = bearer((_request, token) => findToken(token), { name: 'UserToken' })

/** A guard: the token was made for this. */
export const hasScope =
  (wanted: string) =>
  ({ scopes }: TokenUser): boolean =>
    scopes.includes(wanted)

/** A guard: people who run this site. */
export const isSiteAdmin = async ({ name }: TokenUser): Promise<boolean> => {
  const admins = await membersOf('site')
  return admins.includes(name)
}
