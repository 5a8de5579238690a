import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { APIKeyHeader, type AuthRequest, constantTimeEqual } from 'svc/security'

/** From the most to the least. */
const RANKS: readonly string[] = ['admin', 'operator', 'reader']

export interface KeyHolder {
  readonly id: string
  readonly role: string
}

interface Row {
  readonly role: string
  readonly digest: string
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

const rows = new Map<string, Row>([
  ['adm', { role: 'admin', digest: digest(process.env['ADM_SECRET'] ?? 'c6fa0b7de1934482') }],
  ['opr', { role: 'operator', digest: digest(process.env['OPR_SECRET'] ?? '51d09e3ab8c74f60') }],
  ['rdr', { role: 'reader', digest: digest(process.env['RDR_SECRET'] ?? 'e80b2c7f19d5a346') }],
  // Came with a tour, and may look at the certificates.
  ['vis', { role: 'visitor', digest: digest(process.env['VIS_SECRET'] ?? '0a94dc51be673f28') }],
])

/** Compared with where no key has that id. */
const NO_KEY: Row = {
  role: 'visitor',
  digest: digest(randomUUID()),
}

/** Keys are `id.secret`. */
class FoundryKey extends APIKeyHeader {
  override readonly paramName = 'X-Foundry-Key'

  authenticate(_request: AuthRequest, key: string): KeyHolder | null {
    return find(key)
  }
}

function find(key: string): KeyHolder | null {
  const [id = '', secret = ''] = key.split('.')
  const { role, digest: expected } = rows.get(id) ?? NO_KEY
  return constantTimeEqual(expected, digest(secret)) ? { id, role } : null
}

export const foundryKey = new FoundryKey()

/** Whether a key has this role or a higher one. */
export const atLeast = (needed: string) => {
  const guard = ({ role }: KeyHolder): boolean => RANKS.slice(0, RANKS.indexOf(needed) + 1).includes(role)
  return Object.defineProperty(guard, 'name', { value: `atLeast(${needed})` })
}

export const list = (): readonly KeyHolder[] => [...rows].map(([id, { role }]) => ({ id, role }))

export function make(role: string): string {
  const [id, secret] = [randomBytes(4).toString('hex'), randomBytes(16).toString('hex')]
  rows.set(id, { role, digest: digest(secret) })
  return `${id}.${secret}`
}

/** The key is worth nothing from now on. */
export function remove(id: string): void {
  rows.delete(id)
}
