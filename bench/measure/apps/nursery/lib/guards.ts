import type { SessionUser } from 'svc'

/** Teachers and the head. */
export const isStaff = ({ role }: SessionUser): boolean => role === 'teacher' || role === 'head'

export const isHead = ({ role }: SessionUser): boolean => role === 'head'
