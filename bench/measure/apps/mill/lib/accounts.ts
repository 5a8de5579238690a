import { scryptSync } from 'node:crypto'
import { constantTimeEqual } from 'svc/security'

export interface Account {
  readonly name: string
  readonly role: string
}

interface Row extends Account {
  readonly hash: string
  readonly hasLeft: boolean
}

const hashOf = (name: string, password: string): string =>
  scryptSync(password, `mill:${name}`, 32, { N: 1_024 }).toString('hex')

function row(name: string, role: string, password: string, hasLeft = false): [string, Row] {
  const hash = hashOf(name, process.env[`${name.toUpperCase()}_PASSWORD`] ?? password)
  return [name, { name, role, hash, hasLeft }]
}

const rows = new Map<string, Row>([
  row('petra', 'miller', 'petra-stone-gear-52'),
  row('sven', 'miller', 'sven-water-wheel-35'),
  row('kurt', 'hand', 'kurt-flour-dust-68'),
  row('anna', 'farmer', 'anna-spelt-field-23'),
  row('bela', 'farmer', 'bela-winter-rye-94'),
  // Works elsewhere since autumn.
  row('otto', 'hand', 'otto-old-sieve-11', true),
])

export function findAccount(name: string): Account | null {
  const found = rows.get(name)
  if (found === undefined || found.hasLeft) return null
  return { name: found.name, role: found.role }
}

export function isPassword(name: string, password: string): boolean {
  const kept = rows.get(name)?.hash ?? ''
  return constantTimeEqual(kept, hashOf(name, password))
}

/** False for a name that is taken. */
export function addAccount(name: string, role: string, password: string): boolean {
  if (rows.has(name)) return false
  rows.set(...row(name, role, password))
  return true
}
