import type { Account } from './accounts.ts'

/** From the least to the most. */
const ROLES = ['listener', 'author', 'editor', 'producer']

/** Guards for a role and those above it. */
export function atLeast(least: string) {
  const hasRole = ({ role }: Account): boolean => ROLES.indexOf(role) >= ROLES.indexOf(least)
  return Object.defineProperty(hasRole, 'name', { value: `atLeast(${least})` })
}

export const isTeam = ({ role }: Account): boolean => role === 'editor' || role === 'producer'

/** Who sees the costs. */
export function seesCosts({ role }: Account): boolean {
  return role === 'producer'
}
