import { randomBytes } from 'node:crypto'
import { keep, type Kept } from './passwords.ts'

/** Each is a bit of a number. */
export const RIGHT = { order: 1, discounts: 2, closing: 4 } as const

export interface Customer {
  readonly name: string
  readonly rights: number
}

const STAFF = RIGHT.order | RIGHT.closing
const MANAGER = STAFF | RIGHT.discounts

const rows: Readonly<Record<string, { readonly rights: number; readonly isPassword: Kept }>> = {
  eve: { rights: RIGHT.order, isPassword: keep(process.env['EVE_PASSWORD'] ?? 'eve-crumb-hazel-27') },
  finn: { rights: RIGHT.order, isPassword: keep(process.env['FINN_PASSWORD'] ?? 'finn-rye-cobalt-64') },
  hal: { rights: STAFF, isPassword: keep(process.env['HAL_PASSWORD'] ?? 'hal-dough-maple-35') },
  mona: { rights: MANAGER, isPassword: keep(process.env['MONA_PASSWORD'] ?? 'mona-yeast-pearl-81') },
}
const isStranger = keep(randomBytes(16).toString('hex'))

const rowOf = (name: string) => (Object.hasOwn(rows, name) ? rows[name] : undefined)

export async function findCustomer(name: string): Promise<Customer | null> {
  const row = rowOf(name)
  return row === undefined ? null : { name, rights: row.rights }
}

export async function isPasswordOf(name: string, password: string): Promise<boolean> {
  const row = rowOf(name)
  const isRight = await (row?.isPassword ?? isStranger)(password)
  return isRight && row !== undefined
}

export const mayDiscount = ({ rights }: Customer): boolean => (rights & RIGHT.discounts) !== 0

export const mayClose = ({ rights }: Customer): boolean => (rights & RIGHT.closing) !== 0
