import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { constantTimeEqual, cookieKey } from 'svc/security'

export interface Customer {
  readonly name: string
  readonly plan: 'retail' | 'trade'
}

interface Row extends Customer {
  readonly password: string
}

const hash = (text: string): string => createHash('sha256').update(`depot/${text}`).digest('hex')

const rows: readonly Row[] = [
  { name: 'petra', plan: 'retail', password: hash(process.env['PETRA_PASSWORD'] ?? 'petra-Jd58-anchor') },
  { name: 'wim', plan: 'trade', password: hash(process.env['WIM_PASSWORD'] ?? 'wim-Ra03-lumber') },
]
const sessions = new Map<string, { readonly name: string; readonly until: number }>()
const HOURS = 3_600_000

/** Instead of a database. */
export async function findCustomer(name: string): Promise<Row | undefined> {
  await delay(1)
  return rows.find((row) => row.name === name)
}

export async function checkCustomer(name: string, password: string): Promise<Customer | null> {
  const row = await findCustomer(name)
  const isRight = constantTimeEqual(hash(password), row?.password ?? hash(randomBytes(8).toString('hex')))
  return row !== undefined && isRight ? { name: row.name, plan: row.plan } : null
}

export function beginSession(name: string, _given: string | undefined): string {
  const id = randomBytes(18).toString('base64url')
  sessions.set(id, { name, until: Date.now() + 8 * HOURS })
  return id
}

export function endSession(id: string): void {
  sessions.delete(id)
}

async function customerOf(id: string): Promise<(Customer & { readonly session: string }) | null> {
  const found = sessions.get(id)
  if (found === undefined || found.until < Date.now()) return null
  const row = await findCustomer(found.name)
  return row === undefined ? null : { name: row.name, plan: row.plan, session: id }
}

/** Customers in the shop. */
export const customer = cookieKey('depot_sid', (_request, id) => customerOf(id), { name: 'Customer' })
