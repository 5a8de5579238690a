import type { Till } from './keys.ts'
import type { Member } from './members.ts'

const STAFF: readonly string[] = ['trainer', 'manager']

export const isStaff = ({ role }: Member): boolean => STAFF.includes(role)

export const isManager = ({ role }: Member): boolean => role === 'manager'

/** Staff, at the till of the branch where they work. */
export const isAtOwnTill = ([person, till]: readonly [Member, Till]): boolean =>
  isStaff(person) && person.branch === till.branch
