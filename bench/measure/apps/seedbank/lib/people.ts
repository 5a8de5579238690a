import { createHash } from 'node:crypto'
import { AuthenticationError } from 'svc'
import { constantTimeEqual, type SessionUser } from 'svc/security'
import { isCode } from './codes.ts'

export type Role = 'researcher' | 'keeper' | 'curator'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly role: Role
    /** `none`, or a number from 1 to 5. */
    readonly clearance: string
  }
}

interface Person {
  readonly name: string
  readonly role: Role
  readonly clearance: string
  readonly isSuperuser: boolean
  readonly email: string
  /** The secret of an app for codes, of people who have one. */
  readonly app: string | undefined
}

// Stands for a slow hash, which a table would hold.
const digest = (text: string): string => createHash('sha256').update(`seedbank:${text}`).digest('hex')

const person = (name: string, role: Role, clearance: string, app?: string, isSuperuser = false): [string, Person] => [
  name,
  { name, role, clearance, isSuperuser, email: `${name}@seedbank.example`, app },
]

const people = new Map<string, Person>([
  person('vera', 'researcher', 'none'),
  person('bea', 'researcher', '1'),
  person('beatrix', 'researcher', '2'),
  person('kurt', 'keeper', '3', 'kurt-app-6f2d81'),
  person('knut', 'keeper', '2'),
  person('nils', 'researcher', 'none'),
  person('cora', 'curator', '4', 'cora-app-b930ce'),
  person('root', 'curator', '5', undefined, true),
])

const hashes = new Map(
  [...people.keys()].map((name) => [
    name,
    digest(process.env[`${name.toUpperCase()}_PASSWORD`] ?? `${name}-frost-and-rye-40`),
  ]),
)

/** When a password was changed, in milliseconds. */
const changes = new Map<string, number>()
const suspended = new Set<string>()

const toUser = ({ name, role, clearance, isSuperuser }: Person): SessionUser => ({ name, role, clearance, isSuperuser })

export const listPeople = (): readonly { readonly name: string; readonly role: Role }[] =>
  [...people.values()].map(({ name, role }) => ({ name, role }))

export const hashOf = (name: string): string | undefined => hashes.get(name)

/** The person of a session, as of now. */
export function loadUser({ user, issuedAt }: { user: SessionUser; issuedAt: number }): SessionUser | null {
  if (issuedAt < (changes.get(user.name) ?? 0)) return null
  return findUser(user.name)
}

function findUser(name: string): SessionUser | null {
  const found = people.get(name)
  return found === undefined || suspended.has(name) ? null : toUser(found)
}

/** Who has this name and this password and, where they have an app, this code. */
export function authenticate(name: string, password: string, code: string | undefined): SessionUser {
  const found = people.get(name)
  const isRight = constantTimeEqual(digest(password), hashes.get(name) ?? digest(''))
  if (found === undefined || !isRight || suspended.has(name))
    throw new AuthenticationError('Wrong name, password or code')
  if (found.app !== undefined && !isCode(found.app, code ?? ''))
    throw new AuthenticationError('Wrong name, password or code')
  return toUser(found)
}

/** Sessions from before it end. */
export function setPassword(name: string, password: string): void {
  hashes.set(name, digest(password))
  changes.set(name, Date.now())
}

export const isPassword = (name: string, password: string): boolean =>
  constantTimeEqual(digest(password), hashes.get(name) ?? '')

export function suspend(name: string, isSuspended: boolean): boolean {
  if (!people.has(name)) return false
  if (isSuspended) suspended.add(name)
  else suspended.delete(name)
  return true
}
