import { createHash, randomBytes } from 'node:crypto'
import { type AuthRequest, bearer, check } from 'svc/security'
import { accountOf, type Kind } from './accounts.ts'
import { Table } from './table.ts'

export interface Program {
  readonly name: string
  readonly kind: Kind
  readonly scope: string
}

interface Row {
  readonly id: string
  readonly of: string
  /** Scopes with a blank between. */
  readonly scope: string
  /** As in ISO 8601. */
  readonly until: string
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** By the digest of the token, which is kept nowhere. */
const tokens = new Table<Row>({
  [digestOf(process.env['CAL_TOKEN'] ?? 'ah_7Qw2Lr9Xk4Tn1Zc8')]: {
    id: 't-1',
    of: 'cal',
    scope: 'bids:read bids:write',
    until: '2099-01-01T00:00:00.000Z',
  },
  [digestOf(process.env['WIM_TOKEN'] ?? 'ah_3Bv6Hs0Dy5Mj2Fp7')]: {
    id: 't-2',
    of: 'wim',
    scope: 'bids:read autobids:write',
    until: '2099-01-01T00:00:00.000Z',
  },
  [digestOf(process.env['CAL_OLD_TOKEN'] ?? 'ah_9Gt4Nw8Ru1Ex6Ka3')]: {
    id: 't-3',
    of: 'cal',
    scope: 'bids:read bids:write',
    until: '2026-02-28T00:00:00.000Z',
  },
  [digestOf(process.env['MAX_TOKEN'] ?? 'ah_5Ud8Wb3Io7Jq2Sv9')]: {
    id: 't-4',
    of: 'max',
    scope: 'bids:read bids:write users:read',
    until: '2099-01-01T00:00:00.000Z',
  },
})

async function findProgram(_request: AuthRequest, token: string): Promise<Program | null> {
  const row = await tokens.get(digestOf(token))
  if (row === undefined) return null
  if (row.until <= new Date().toISOString()) return null
  const account = await accountOf(row.of, Date.now())
  return account && { name: row.of, kind: account.kind, scope: row.scope }
}

/** A program of a user, by a token that the user made. */
export const program = bearer(findProgram, { name: 'Program' })

const hasScope =
  (wanted: string) =>
  ({ scope }: Program): boolean =>
    scope.split(' ').includes(wanted)

/** A program that was given this scope. */
export const programFor = (scope: string) => check(program, hasScope(scope))

export async function makeToken(of: string, scope: string): Promise<{ readonly id: string; readonly token: string }> {
  const token = `ah_${randomBytes(12).toString('base64url')}`
  const id = `t-${randomBytes(6).toString('hex')}`
  const until = new Date(Date.now() + 90 * 86_400_000).toISOString()
  await tokens.insert(digestOf(token), { id, of, scope, until })
  return { id, token }
}

/** Takes a token back that this user made. */
export async function endToken(of: string, token: string): Promise<void> {
  const row = await tokens.get(digestOf(token))
  if (row?.of === of) await tokens.delete(digestOf(token))
}
