import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, headerKey, named } from 'svc/security'

const secret = process.env['PAYMENTS_SECRET'] ?? 'payments-secret-f3c8'
const TOLERANCE = 600

export function signEvent(timestamp: number, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

/** `Payments-Signature: t=<seconds>,v1=<hmac>`, with several `v1` while a secret is changed. */
async function verifyEvent(request: AuthRequest): Promise<{ readonly sender: string } | null> {
  const fields = (request.headers.get('payments-signature') ?? '').split(',').map((field) => field.split('='))
  const timestamp = Number(fields.find(([name]) => name === 't')?.[1])
  const given = fields.filter(([name]) => name === 'v1').map(([, value = '']) => value)
  if (!(Math.abs(Date.now() / 1000 - timestamp) <= TOLERANCE)) return null
  const expected = signEvent(timestamp, await request.text())
  return given.some((signature) => constantTimeEqual(signature, expected)) ? { sender: 'payments' } : null
}

export const paymentsSignature = named('PaymentsSignature', verifyEvent, {
  type: 'apiKey',
  in: 'header',
  name: 'Payments-Signature',
})

/** The device that may see payouts, beside the token. */
export const payoutDevice = headerKey(
  'X-Payout-Device',
  (_request, key) => constantTimeEqual(key, process.env['PAYOUT_DEVICE'] ?? 'device-0b5e77a1') && { device: 'office' },
  { name: 'PayoutDevice' },
)
