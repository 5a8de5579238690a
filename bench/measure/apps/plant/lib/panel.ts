import { randomBytes } from 'node:crypto'
import { cookieKey } from 'svc/security'
import { findOperator, type Operator } from './operators.ts'

/** Milliseconds of a shift. */
const SHIFT = 8 * 3_600_000

interface Shift {
  readonly name: string
  readonly until: number
}

const shifts = new Map<string, Shift>()

export function beginShift(name: string, from = Date.now()): string {
  const id = randomBytes(24).toString('base64url')
  shifts.set(id, { name, until: from + SHIFT })
  return id
}

export async function endShift(id: string): Promise<void> {
  shifts.delete(id)
}

export interface Present extends Operator {
  readonly shift: string
}

async function findShift(id: string): Promise<Present | null> {
  const found = shifts.get(id)
  if (found === undefined) return null
  if (found.until < Date.now()) return null
  const operator = findOperator(found.name)
  return operator === null ? null : { ...operator, shift: id }
}

/** Who has logged in at a panel. */
export const panel = cookieKey(
  'plant_shift',
  async (_request, id) => {
    const found = await findShift(id)
    return found
  },
  { name: 'Panel' },
)
