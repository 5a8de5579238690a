import type { Account } from './accounts.ts'

export const isMiller = ({ role }: Account): boolean => role === 'miller'

/** Who weighs. */
export const isStaff = ({ role }: Account): boolean => role === 'miller' || role === 'hand'
