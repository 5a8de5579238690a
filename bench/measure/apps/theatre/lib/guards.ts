import type { Account } from './accounts.ts'

/** Who works on the stage, by rank. */
const ranks = new Map([
  ['prompter', 1],
  ['rigger', 2],
  ['stage-manager', 3],
])

const rankOf = (role: string): number => ranks.get(role) ?? Number.NaN

/** Who may stand under the grid. */
export function isCrew({ role }: Account): boolean {
  return rankOf(role) >= rankOf('rigger')
}

/** Tokens that may call a cue. */
export function mayCue({ scopes }: Account): boolean {
  return scopes.includes('stage:cues')
}
