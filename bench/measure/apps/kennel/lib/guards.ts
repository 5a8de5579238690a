import type { Person } from './people.ts'

const STAFF = /^(?:handler|vet|manager)$/

/** Who works with the dogs. Students of the vet look on, and do not. */
export const isStaff = ({ role }: Person): boolean => STAFF.test(role)

/** The manager, or the vet who has the keys, may give a dog away. */
export function mayRelease({ role, onDuty }: Person): boolean {
  if (role === 'manager') return true
  return role === 'vet' && onDuty
}
