import { randomBytes } from 'node:crypto'
import { type AuthRequest, basic } from 'svc/security'
import { keep, type Kept } from './passwords.ts'

export interface Supplier {
  readonly supplier: string
}

const suppliers = new Map<string, Kept>([
  ['mill', keep(process.env['MILL_PASSWORD'] ?? 'mill-stone-Walnut-92')],
  ['dairy', keep(process.env['DAIRY_PASSWORD'] ?? 'dairy-churn-Ivory-38')],
])
const isStranger = keep(randomBytes(16).toString('hex'))

async function findSupplier(_request: AuthRequest, name: string, password: string): Promise<Supplier | null> {
  const isPassword = suppliers.get(name) ?? isStranger
  if (!(await isPassword(password))) return null
  return suppliers.has(name) ? { supplier: name } : null
}

/** Programs of those who deliver flour and milk. */
export const supplier = basic(findSupplier, { name: 'Supplier' })

const prices = new Map<string, number>()

export const setPrice = (name: string, cents: number): void => void prices.set(name, cents)

export const priceOf = (name: string): number | undefined => prices.get(name)
