import { createHmac } from 'node:crypto'
import type { AuthRequest } from 'svc/security'
import { isSame } from './same.ts'

/** Makers of locks, whose servers report events. */
const secrets = new Map([
  ['tumbler', process.env['TUMBLER_SECRET'] ?? 'whs-tumbler-40c9e1b7d25a'],
  ['latch', process.env['LATCH_SECRET'] ?? 'whs-latch-8ef3016b9c74'],
])

/** Seconds that a signature may be old, or ahead. */
const TOLERANCE = 300

export const signEvent = (maker: string, time: number, body: string): string =>
  createHmac('sha256', secrets.get(maker) ?? '')
    .update(`${time}.${body}`)
    .digest('hex')

/** `X-Maker`, `X-Time` and `X-Signature`, an HMAC of time and body. */
export async function makerSignature(request: AuthRequest) {
  const { headers } = request
  const maker = headers.get('x-maker') ?? ''
  const time = Number(headers.get('x-time') ?? Number.NaN)
  if (!secrets.has(maker)) return null
  if (!Number.isInteger(time) || Math.abs(Date.now() / 1_000 - time) > TOLERANCE) return null
  const expected = signEvent(maker, time, await request.text())
  return isSame(headers.get('x-signature') ?? '', expected) ? { maker } : null
}
