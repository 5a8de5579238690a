import type { SessionUser } from 'svc/security'

/** Duties of which one is enough in the rooms of the staff. */
const STAFF = ['press', 'accounts']

export const isStaff = ({ duties }: SessionUser) => STAFF.some((duty) => duties.includes(duty))

export const keepsAccounts = ({ duties }: SessionUser) => duties.includes('accounts')
