import type { SessionUser } from 'svc/security'

export const isWarden = ({ role }: SessionUser): boolean => role === 'warden'

/** Inspections are read by those who make them, and by wardens. */
export const mayInspect = ({ role }: SessionUser): boolean => role === 'inspector' || role === 'warden'
