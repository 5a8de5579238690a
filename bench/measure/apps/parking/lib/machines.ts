import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, cookieKey, headerKey, named } from 'svc/security'

export interface Gate {
  readonly gate: string
}

const gates: readonly (Gate & { readonly key: string })[] = [
  { gate: 'north-in', key: process.env['GATE_NORTH_KEY'] ?? 'gt-8Hk2Vw5Rz7Qm' },
  { gate: 'south-in', key: process.env['GATE_SOUTH_KEY'] ?? 'gt-1Xp6Bn9Td3Lc' },
]

async function findGate(_request: AuthRequest, given: string): Promise<Gate | null> {
  const found = gates.find(({ key }) => constantTimeEqual(key, given))
  return found === undefined ? null : { gate: found.gate }
}

/** Barriers, by a key of their own. */
export const gate = headerKey('X-Gate-Key', findGate, { name: 'Gate' })

const DISPLAY = process.env['DISPLAY_KEY'] ?? 'dp-5c90e3b7a124'

/** The displays are browsers, in which a technician sets a cookie. */
export const display = cookieKey(
  'display',
  (_request, given) => (constantTimeEqual(DISPLAY, given) ? { display: 'north' } : null),
  { name: 'Display' },
)

const PAYMENTS = process.env['PAYMENTS_SECRET'] ?? 'parking-payments-b41f8c26'
const TOLERANCE = 300

export const now = (): number => Math.floor(Date.now() / 1_000)

export function signPayment(time: string, body: string): string {
  return createHmac('sha256', PAYMENTS).update(`${time}.${body}`).digest('hex')
}

async function readPayment(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const time = request.headers.get('x-pay-time') ?? ''
  const given = request.headers.get('x-pay-signature') ?? ''
  if (!/^\d{10}$/.test(time)) return null
  if (Math.abs(now() - Number(time)) > TOLERANCE) return null
  return constantTimeEqual(given, signPayment(time, await request.text())) ? { from: 'payments' } : null
}

/** Events of the provider of payments. */
export const payment = named('Payment', readPayment)
