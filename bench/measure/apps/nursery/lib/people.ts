import { createHash } from 'node:crypto'
import type { SessionUser } from 'svc'
import { constantTimeEqual } from 'svc/security'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly role: 'parent' | 'teacher' | 'head'
  }
}

interface Row {
  readonly role: SessionUser['role']
  digest: string
  /** Milliseconds of the last change of the password. */
  changed: number
}

const digestOf = (text: string): string => createHash('sha256').update(`nursery:${text}`).digest('base64url')

const row = (role: SessionUser['role'], password: string): Row => ({ role, digest: digestOf(password), changed: 0 })

const rows = new Map([
  ['mia', row('parent', process.env['MIA_PASSWORD'] ?? 'Wellies-And-Puddles-5')],
  ['tom', row('parent', process.env['TOM_PASSWORD'] ?? 'Blue-Tractor-Wins-33')],
  ['ruth', row('teacher', process.env['RUTH_PASSWORD'] ?? 'Circle-Time-0900')],
  ['helga', row('head', process.env['HELGA_PASSWORD'] ?? 'Keys-Of-The-House-12')],
  ['otto', row('parent', process.env['OTTO_PASSWORD'] ?? 'Paper-Boats-Sink-71')],
])

/** A person as of now: sessions end with the person, and with a change of the password. */
export function personOf(user: SessionUser, issuedAt: number): SessionUser | null {
  const found = rows.get(user.name)
  if (found === undefined) return null
  return issuedAt < found.changed ? null : { name: user.name, role: found.role }
}

export function checkPassword(name: string, password: string): SessionUser | null {
  const found = rows.get(name)
  const isRight = constantTimeEqual(found?.digest ?? digestOf(''), digestOf(password))
  return found !== undefined && isRight ? { name, role: found.role } : null
}

export function changePassword(name: string, password: string): void {
  const found = rows.get(name)
  if (found === undefined) return
  found.digest = digestOf(password)
  found.changed = Date.now()
}
