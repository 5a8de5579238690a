import type { Account } from './accounts.ts'

/** From the least to the most. */
const RANKS: readonly string[] = ['student', 'astronomer', 'committee']

export const isCommittee = ({ role }: Account): boolean => RANKS.indexOf(role) >= RANKS.indexOf('committee')

/** Rights by role; stands for a service of another machine. */
const rights: Readonly<Record<string, readonly string[]>> = {
  student: ['schedule:read'],
  astronomer: ['schedule:read', 'schedule:write'],
  committee: ['schedule:read', 'schedule:write'],
}

async function askRights(role: string, right: string): Promise<boolean> {
  return rights[role]?.includes(right) ?? false
}

const MINUTE = 60_000
const answers = new Map<string, { readonly answer: boolean; readonly until: number }>()

/** Whether a right is given to an account. Answers are kept for a minute. */
export const may =
  (right: string) =>
  async ({ name, role }: Account): Promise<boolean> => {
    const key = `${name} ${right}`
    const kept = answers.get(key)
    if (kept !== undefined && kept.until > Date.now()) return kept.answer
    const answer = await askRights(role, right)
    answers.set(key, { answer, until: Date.now() + MINUTE })
    return answer
  }
