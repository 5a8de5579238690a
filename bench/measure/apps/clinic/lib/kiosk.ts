import { constantTimeEqual, headerKey } from 'svc/security'

// One key for each kiosk, separated by commas.
const keys = (process.env['KIOSK_KEYS'] ?? 'kiosk-entrance-71c0e4,kiosk-wing-b-a93f52').split(',')

/** The touch screens in the waiting rooms. */
export const kiosk = headerKey(
  'X-Kiosk-Key',
  (_request, key) => {
    const number = keys.findIndex((known) => constantTimeEqual(known, key))
    return number < 0 ? null : { kiosk: number + 1 }
  },
  { name: 'Kiosk' },
)
