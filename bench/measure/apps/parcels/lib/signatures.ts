import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AuthRequest, named } from 'svc/security'

const CARRIER_SECRET = process.env['CARRIER_SECRET'] ?? 'carrier-shared-3f9a77'
const LINK_SECRET = process.env['LINK_SECRET'] ?? 'tracking-links-c02b51'
/** Milliseconds for which a scan may be under way. */
const TOLERANCE = 5 * 60_000

function hmac(secret: string, text: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

function isSame(given: string, wanted: Buffer): boolean {
  const bytes = Buffer.from(given, 'hex')
  return bytes.length === wanted.length && timingSafeEqual(bytes, wanted)
}

export function signScan(time: number, body: string): string {
  return hmac(CARRIER_SECRET, `${time}.${body}`).toString('hex')
}

async function readScan(request: AuthRequest) {
  const time = request.headers.get('x-carrier-time') ?? ''
  const given = request.headers.get('x-carrier-signature') ?? ''
  if (!/^\d{13}$/.test(time) || Math.abs(Date.now() - Number(time)) > TOLERANCE) return null
  const body = await request.text()
  const wanted = hmac(CARRIER_SECRET, `${time}.${body}`)
  return isSame(given, wanted) ? 'carrier' : null
}

/** Scans of the carrier: `X-Carrier-Signature`, over the time and the body. */
export const carrier = named('CarrierSignature', readScan)

export function signLink(code: string, until: number): string {
  return hmac(LINK_SECRET, `${code}|${until}`).toString('hex')
}

async function readLink({ params, url }: AuthRequest) {
  const until = Number(url.searchParams.get('until'))
  const given = url.searchParams.get('sig') ?? ''
  if (!(until > Date.now())) return null
  const code = params['code'] ?? ''
  const wanted = hmac(LINK_SECRET, `${code}|${until}`)
  return isSame(given, wanted) ? { code } : null
}

/** Links in letters to those who wait for a parcel. */
export const trackingLink = named('TrackingLink', readLink)
