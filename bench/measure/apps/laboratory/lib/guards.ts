import type { AuthRequest, SessionUser } from 'svc/security'
import { hasDuty, isOnShift } from './staff.ts'
import type { Instrument } from './keys.ts'

/** Who works with samples. */
export const handlesSamples = ({ role }: SessionUser): boolean =>
  role === 'technician' || role === 'head' || role === 'doctor'

/** Everybody who handles samples may look; only technicians and the head change them. */
export const looksOrChanges = ({ role }: SessionUser, { method }: AuthRequest): boolean => {
  if (role === 'technician' || role === 'head') return true
  return role === 'doctor' && (method === 'GET' || method === 'HEAD')
}

/** Results are released by those who have that duty, and are there. */
export async function mayRelease({ name }: SessionUser): Promise<boolean> {
  return (await hasDuty(name, 'release')) && (await isOnShift(name))
}

export const hasScope =
  (wanted: string) =>
  ({ scopes }: Instrument): boolean =>
    scopes.includes(wanted)
