import type { Account } from './accounts.ts'

const RANKS: readonly string[] = ['picker', 'enologist', 'owner']

/** Owners and enologists. */
export const worksInCellar = ({ role }: Account): boolean => RANKS.indexOf(role) >= RANKS.indexOf('enologist')

const rota = new Map([['nora', { from: 0, to: 24 }]])

// Stands for a request to the rota, which does not know all names.
async function shiftOf(name: string): Promise<{ readonly from: number; readonly to: number }> {
  const found = rota.get(name)
  if (found === undefined) throw new Error(`the rota has no line for ${name}`)
  return Promise.resolve(found)
}

/** Who releases wine now. */
export function isOnShift({ name }: Account): Promise<boolean> {
  return shiftOf(name)
    .then(({ from, to }) => from <= new Date().getHours() && new Date().getHours() < to)
    .catch(() => false)
}
