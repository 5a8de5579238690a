import { createHash, randomBytes } from 'node:crypto'
import { type AuthRequest, bearer, constantTimeEqual } from 'svc/security'
import { type Account, findAccount } from './accounts.ts'

export interface Clerk extends Pick<Account, 'name' | 'role' | 'office'> {
  /** The part of the token that names it. */
  readonly session: string
}

interface Session {
  readonly name: string
  readonly digest: string
  readonly end: number
}

const EIGHT_HOURS = 8 * 3_600_000
const MINUTE = 60_000

/** Stands for a table: what is kept of a token <id>.<secret> is its id and a digest. */
const sessions = new Map<string, Session>()
/** Tokens that were right within the last minute: the table is on another machine. */
const recent = new Map<string, { readonly clerk: Clerk; readonly until: number }>()

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

export function begin(name: string, lifetime: number = EIGHT_HOURS): string {
  const id = randomBytes(6).toString('hex')
  const token = `${id}.${randomBytes(24).toString('base64url')}`
  sessions.set(id, { name, digest: digestOf(token), end: Date.now() + lifetime })
  return token
}

export function end({ session }: Clerk): void {
  sessions.delete(session)
  for (const [key, { clerk }] of recent) if (clerk.session === session) recent.delete(key)
}

async function read(token: string): Promise<Clerk | null> {
  const [id = ''] = token.split('.')
  const found = sessions.get(id)
  if (found === undefined || found.end < Date.now()) return null
  if (!constantTimeEqual(found.digest, digestOf(token))) return null
  const account = findAccount(found.name)
  return account === undefined ? null : { name: account.name, role: account.role, office: account.office, session: id }
}

async function findClerk(_request: AuthRequest, token: string): Promise<Clerk | null> {
  const key = digestOf(token)
  const kept = recent.get(key)
  if (kept !== undefined && kept.until > Date.now()) return kept.clerk
  const clerk = await read(token)
  if (clerk !== null) recent.set(key, { clerk, until: Date.now() + MINUTE })
  return clerk
}

/** Clerks and notaries of an office, by the token of their session. */
export const clerk = bearer(findClerk, { name: 'Clerk' })
