import type { Account } from './accounts.ts'

/** Who may write into a chart: trainees may not. */
export const mayTreat = ({ role }: Account): boolean => role === 'dentist' || role === 'hygienist'

export const isManager = ({ role }: Account): boolean => role === 'manager'
