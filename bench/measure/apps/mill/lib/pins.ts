import { constantTimeEqual, headerKey } from 'svc/security'
import type { Caller } from './tokens.ts'

const pins = [
  { owner: 'petra', pin: process.env['PETRA_PIN'] ?? 'pin-740261853' },
  { owner: 'sven', pin: process.env['SVEN_PIN'] ?? 'pin-298170346' },
]

/** The device that millers carry with them. */
export const pin = headerKey(
  'X-Pin',
  (_request, text) => pins.find((one) => constantTimeEqual(one.pin, text)) ?? null,
  {
    name: 'Pin',
  },
)

/** A pin is good beside the token of the same miller. */
export const isOwnPin = ([caller, { owner }]: readonly [Caller, { owner: string }]): boolean =>
  caller.role === 'miller' && caller.name === owner
