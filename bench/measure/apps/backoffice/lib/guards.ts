import type { SessionUser } from 'svc/security'

/** Managers may delete. */
export const isManager = (user: SessionUser): boolean => user.role === 'manager'
