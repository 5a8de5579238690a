import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { type AuthRequest, constantTimeEqual, HttpBearer } from 'svc/security'
import { LIFETIME, signAccess, verifyAccess } from './signing.ts'

export interface Keeper {
  readonly name: string
  readonly role: 'keeper' | 'vet' | 'curator'
  readonly scopes: readonly string[]
  /** The login that the token is of. */
  readonly sid: string
}

interface Row {
  readonly role: Keeper['role']
  readonly scopes: readonly string[]
  readonly hash: string
}

interface Answer {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
}

const digest = (text: string): string => createHash('sha256').update(`aquarium:${text}`).digest('hex')

const rows = new Map<string, Row>()
const add = (name: string, role: Row['role'], scopes: string, password: string): void => {
  rows.set(name, {
    role,
    scopes: scopes.split(' '),
    hash: digest(process.env[`${name.toUpperCase()}_PASSWORD`] ?? password),
  })
}
add('nils', 'keeper', 'tanks:read tanks:write', 'nils-moon-jelly-41')
add('pia', 'keeper', 'tanks:read tanks:write', 'pia-garden-eel-83')
// Learns the trade, and sets nothing.
add('udo', 'keeper', 'tanks:read', 'udo-hermit-crab-06')
add('vera', 'vet', 'tanks:read', 'vera-cleaner-wrasse-29')
add('carl', 'curator', 'tanks:read tanks:write', 'carl-leafy-dragon-64')

/** A refresh token that was given out: for one use. */
interface Grant {
  readonly sid: string
  readonly name: string
  readonly scope: string
  readonly until: number
  used?: { readonly at: number; readonly answer: Promise<Answer> }
}

/** By their digests. */
const grants = new Map<string, Grant>()

/** Logins that have ended, until when an entry is needed: as long as an access token lives. */
const ended = new Map<string, number>()

const hasEnded = (sid: string): boolean => (ended.get(sid) ?? 0) > Date.now()

/** Two weeks. */
const LOGIN = 14 * 24 * 3_600_000

/** Milliseconds for which a used token gives the same answer again: a keeper has two tabs. */
const GRACE = 5_000

async function issue(sid: string, name: string, scope: string, until: number): Promise<Answer> {
  const refresh = randomBytes(24).toString('base64url')
  grants.set(digest(refresh), { sid, name, scope, until })
  const access = await signAccess({ sub: name, sid, scope })
  return { access_token: access, refresh_token: refresh, expires_in: LIFETIME }
}

export function logIn(name: string, password: string): Promise<Answer> {
  const row = rows.get(name)
  const isRight = constantTimeEqual(row?.hash ?? digest(''), digest(password))
  if (row === undefined || !isRight) throw new AuthenticationError('Wrong name or password')
  return issue(randomUUID(), name, row.scopes.join(' '), Date.now() + LOGIN)
}

const narrow = (asked: string, held: readonly string[]): string =>
  asked
    .split(' ')
    .filter((one) => held.includes(one))
    .join(' ')

/** The next tokens, with fewer scopes where that is asked for. */
export function refresh(token: string, asked?: string): Promise<Answer> {
  const grant = grants.get(digest(token))
  if (grant === undefined || grant.until < Date.now()) throw new AuthenticationError()
  const { sid, name, until, used } = grant
  if (used !== undefined) {
    if (Date.now() - used.at < GRACE) return used.answer
    // It was copied: no client goes on with this login.
    endLogin(sid)
    throw new AuthenticationError()
  }
  const row = rows.get(name)
  if (row === undefined) throw new AuthenticationError()
  const scope = narrow(asked ?? grant.scope, row.scopes)
  const answer = issue(sid, name, scope, until)
  grant.used = { at: Date.now(), answer }
  return answer
}

export function endLogin(sid: string): void {
  for (const [key, grant] of grants) if (grant.sid === sid) grants.delete(key)
  ended.set(sid, Date.now() + LIFETIME * 1_000)
}

/** Ends the login of a refresh token; any other text is nothing. */
export function revoke(token: string): void {
  const grant = grants.get(digest(token))
  if (grant !== undefined) endLogin(grant.sid)
}

class KeeperToken extends HttpBearer {
  override readonly name = 'Keeper'

  async authenticate(_request: AuthRequest, token: string): Promise<Keeper | null> {
    const claims = await verifyAccess(token)
    if (claims === null) return null
    const { sub: name = '', sid, scope } = claims
    const row = rows.get(name)
    if (row === undefined || typeof sid !== 'string' || hasEnded(sid)) return null
    return { name, role: row.role, scopes: String(scope).split(' '), sid }
  }
}

export const keeper = new KeeperToken()

export const maySet = ({ scopes }: Keeper): boolean => scopes.includes('tanks:write')

export const isVet = ({ role }: Keeper): boolean => role === 'vet' || role === 'curator'
