import { createHash } from 'node:crypto'
import { constantTimeEqual } from 'svc/security'

export interface Person {
  readonly name: string
  readonly role: string
  /** The shipping line, or `port` for our own people. */
  readonly line: string
}

interface Row {
  readonly role: string
  readonly line: string
  readonly hash: string
}

// Stands for a slow hash, which a table would hold.
const digest = (text: string): string => createHash('sha256').update(`harbour:${text}`).digest('hex')

const rows = new Map<string, Row>([
  ['nils', { role: 'agent', line: 'albatros', hash: digest(process.env['NILS_PASSWORD'] ?? 'nils-anchor-rope-27') }],
  ['dora', { role: 'agent', line: 'delfin', hash: digest(process.env['DORA_PASSWORD'] ?? 'dora-buoy-lantern-61') }],
  ['mara', { role: 'master', line: 'port', hash: digest(process.env['MARA_PASSWORD'] ?? 'mara-pier-whistle-09') }],
  ['wim', { role: 'watch', line: 'port', hash: digest(process.env['WIM_PASSWORD'] ?? 'wim-radar-coffee-53') }],
  ['lone', { role: 'watch', line: 'port', hash: digest(process.env['LONE_PASSWORD'] ?? 'lone-chart-pencil-84') }],
])

export function findPerson(name: string): Person | undefined {
  const found = rows.get(name)
  return found === undefined ? undefined : { name, role: found.role, line: found.line }
}

export function isPasswordOf(name: string, password: string): boolean {
  return constantTimeEqual(rows.get(name)?.hash ?? digest('unknown'), digest(password))
}

/** Codes by radio, for a login without the password; each is good once. */
const codes = new Map([['lone', process.env['LONE_CODE'] ?? 'foghorn-7714-amber']])

export function useCode(name: string, code: string | undefined): boolean {
  const expected = codes.get(name)
  if (expected === undefined || code === undefined || !constantTimeEqual(expected, code)) return false
  codes.delete(name)
  return true
}
