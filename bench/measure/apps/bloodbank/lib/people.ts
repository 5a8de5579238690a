import { createHash } from 'node:crypto'
import { constantTimeEqual } from 'svc/security'

export interface Person {
  readonly name: string
  readonly role: 'donor' | 'nurse' | 'doctor'
}

interface Row extends Person {
  readonly scope: string
  readonly password: string
  /** Tokens of an earlier generation have ended. */
  generation: number
}

const digestOf = (text: string): string => createHash('sha256').update(`blood:${text}`).digest('base64url')

const row = (name: string, role: Person['role'], scope: string, password: string): [string, Row] => [
  name,
  { name, role, scope, password: digestOf(password), generation: 1 },
]

const rows = new Map([
  row('nora', 'donor', 'donations:read', process.env['NORA_PASSWORD'] ?? 'Rosehip-Tea-2204'),
  row('emil', 'donor', 'donations:read', process.env['EMIL_PASSWORD'] ?? 'Left-Arm-Please-81'),
  row('olga', 'nurse', 'donations:read donations:write', process.env['OLGA_PASSWORD'] ?? 'Needle-And-Gauze-17'),
  row('viktor', 'doctor', 'donations:read donations:write', process.env['VIKTOR_PASSWORD'] ?? 'Plasma-Fresh-Frozen-6'),
])

export const findRow = (name: string): Row | undefined => rows.get(name)

/** The row of a name with its password. Digests come from a register that answers later. */
export async function checkPassword(name: string, password: string): Promise<Row | null> {
  const found = rows.get(name)
  const kept = await Promise.resolve(found?.password ?? digestOf(''))
  return constantTimeEqual(kept, digestOf(password)) && found !== undefined ? found : null
}

/** Ends all tokens of a person. */
export function endAll(name: string): void {
  const found = rows.get(name)
  if (found !== undefined) found.generation += 1
}
