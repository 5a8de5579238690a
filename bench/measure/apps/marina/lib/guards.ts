import type { Holder } from './holders.ts'

/** The yard lifts boats, but not who is suspended. */
export function mayHaul({ role, isSuspended }: Holder): boolean {
  return role === 'yard' && !isSuspended
}

/** The people of the office have addresses of the harbour. */
export function isOffice({ email }: Holder): boolean {
  return email.endsWith('@harbour.example')
}

export const isMaster = ({ role }: Holder): boolean => role === 'master'
