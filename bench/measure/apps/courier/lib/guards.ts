import type { Account } from './accounts.ts'

export const isDispatcher = ({ role }: Account): boolean => role === 'dispatcher'

/** From an hour to an hour; the same hour twice is a day off. */
const shifts = new Map([
  ['dora', { from: 0, to: 24 }],
  ['otto', { from: 0, to: 0 }],
])

/** Who sends riders now. */
export async function isOnShift({ name }: Account): Promise<boolean> {
  // Stands for a question to the rota.
  const shift = await Promise.resolve(shifts.get(name))
  if (shift === undefined) return false
  const hour = new Date().getHours()
  return shift.from <= hour && hour < shift.to
}
