import type { Person } from './people.ts'

const STAFF: readonly string[] = ['desk', 'manager']

/** Who works in the house. Agents book for guests, and do not. */
export const isStaff = ({ role }: Person): boolean => STAFF.includes(role)

/** Rights by role; stands for a table. */
const rights: Readonly<Record<string, readonly string[]>> = {
  desk: ['arrivals'],
  manager: ['arrivals', 'cancel'],
}

async function isGranted(role: string, right: string): Promise<boolean> {
  return rights[role]?.includes(right) ?? false
}

/** A stand-in of the manager has both roles. */
const rolesOf = ({ role }: Person): readonly string[] => role.split('+')

export async function mayCancel(person: Person): Promise<boolean> {
  const answers = await Promise.all(rolesOf(person).map((role) => isGranted(role, 'cancel')))
  return answers.some(Boolean)
}
