import { createHash, randomUUID } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { jwt, refreshTokens, signJwt, type TokenAnswer } from 'svc/identity'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

export interface Account {
  readonly name: string
  readonly role: string
  readonly scope: string
  /** The login that the token is of. */
  readonly login: string
}

interface Row {
  readonly role: 'customer' | 'rider' | 'dispatcher'
  readonly scope: string
  /** Other accounts that this one may work for. */
  readonly also: readonly string[]
  readonly hash: string
}

// Stands for a slow hash, which a table would hold.
const digest = (text: string): string => createHash('sha256').update(`courier:${text}`).digest('hex')

function row(
  name: string,
  password: string,
  role: Row['role'],
  scope: string,
  also: readonly string[] = [],
): [string, Row] {
  const hash = digest(process.env[`${name.toUpperCase()}_PASSWORD`] ?? password)
  return [name, { role, scope, also, hash }]
}

const rows = new Map<string, Row>([
  row('greta', 'greta-brown-paper-61', 'customer', 'jobs:read jobs:write', ['market-stall']),
  row('bakery', 'bakery-rye-crumbs-19', 'customer', 'jobs:read jobs:write'),
  row('market-stall', 'market-stall-awning-53', 'customer', 'jobs:read jobs:write'),
  // May write drafts in the app, and order nothing.
  row('finn', 'finn-string-knot-47', 'customer', 'jobs:read jobs:write-drafts'),
  row('lena', 'lena-saddle-bag-85', 'rider', 'jobs:read'),
  row('dora', 'dora-radio-map-32', 'dispatcher', 'jobs:read board:read'),
  row('otto', 'otto-day-off-78', 'dispatcher', 'jobs:read board:read'),
])

export const own = {
  issuer: 'courier',
  audience: 'courier-api',
  typ: 'at+jwt',
  secret: process.env['COURIER_SECRET'] ?? 'courier-tokens-2026-1f7ab49c03de8852',
}

/** Seconds for which an access token lives. */
const LIFETIME = 600

const tokens = refreshTokens({
  sign: signJwt({ ...own, lifetime: LIFETIME }),
  lifetime: 14 * 24 * 3_600,
  claims: ({ sub, sid, scope }) => rows.has(sub) && { sub, sid, scope },
})

/** Logins that have ended, until when an entry is needed: as long as an access token lives. */
const ended = new Map<string, number>()

const hasEnded = (login: string): boolean => (ended.get(login) ?? 0) > Date.now()

/** The account of a token, with its role as of now. */
export const account = jwt({
  ...own,
  name: 'Account',
  map: ({ sub, sid, scope }): Account | null => {
    if (typeof sid !== 'string' || hasEnded(sid)) return null
    const name = String(sub)
    const found = rows.get(name)
    return found === undefined ? null : { name, role: found.role, scope: String(scope ?? ''), login: sid }
  },
})

export async function logIn(request: AuthRequest, name: string, password: string): Promise<TokenAnswer> {
  const found = rows.get(name)
  const isRight = constantTimeEqual(found?.hash ?? digest(''), digest(password))
  if (found === undefined || !isRight) throw new AuthenticationError('Wrong name or password')
  return tokens.issue(request, { sub: name, sid: randomUUID(), scope: found.scope })
}

export function refresh(request: AuthRequest, token: string): Promise<TokenAnswer> {
  return tokens.rotate(request, token)
}

/** Ends the login: its access tokens at once, and its refresh tokens. */
export async function logOut(request: AuthRequest, login: string, token: string): Promise<void> {
  ended.set(login, Date.now() + LIFETIME * 1_000)
  await tokens.revoke(request, token)
}
