import { createHash } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, HttpBasicAuth } from 'svc/security'

export interface Foreman {
  readonly name: string
  readonly yard: string
  /** From 1, which is the highest; temporary staff has none. */
  readonly grade: number | undefined
}

interface Row extends Foreman {
  /** Empty until an invited foreman has chosen a password. */
  readonly hash: string
}

// Stands for a slow hash, which a table would hold.
const digest = (text: string): string => createHash('sha256').update(`shipyard:${text}`).digest('hex')

const row = (name: string, yard: string, grade: number | undefined, password?: string): [string, Row] => [
  name,
  {
    name,
    yard,
    grade,
    hash: password === undefined ? '' : digest(process.env[`${name.toUpperCase()}_PASSWORD`] ?? password),
  },
]

const rows = new Map<string, Row>([
  row('ragna', 'north', 1, 'ragna-keel-plate-77'),
  row('sven', 'north', 4, 'sven-rivet-gun-12'),
  row('dana', 'south', 2, 'dana-slip-way-49'),
  row('toke', 'south', undefined, 'toke-summer-paint-68'),
  // Invited, and not yet here.
  row('ulla', 'north', 3),
])

export function findForeman(name: string): Foreman | undefined {
  return rows.get(name)
}

class ForemanPassword extends HttpBasicAuth {
  override readonly name = 'Foreman'

  authenticate(_request: AuthRequest, name: string, password: string): Foreman | null {
    const found = rows.get(name)
    const isRight = constantTimeEqual(found?.hash ?? digest(''), digest(password))
    if (found === undefined || !isRight) return null
    return { name, yard: found.yard, grade: found.grade }
  }
}

export const foreman = new ForemanPassword()
