import { createHash, randomUUID } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { jwt, refreshTokens, signJwt, type TokenAnswer } from 'svc/identity'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

export type Role = 'patient' | 'reception' | 'dentist' | 'dentist-trainee' | 'hygienist' | 'manager'

export interface Account {
  readonly name: string
  readonly role: Role
  /** The login that the token is of. */
  readonly login: string
}

interface Row {
  readonly role: Role
  readonly hash: string
}

// Stands for a slow hash, which a table would hold.
const digest = (text: string): string => createHash('sha256').update(`dentist:${text}`).digest('hex')

const row = (name: string, role: Role, password: string): [string, Row] => [
  name,
  { role, hash: digest(process.env[`${name.toUpperCase()}_PASSWORD`] ?? password) },
]

const rows = new Map<string, Row>([
  row('emil', 'patient', 'emil-molar-winter-22'),
  row('nora', 'patient', 'nora-floss-ribbon-64'),
  row('otis', 'patient', 'otis-crown-gold-80'),
  row('rosa', 'reception', 'rosa-diary-phone-35'),
  row('dr-falk', 'dentist', 'falk-mirror-probe-91'),
  row('tim', 'dentist-trainee', 'tim-first-drill-13'),
  row('mara', 'manager', 'mara-ledger-chair-58'),
])

export const isPatient = (name: string): boolean => rows.get(name)?.role === 'patient'

const secret = process.env['DENTIST_SECRET'] ?? 'dentist-tokens-2026-c41e9a7702bd56f8'

/** Of logins. */
export const own = { issuer: 'dentist', audience: 'dentist-api', typ: 'at+jwt', secret }

/** Of the links in reminders: good for one appointment, and nothing else. */
const reminders = { issuer: 'dentist', audience: 'dentist-reminders', typ: 'at+jwt', secret }

/** Seconds for which an access token lives. */
const LIFETIME = 600

const tokens = refreshTokens({
  sign: signJwt({ ...own, lifetime: LIFETIME }),
  lifetime: 7 * 24 * 3_600,
  claims: ({ sub, sid }) => rows.has(sub) && { sub, sid },
})

/** Logins that have ended, until when an entry is needed: as long as an access token lives. */
const ended = new Map<string, number>()

/** The account of a token, with its role as of now. */
export const account = jwt({
  ...own,
  name: 'Account',
  map: ({ sub, sid }): Account | null => {
    if (typeof sid !== 'string' || (ended.get(sid) ?? 0) > Date.now()) return null
    const name = String(sub)
    const found = rows.get(name)
    return found === undefined ? null : { name, role: found.role, login: sid }
  },
})

export const signReminder = signJwt({ ...reminders, lifetime: 3 * 24 * 3_600 })

/** The patient and the appointment of a reminder. */
export const reminder = jwt({
  ...reminders,
  name: 'Reminder',
  in: { header: 'X-Reminder' },
  map: ({ sub, appointment }) => (typeof appointment === 'string' ? { patient: String(sub), appointment } : null),
})

export async function logIn(request: AuthRequest, name: string, password: string): Promise<TokenAnswer> {
  const found = rows.get(name)
  const isRight = constantTimeEqual(found?.hash ?? digest(''), digest(password))
  if (found === undefined || !isRight) throw new AuthenticationError('Wrong name or password')
  return tokens.issue(request, { sub: name, sid: randomUUID() })
}

export function refresh(request: AuthRequest, token: string): Promise<TokenAnswer> {
  return tokens.rotate(request, token)
}

/** Ends the login: its access tokens at once, and its refresh tokens. */
export async function logOut(request: AuthRequest, login: string, token: string): Promise<void> {
  ended.set(login, Date.now() + LIFETIME * 1_000)
  await tokens.revoke(request, token)
}
