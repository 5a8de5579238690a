import { constantTimeEqual, headerKey } from 'svc/security'

export interface Boat {
  readonly boat: string
  readonly may: readonly string[]
}

/** The register of boats is with the waterways office, and may be away. */
export class RegisterAway extends Error {
  override readonly name = 'RegisterAway'
}

interface Row extends Boat {
  readonly secret: string
  /** The secret before the last change, and the milliseconds until which it is good, too. */
  readonly before: { readonly secret: string; readonly until: number } | undefined
}

const HOUR = 3_600_000

const rows: readonly Row[] = [
  {
    boat: 'anna',
    may: ['pass', 'book'],
    secret: process.env['ANNA_SECRET'] ?? '4f1b77c0e2d953a8',
    before: { secret: process.env['ANNA_BEFORE'] ?? 'b09d6e4471fa28c3', until: Date.now() + 24 * HOUR },
  },
  {
    boat: 'berta',
    may: ['pass'],
    secret: process.env['BERTA_SECRET'] ?? '90e8d36ab5147f2c',
    before: { secret: process.env['BERTA_BEFORE'] ?? '2ac75f08de91b364', until: Date.now() - 24 * HOUR },
  },
]

const isPast = (milliseconds: number): boolean => milliseconds < Date.now()

function findBoat(key: string): Boat | null {
  const [prefix = '', name = '', secret = ''] = key.split('_')
  if (prefix !== 'ck') return null
  if (process.env['REGISTER'] === 'away') throw new RegisterAway()
  const row = rows.find(({ boat }) => boat === name)
  if (row === undefined) return null
  const isNow = constantTimeEqual(row.secret, secret)
  const isBefore = row.before !== undefined && !isPast(row.before.until) && constantTimeEqual(row.before.secret, secret)
  return isNow || isBefore ? { boat: row.boat, may: row.may } : null
}

/** Keys are `ck_<boat>_<secret>`. */
export const boat = headerKey('X-Canal-Key', (_request, key): Boat | null => findBoat(key), { name: 'Boat' })

export const mayBook = ({ may }: Boat): boolean => may.includes('book')
