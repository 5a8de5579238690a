import { createHash, randomUUID } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { jwt, refreshTokens, signJwt, type TokenAnswer } from 'svc/identity'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

export interface Account {
  readonly name: string
  readonly role: string
  /** Of those who sell for us. */
  readonly agency: string | undefined
  readonly scopes: readonly string[]
  /** The login that the token is of. */
  readonly login: string
}

interface Row {
  readonly role: string
  readonly agency?: string
  readonly scope: string
  readonly hash: string
}

// Stands for a slow hash, which a table would hold.
const digest = (text: string): string => createHash('sha256').update(`theatre:${text}`).digest('hex')

const rows = new Map<string, Row>([
  [
    'ida',
    {
      role: 'customer',
      scope: 'bookings:read bookings:write',
      hash: digest(process.env['IDA_PASSWORD'] ?? 'ida-velvet-balcony-21'),
    },
  ],
  [
    'jon',
    {
      role: 'customer',
      scope: 'bookings:read',
      hash: digest(process.env['JON_PASSWORD'] ?? 'jon-opera-glasses-64'),
    },
  ],
  [
    'nora',
    {
      role: 'agent',
      agency: 'north',
      scope: 'bookings:read bookings:write',
      hash: digest(process.env['NORA_PASSWORD'] ?? 'nora-ticket-roll-39'),
    },
  ],
  [
    'walt',
    {
      role: 'agent',
      agency: 'west',
      scope: 'bookings:read bookings:write',
      hash: digest(process.env['WALT_PASSWORD'] ?? 'walt-poster-glue-75'),
    },
  ],
  [
    'rita',
    { role: 'rigger', scope: 'stage:read', hash: digest(process.env['RITA_PASSWORD'] ?? 'rita-rope-pulley-12') },
  ],
  [
    'sam',
    {
      role: 'stage-manager',
      scope: 'stage:read stage:cues',
      hash: digest(process.env['SAM_PASSWORD'] ?? 'sam-headset-prompt-58'),
    },
  ],
  [
    'vito',
    {
      role: 'volunteer',
      scope: 'stage:read stage:cues',
      hash: digest(process.env['VITO_PASSWORD'] ?? 'vito-broom-curtain-93'),
    },
  ],
  [
    'dina',
    { role: 'director', scope: 'bookings:read', hash: digest(process.env['DINA_PASSWORD'] ?? 'dina-script-lamp-46') },
  ],
])

/** The shop signs with the same secret, for its own audience. */
export const own = {
  issuer: 'theatre',
  audience: 'theatre-house',
  typ: 'at+jwt',
  secret: process.env['THEATRE_SECRET'] ?? 'theatre-tokens-2026-90be41c7d83a5f26',
}

const tokens = refreshTokens({
  sign: signJwt({ ...own, lifetime: 600 }),
  lifetime: 24 * 3_600,
  claims: ({ sub, sid }) => {
    const found = rows.get(sub)
    return found !== undefined && { sub, sid, scope: found.scope }
  },
})

/** Logins that have ended; an entry is needed for as long as an access token lives. */
const ended = new Set<string>()

/** The account of a token, with its role and agency as of now. */
export const account = jwt({
  ...own,
  name: 'Account',
  map: ({ sub, sid, scope }): Account | null => {
    if (typeof sid !== 'string' || ended.has(sid)) return null
    const name = String(sub)
    const found = rows.get(name)
    if (found === undefined) return null
    const scopes = String(scope ?? '').split(' ')
    return { name, role: found.role, agency: found.agency, scopes, login: sid }
  },
})

export function logIn(request: AuthRequest, name: string, password: string): Promise<TokenAnswer> {
  const found = rows.get(name)
  const isRight = constantTimeEqual(found?.hash ?? digest('unknown'), digest(password))
  if (found === undefined || !isRight) throw new AuthenticationError('Wrong name or password')
  return tokens.issue(request, { sub: name, sid: randomUUID(), scope: found.scope })
}

export const refresh = (request: AuthRequest, token: string): Promise<TokenAnswer> => tokens.rotate(request, token)

/** Ends the login: its access tokens at once, and its refresh tokens. */
export async function logOut(request: AuthRequest, { name, login }: Account, token: string): Promise<void> {
  ended.add(login)
  await tokens.revoke(request, token)
  console.info('logged out', name)
}
