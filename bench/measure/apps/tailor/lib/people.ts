import { createHash } from 'node:crypto'
import type { SessionUser } from 'svc/security'
import { constantTimeEqual } from 'svc/security'

export type Role = 'customer' | 'supplier' | 'cutter' | 'master'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly role?: Role
  }
}

// Stands for a slow hash, which a table would hold.
const digest = (text: string): string => createHash('sha256').update(`tailor:${text}`).digest('hex')

const entry = (name: string, role: Role, password: string) =>
  [name, { role, hash: digest(process.env[`${name.toUpperCase()}_PASSWORD`] ?? password) }] as const

const people = new Map([
  entry('nora', 'customer', 'nora-tape-measure-24'),
  entry('hugo', 'customer', 'hugo-three-piece-70'),
  entry('ilse', 'customer', 'ilse-winter-coat-15'),
  // Sells cloth, and is not a member of the workshop.
  entry('weaver', 'supplier', 'weaver-bolt-of-wool-38'),
  entry('ruth', 'cutter', 'ruth-chalk-and-pins-92'),
  entry('max', 'master', 'max-steam-iron-57'),
])

/** When a user ended all of their sessions, in milliseconds. */
const endings = new Map<string, number>()

export const endSessions = (name: string): void => {
  endings.set(name, Date.now())
}

/** Who a session belongs to, by what is true now; none for those who have left. */
export function asOfNow({ user, issuedAt }: { user: SessionUser; issuedAt: number }): SessionUser | null {
  const { name } = user
  const person = people.get(name)
  if (person === undefined) return null
  if (issuedAt <= (endings.get(name) ?? 0)) return null
  return { name, role: person.role }
}

export function isPasswordOf(name: string, password: string): boolean {
  const person = people.get(name)
  return constantTimeEqual(person?.hash ?? digest(''), digest(password)) && person !== undefined
}
