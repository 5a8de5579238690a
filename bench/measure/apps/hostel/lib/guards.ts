import type { SessionUser } from 'svc'

export const isWarden = ({ role }: SessionUser): boolean => role === 'warden'
