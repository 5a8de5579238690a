import { createHash, createHmac } from 'node:crypto'
import { APIKeyHeader, type AuthRequest, constantTimeEqual, HttpBasicAuth, named } from 'svc/security'

export const now = (): number => Math.floor(Date.now() / 1_000)

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Feeding machines by the middle part of their keys: fd_<id>_<secret>. Of the secret only a hash is kept. */
const feeders = new Map<string, { readonly pen: string; readonly hash: string }>([
  ['p4', { pen: '4', hash: hash(process.env['FEEDER_P4_SECRET'] ?? 'a93c5be0f7d1') }],
  ['p7', { pen: '7', hash: hash(process.env['FEEDER_P7_SECRET'] ?? '0be4c8d6a253') }],
])

class FeederKey extends APIKeyHeader {
  override readonly paramName = 'X-Feeder-Key'

  authenticate(_request: AuthRequest, key: string): { readonly pen: string } | null {
    const [prefix, id = '', secret = '', more] = key.split('_')
    if (prefix !== 'fd' || more !== undefined) return null
    const found = feeders.get(id)
    if (found === undefined) return null
    if (!constantTimeEqual(found.hash, hash(secret))) return null
    return { pen: found.pen }
  }
}

export const feeder = new FeederKey()

const practices = [
  { practice: 'harbour-vets', password: process.env['HARBOUR_PASSWORD'] ?? 'Stethoscope-Pier-Blue-52' },
  { practice: 'hill-vets', password: process.env['HILL_PASSWORD'] ?? 'Stethoscope-Ridge-Green-8' },
]

/** Practices of vets in town, which read the treatments of dogs. */
class PracticeAuth extends HttpBasicAuth {
  override readonly name = 'Practice'

  authenticate(_request: AuthRequest, username: string, password: string): { readonly practice: string } | null {
    const found = practices.find(({ practice }) => practice === username)
    if (found === undefined) return null
    if (!constantTimeEqual(hash(found.password), hash(password))) return null
    return { practice: found.practice }
  }
}

export const practice = new PracticeAuth()

const PAY_SECRET = process.env['PAY_SECRET'] ?? 'kennel-payments-71f0ac93'
const TOLERANCE = 300

export function signPayment(time: string, body: string): string {
  return createHmac('sha256', PAY_SECRET).update(`${time}:${body}`).digest('base64')
}

async function readPayment(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const time = request.headers.get('x-pay-time') ?? ''
  const given = request.headers.get('x-pay-signature') ?? ''
  if (!/^\d{10}$/.test(time)) return null
  if (Math.abs(now() - Number(time)) > TOLERANCE) return null
  return constantTimeEqual(given, signPayment(time, await request.text())) ? { from: 'the bank' } : null
}

/** Payments that the bank reports. */
export const payment = named('PaymentSignature', readPayment)

const CAMERA_SECRET = process.env['CAMERA_SECRET'] ?? 'kennel-cameras-2c8d5e'

export function signStill(pen: string, until: string): string {
  return createHmac('sha256', CAMERA_SECRET).update(`${pen}/${until}`).digest('base64url')
}

function readStill({ query }: AuthRequest): { readonly pen: string } | null {
  const { pen, until, signature } = query
  if (typeof pen !== 'string' || typeof until !== 'string' || typeof signature !== 'string') return null
  if (!/^\d{10}$/.test(until) || Number(until) < now()) return null
  return constantTimeEqual(signature, signStill(pen, until)) ? { pen } : null
}

/** A picture of a pen, by a link in a message to the owner. */
export const still = named('StillLink', readStill)
