import { createHash } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { jwt, refreshTokens, signJwt, type TokenAnswer } from 'svc/identity'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

export interface Account {
  readonly name: string
  readonly role: string
  readonly company: string
  /** Of the token. */
  readonly scopes: readonly string[]
}

interface Row {
  readonly role: string
  readonly company: string
  readonly scope: string
  readonly hash: string
}

// Stands for a slow hash, which a table would hold.
const digest = (text: string): string => createHash('sha256').update(`quarry:${text}`).digest('hex')

const rows = new Map<string, Row>([
  [
    'anton',
    {
      role: 'manager',
      company: 'basalt',
      scope: 'loads:read loads:write',
      hash: digest(process.env['ANTON_PASSWORD'] ?? 'anton-crusher-blue-19'),
    },
  ],
  [
    'berta',
    {
      role: 'clerk',
      company: 'basalt',
      scope: 'loads:read loads:write',
      hash: digest(process.env['BERTA_PASSWORD'] ?? 'berta-conveyor-red-52'),
    },
  ],
  [
    'carl',
    {
      role: 'manager',
      company: 'basalt-nord',
      scope: 'loads:read loads:write',
      hash: digest(process.env['CARL_PASSWORD'] ?? 'carl-drill-amber-84'),
    },
  ],
  [
    'dora',
    {
      role: 'clerk',
      company: 'basalt-nord',
      scope: 'loads:read',
      hash: digest(process.env['DORA_PASSWORD'] ?? 'dora-gravel-green-37'),
    },
  ],
  [
    'gina',
    {
      role: 'inspector',
      company: 'mining-office',
      scope: 'stops:read stops:write',
      hash: digest(process.env['GINA_PASSWORD'] ?? 'gina-helmet-white-60'),
    },
  ],
  [
    'heiko',
    {
      role: 'inspector',
      company: 'mining-office',
      scope: 'stops:read',
      hash: digest(process.env['HEIKO_PASSWORD'] ?? 'heiko-lamp-yellow-11'),
    },
  ],
])

export const own = {
  issuer: 'quarry',
  audience: 'quarry-yard',
  secret: process.env['QUARRY_SECRET'] ?? 'quarry-tokens-2026-1d7c40b95ea2f683',
}

const tokens = refreshTokens({ sign: signJwt({ ...own, lifetime: 600 }), lifetime: 12 * 3_600 })

/** The account of a token, with its company and role as of now. */
export const account = jwt({
  ...own,
  name: 'Account',
  map: ({ sub, scope }): Account | null => {
    const found = rows.get(String(sub))
    if (found === undefined) return null
    return { name: String(sub), role: found.role, company: found.company, scopes: String(scope ?? '').split(' ') }
  },
})

export function logIn(request: AuthRequest, name: string, password: string): Promise<TokenAnswer> {
  const found = rows.get(name)
  const isRight = constantTimeEqual(found?.hash ?? digest('unknown'), digest(password))
  if (found === undefined || !isRight) throw new AuthenticationError('Wrong name or password')
  return begin(request, name)
}

/** Names by the digest of their last refresh token, for the statistics of logins. */
const lastNames = new Map<string, string>()

async function begin(request: AuthRequest, name: string): Promise<TokenAnswer> {
  const answer = await tokens.issue(request, { sub: name, scope: rows.get(name)?.scope ?? '' })
  lastNames.set(digest(answer.refresh_token), name)
  return answer
}

export async function refresh(request: AuthRequest, token: string): Promise<TokenAnswer> {
  const name = lastNames.get(digest(token))
  try {
    const answer = await tokens.rotate(request, token)
    if (name !== undefined) lastNames.set(digest(answer.refresh_token), name)
    return answer
  } catch (error) {
    console.warn('a refresh token was refused', name ?? 'of an unknown login')
    throw error
  }
}

export async function logOut(request: AuthRequest, token: string): Promise<void> {
  await tokens.revoke(request, token)
}
