import type { Partner } from './keys.ts'

const has = (partner: Partner, scope: string): boolean => partner.scopes.some((one) => one === scope)

export const mayWrite = (partner: Partner): boolean => has(partner, 'write')
export const mayReport = (partner: Partner): boolean => has(partner, 'report')
