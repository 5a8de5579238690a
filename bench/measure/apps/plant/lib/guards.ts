import type { Operator } from './operators.ts'

const RANKS: readonly Operator['rank'][] = ['operator', 'lead', 'engineer']

/** Of this rank or above. */
export const atLeast =
  (rank: Operator['rank']) =>
  (operator: Operator): boolean =>
    RANKS.indexOf(operator.rank) >= RANKS.indexOf(rank)

export const isLead = atLeast('lead')

export async function isEngineer(operator: Operator): Promise<boolean> {
  return operator.rank === 'engineer'
}
