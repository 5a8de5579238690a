import type { Cabinet } from './machines.ts'
import type { User } from './users.ts'

export const isStaff = ({ role }: User): boolean => role === 'pharmacist' || role === 'assistant'

/** A pharmacist, beside a cabinet that is in use. */
export function mayDispense([user, cabinet]: readonly [User, Cabinet]): boolean {
  return user.role === 'pharmacist' && cabinet.isInUse
}
