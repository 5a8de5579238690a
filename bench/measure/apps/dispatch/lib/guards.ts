import type { Member } from './members.ts'

/** Scopes that a member must have, each of them. */
export function needs(...scopes: readonly string[]) {
  const hasScopes = ({ scope }: Member): boolean => {
    const given = scope.split(' ')
    return scopes.every((one) => given.includes(one))
  }
  return Object.defineProperty(hasScopes, 'name', { value: `needs(${scopes.join(', ')})` })
}

/** Who sits at the desk on a day, as the rosters of the desks have it; each is asked over the network in production. */
const rosters = [
  { has: (name: string): Promise<boolean> => Promise.resolve(['ida', 'jan'].includes(name)) },
  { has: (name: string): Promise<boolean> => Promise.resolve(['lou'].includes(name)) },
]

/** Whether a member is in one of the rosters. */
export async function isAtDesk({ name }: Member): Promise<boolean> {
  const answers = await Promise.all(rosters.map((roster) => roster.has(name)))
  return answers.includes(true)
}

/** The owner takes cars out of service. */
export function mayRetire({ role }: Member): boolean {
  return role === 'owner'
}
