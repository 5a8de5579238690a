import type { Member } from './members.ts'

export const isMaster = ({ role }: Member): boolean => role === 'master'

const tills = ['till-front', 'till-shop']
const holders = new Map([
  ['till-front', 'magda'],
  ['till-shop', 'magda'],
])

// Stands for a question to the book of the tills.
const isHeldBy = async (till: string, name: string): Promise<boolean> => Promise.resolve(holders.get(till) === name)

/** Who has a till today sets what a firing costs. */
export async function holdsTill({ name }: Member): Promise<boolean> {
  const held = await Promise.all(tills.map((till) => isHeldBy(till, name)))
  return held.some(Boolean)
}
