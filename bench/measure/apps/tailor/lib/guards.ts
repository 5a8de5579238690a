import type { AuthRequest, SessionUser } from 'svc/security'

/** Cutters and masters. */
export const isStaff = ({ role }: SessionUser): boolean => role === 'cutter' || role === 'master'

export const isMaster = ({ role }: SessionUser): boolean => role === 'master'

/** Minutes after a login for which the cashbox opens. */
const FRESH = 15

/** A master who logged in a short time ago: a forgotten screen opens no cashbox. */
export function isFreshMaster(user: SessionUser, { session }: AuthRequest): boolean {
  if (session === undefined) return false
  const age = Date.now() - session.issuedAt
  return isMaster(user) && age < FRESH * 60_000
}
