import { createHash, randomBytes } from 'node:crypto'
import { APIKeyHeader, type AuthRequest, bearer } from 'svc/security'
import { isSame } from './same.ts'

export interface Customer {
  readonly customer: string
  readonly scopes: readonly string[]
  /** Which of its two keys came. */
  readonly generation: 'current' | 'previous'
}

interface Row {
  readonly customer: string
  readonly scopes: readonly string[]
  current: string
  /** Works on for a day after a rotation, until every machine of the customer has the new one. */
  previous: { readonly digest: string; readonly until: number } | undefined
}

const DAY = 24 * 3_600_000

const digest = (secret: string): string => createHash('sha256').update(`locksmith:${secret}`).digest('hex')

/** By the id that stands before the dot. */
const rows = new Map<string, Row>([
  [
    'mill',
    {
      customer: 'mill',
      scopes: ['locks:read', 'locks:open', 'keys:rotate'],
      current: digest(process.env['MILL_KEY'] ?? 'bolt-71c0e4d95a3f'),
      previous: { digest: digest(process.env['MILL_OLD_KEY'] ?? 'bolt-0d2b96f4e817'), until: Date.now() + DAY },
    },
  ],
  [
    'mill-lane',
    {
      customer: 'mill-lane',
      scopes: ['locks:read', 'locks:open', 'keys:rotate'],
      current: digest(process.env['LANE_KEY'] ?? 'hasp-5e8814ac03d7'),
      // Of a rotation last week.
      previous: { digest: digest(process.env['LANE_OLD_KEY'] ?? 'hasp-e3c75b1f9042'), until: Date.now() - 6 * DAY },
    },
  ],
  [
    'alarm',
    {
      customer: 'mill',
      // The panel of the alarm at the mill shows the locks, and opens none.
      scopes: ['locks:read'],
      current: digest(process.env['ALARM_KEY'] ?? 'siren-2f90ab67c4e1'),
      previous: undefined,
    },
  ],
])

/** `id.secret` in `X-Lock-Key`. */
class CustomerKey extends APIKeyHeader {
  override readonly paramName = 'X-Lock-Key'
  override readonly name = 'CustomerKey'

  authenticate(_request: AuthRequest, key: string): (Customer & { readonly id: string }) | null {
    const dot = key.indexOf('.')
    const id = key.slice(0, Math.max(dot, 0))
    const row = rows.get(id)
    if (row === undefined) return null
    const { customer, scopes, current, previous } = row
    const given = digest(key.slice(dot + 1))
    if (isSame(given, current)) return { id, customer, scopes, generation: 'current' }
    if (previous === undefined || previous.until <= Date.now()) return null
    return isSame(given, previous.digest) ? { id, customer, scopes, generation: 'previous' } : null
  }
}

export const customerKey = new CustomerKey()

/** The new key, once; the one before it works for a day more. */
export function rotate(id: string): string {
  const row = rows.get(id)
  if (row === undefined) throw new Error(`there is no key ${id}`)
  const secret = randomBytes(18).toString('base64url')
  row.previous = { digest: row.current, until: Date.now() + DAY }
  row.current = digest(secret)
  return `${id}.${secret}`
}

/** Ends the key before the current one; nothing happens where it is absent. */
export function dropPrevious(id: string): void {
  const row = rows.get(id)
  if (row !== undefined) row.previous = undefined
}

const officeKey = process.env['OFFICE_KEY'] ?? 'office-9b4d07e2c6a1f358'

/** Programs of the workshop's own office. */
export const office = bearer((_request, token) => (isSame(token, officeKey) ? { office: 'main' } : null), {
  name: 'Office',
})
