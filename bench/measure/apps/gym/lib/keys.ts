import { createHash, createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, headerKey, named } from 'svc/security'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

export interface Till {
  readonly branch: string
}

const tills: readonly (Till & { readonly key: string })[] = [
  { branch: 'north', key: process.env['TILL_NORTH_KEY'] ?? 'Till-N-7Vb2Kq9Lw4' },
  { branch: 'south', key: process.env['TILL_SOUTH_KEY'] ?? 'Till-S-3Xn8Rt6Mz1' },
]

/** The till of a branch. */
export const till = headerKey(
  'X-Till-Key',
  (_request, given): Till | null => {
    const found = tills.find(({ key }) => constantTimeEqual(key, given))
    return found === undefined ? null : { branch: found.branch }
  },
  { name: 'Till' },
)

/** By the middle part of their keys: ts_<id>_<secret>. Of the secret only a hash is kept. */
const turnstiles = new Map<string, { readonly branch: string; readonly hash: string }>([
  ['n1', { branch: 'north', hash: hash(process.env['TURNSTILE_N1_SECRET'] ?? '5d81c0f7ab42') }],
  ['s1', { branch: 'south', hash: hash(process.env['TURNSTILE_S1_SECRET'] ?? 'e94b26d713f0') }],
])

function findTurnstile(_request: AuthRequest, given: string): { readonly turnstile: string } | null {
  const [prefix, id = '', secret = '', more] = given.split('_')
  if (prefix !== 'ts' || more !== undefined) return null
  const found = turnstiles.get(id)
  if (found === undefined) return null
  if (!constantTimeEqual(found.hash, hash(secret))) return null
  return { turnstile: id }
}

export const turnstile = headerKey('X-Turnstile-Key', findTurnstile, { name: 'Turnstile' })

const PAYMENTS = process.env['PAYMENTS_SECRET'] ?? 'payments-hook-7fd20c51'
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
export const payment = named('PaymentSignature', readPayment)
