import type { Person } from './people.ts'

const SHOP = /^(?:presser|foreman|proprietor)$/

/** People who work at the machines. Trainees look on. */
export const isShop = ({ role }: Person): boolean => SHOP.test(role)

/** Euros that a person may give back, in a table. */
const limits = new Map([
  ['fritz', 40],
  ['rosa', 500],
])

export async function limitOf(name: string): Promise<number> {
  return limits.get(name) ?? 0
}

export async function mayRefund({ name }: Person): Promise<boolean> {
  const limit = await limitOf(name)
  return limit > 0
}
