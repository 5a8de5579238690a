import type { SessionUser } from 'svc/security'

const STAFF: readonly string[] = ['librarian', 'head']

export const isStaff = ({ role }: SessionUser): boolean => STAFF.includes(role)

/** Fines belong to the branch where the books are. */
export const isOfHarbour = ({ branch }: SessionUser): boolean => branch === 'harbour'
