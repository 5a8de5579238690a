import { randomInt, scryptSync } from 'node:crypto'
import { AuthenticationError, AuthorizationError, HttpError, type SessionUser } from 'svc'
import { type AuthRequest, constantTimeEqual, login } from 'svc/security'
import { forgive, mayTry, noteFailure } from './tries.ts'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly role: 'guest' | 'warden'
  }
}

interface Person extends SessionUser {
  readonly hash: string
  /** Milliseconds since 1970: sessions that are older have ended. */
  readonly changedAt: number
}

// A salt for each person, and little work: the rows are made at start.
const hashOf = (name: string, password: string): string =>
  scryptSync(password, `hostel:${name}`, 32, { N: 1_024 }).toString('hex')

function row(name: string, role: Person['role'], password: string): [string, Person] {
  const hash = hashOf(name, process.env[`${name.toUpperCase()}_PASSWORD`] ?? password)
  return [name, { name, role, hash, changedAt: 0 }]
}

const people = new Map<string, Person>([
  row('ada', 'guest', 'ada-upper-bunk-204'),
  row('ben', 'guest', 'ben-rain-jacket-77'),
  row('wilma', 'warden', 'wilma-front-door-15'),
])

/** The person of a session as of now; none after a later change of the password. */
export function asOfNow({ user, issuedAt }: { user: SessionUser; issuedAt: number }): SessionUser | null {
  const found = people.get(user.name)
  if (found === undefined || issuedAt < found.changedAt) return null
  return { name: found.name, role: found.role }
}

/** Names are typed on telephones, which like to begin with a capital. */
export async function logIn(request: AuthRequest, typed: string, password: string): Promise<SessionUser> {
  if (!mayTry(typed)) throw new HttpError(429, 'Too many wrong passwords')
  const name = typed.toLowerCase()
  const found = people.get(name)
  const isRight = constantTimeEqual(found?.hash ?? '', hashOf(name, password))
  if (found === undefined || !isRight) {
    noteFailure(typed)
    throw new AuthenticationError('Wrong name or password')
  }
  forgive(typed)
  const user = { name: found.name, role: found.role }
  await login(request, user)
  return user
}

/** All sessions of the person end, and this request begins a new one. */
export async function changePassword(
  request: AuthRequest,
  { name }: SessionUser,
  current: string,
  next: string,
): Promise<void> {
  const found = people.get(name)
  if (found === undefined || !constantTimeEqual(found.hash, hashOf(name, current)))
    throw new AuthorizationError('Wrong password')
  setPassword(found, next)
  await login(request, { name: found.name, role: found.role })
}

function setPassword(person: Person, next: string): void {
  people.set(person.name, { ...person, hash: hashOf(person.name, next), changedAt: Date.now() })
}

interface Code {
  readonly code: string
  /** Milliseconds since 1970. */
  readonly end: number
  left: number
}

const CODE_LIFETIME = 15 * 60_000
/** By name. */
const codes = new Map<string, Code>()

/** Stands for the mail: a code is in no answer. `svc dev` shows it in the terminal. */
function send(name: string, code: string): void {
  if (process.env['HOSTEL_MAIL'] === 'terminal') console.log(`code for ${name}: ${code}`)
}

/** The answer is the same for each name. */
export function requestReset(name: string): { readonly sent: boolean } {
  const found = people.get(name)
  const code = String(randomInt(10_000_000, 100_000_000))
  if (found !== undefined) {
    codes.set(found.name, { code, end: Date.now() + CODE_LIFETIME, left: 5 })
    send(found.name, code)
  }
  return { sent: true }
}

export function resetPassword(name: string, code: string, next: string): void {
  const found = people.get(name)
  const kept = codes.get(name)
  if (found === undefined || kept === undefined || kept.end < Date.now() || kept.left === 0)
    throw new HttpError(400, 'Wrong code')
  kept.left -= 1
  if (!constantTimeEqual(kept.code, code)) throw new HttpError(400, 'Wrong code')
  codes.delete(name)
  setPassword(found, next)
}
