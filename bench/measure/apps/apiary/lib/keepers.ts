import { createHash } from 'node:crypto'
import { constantTimeEqual } from 'svc/security'

export type Role = 'apprentice' | 'keeper' | 'inspector' | 'warden'

declare module 'svc' {
  interface SessionUser {
    readonly name: string
    readonly role: Role
  }
}

export interface Keeper {
  readonly name: string
  readonly role: Role
  readonly hash: string
  readonly isSuspended: boolean
}

// Stands for a slow hash, which a table would hold.
const digest = (text: string): string => createHash('sha256').update(`apiary:${text}`).digest('hex')

const keeper = (name: string, role: Role, password: string): [string, Keeper] => [
  name,
  {
    name,
    role,
    hash: digest(process.env[`${name.toUpperCase()}_PASSWORD`] ?? password),
    isSuspended: false,
  },
]

const keepers = new Map<string, Keeper>([
  keeper('hilda', 'keeper', 'hilda-clover-smoke-71'),
  keeper('jonas', 'keeper', 'jonas-linden-frame-28'),
  keeper('tilo', 'apprentice', 'tilo-wax-moth-93'),
  keeper('frieda', 'inspector', 'frieda-brood-comb-16'),
  keeper('walter', 'warden', 'walter-queen-cage-40'),
  keeper('petra', 'keeper', 'petra-sugar-feed-57'),
])

/** The keeper with this name and password. */
export function findByPassword(name: string, password: string): Keeper | null {
  const found = keepers.get(name)
  const isRight = constantTimeEqual(found?.hash ?? digest(''), digest(password))
  return found === undefined || !isRight || found.isSuspended ? null : found
}

/** The user of a session, as of now. */
export function loadKeeper({ user }: { readonly user: { readonly name: string } }) {
  const found = keepers.get(user.name)
  if (found === undefined || found.isSuspended) return null
  return { name: found.name, role: found.role }
}

export function suspend(name: string): boolean {
  const found = keepers.get(name)
  if (found === undefined) return false
  keepers.set(name, { ...found, isSuspended: true })
  return true
}
