import type { SessionUser } from 'svc/security'

/** A guard for members from a rank upwards. */
export function atLeast(least: number) {
  const guard = ({ rank = 0 }: SessionUser): boolean => rank >= least
  return Object.defineProperty(guard, 'name', { value: `atLeast(${least})` })
}

export const isCommittee = atLeast(2)

/** Rights by name, as the committee voted on them; stands for a table. */
const votes: Readonly<Record<string, readonly string[]>> = { karl: ['minutes'], rosa: ['minutes', 'members'] }
const inArrears: readonly string[] = ['wilma']

async function isGranted(name: string, right: string): Promise<boolean> {
  return votes[name]?.includes(right) ?? false
}

async function hasPaid(name: string): Promise<boolean> {
  return !inArrears.includes(name)
}

/** Members are removed by those whom the committee voted for, and who have paid themselves. */
export async function mayRemove({ name }: SessionUser): Promise<boolean> {
  const answers = await Promise.all([isGranted(name, 'members'), hasPaid(name)])
  return answers.every(Boolean)
}
