import type { Account } from './accounts.ts'
import type { Robot } from './robots.ts'

const WRITERS: readonly string[] = ['reporter', 'editor', 'chief']

export const canRead = (who: Account | Robot): boolean => !('scopes' in who) || who.scopes.includes('articles:read')

/** Interns only read, and programs need the scope. */
export const canWrite = (who: Account | Robot): boolean =>
  'scopes' in who ? who.scopes.includes('articles:write') : WRITERS.includes(who.role)

export const isEditor = ({ role }: Account): boolean => role === 'editor' || role === 'chief'
