import type { Clerk } from './sessions.ts'

/** Who may seal. Trainees draft. */
export const isNotary = ({ role }: Clerk): boolean => role === 'notary' || role === 'notary-deputy'
