import type { Account } from './accounts.ts'

export const isDoctor = ({ role }: Account): boolean => role === 'doctor'
export const isReception = ({ role }: Account): boolean => role === 'reception'
export const isStaff = (account: Account): boolean => isDoctor(account) || isReception(account)
