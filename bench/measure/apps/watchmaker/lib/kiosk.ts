import { randomBytes } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, cookieKey } from 'svc/security'

export interface Kiosk {
  readonly kiosk: string
}

/** Kiosks of the shop that may be opened, with the code on their back. */
const codes: Readonly<Record<string, string>> = {
  window: process.env['WINDOW_CODE'] ?? '71-40-88-25',
  counter: process.env['COUNTER_CODE'] ?? '16-93-02-57',
}

/** Secrets of kiosks that are open. */
const open = new Map<string, string>()

/** The text in the cookie of a kiosk, or nothing for a wrong code. */
export function openKiosk(kiosk: string, code: string): string | null {
  const known = Object.hasOwn(codes, kiosk) ? codes[kiosk] : undefined
  if (known === undefined || !constantTimeEqual(known, code)) return null
  const secret = randomBytes(24).toString('base64url')
  open.set(kiosk, secret)
  return `${kiosk}.${secret}`
}

export const closeKiosk = (kiosk: string): boolean => open.delete(kiosk)

function findKiosk(_request: AuthRequest, text: string): Kiosk | null {
  const [kiosk = '', secret = ''] = text.split('.')
  const known = open.get(kiosk)
  if (known === undefined) return null
  return constantTimeEqual(known, secret) ? { kiosk } : null
}

/** A kiosk that was opened in the morning. */
export const kiosk = cookieKey('kiosk', findKiosk, { name: 'Kiosk' })
