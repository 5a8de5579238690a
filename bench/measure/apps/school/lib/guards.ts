import type { Member } from './members.ts'

export const isTeacher = ({ role }: Pick<Member, 'role'>): boolean => role === 'teacher'

export async function isParent(member: Pick<Member, 'role'>): Promise<boolean> {
  return member.role === 'parent'
}
