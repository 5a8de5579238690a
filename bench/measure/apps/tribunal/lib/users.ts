import { createHash } from 'node:crypto'
import { constantTimeEqual } from 'svc/security'

export interface User {
  readonly email: string
  readonly role: 'party' | 'clerk' | 'judge'
  readonly onLeave: boolean
}

// Stands for bcrypt, which the old server has.
const hash = (text: string): string => createHash('sha256').update(`tribunal/${text}`).digest('hex')

const rows = [
  {
    email: 'petra@law.example',
    role: 'party',
    onLeave: false,
    hash: hash(process.env['PETRA_PASSWORD'] ?? 'petra-writ-20-ink'),
  },
  { email: 'omar@law.example', role: 'party', onLeave: false, hash: hash('omar-writ-31-ink') },
  { email: 'clara@court.example', role: 'clerk', onLeave: false, hash: hash('clara-writ-42-ink') },
  { email: 'cyril@court.example', role: 'clerk', onLeave: true, hash: hash('cyril-writ-53-ink') },
  { email: 'judith@court.example', role: 'judge', onLeave: false, hash: hash('judith-writ-64-ink') },
] as const

/** Addresses are written in many ways. */
export const normalize = (email: string): string => email.trim().toLowerCase()

export function findUser(email: string): User | undefined {
  const found = rows.find((row) => row.email === normalize(email))
  return found && { email: found.email, role: found.role, onLeave: found.onLeave }
}

export function checkPassword(email: string, password: string): boolean {
  const found = rows.find((row) => row.email === normalize(email))
  return constantTimeEqual(hash(password), found?.hash ?? hash(''))
}
