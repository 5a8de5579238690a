import { createHash, createHmac } from 'node:crypto'
import { APIKeyCookie, type AuthRequest, constantTimeEqual, HttpBasicAuth, named } from 'svc/security'

export const now = (): number => Math.floor(Date.now() / 1_000)

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const kiosks = [
  { place: 'station', key: process.env['KIOSK_STATION'] ?? 'kiosk-station-5e0b7c1f94' },
  { place: 'market', key: process.env['KIOSK_MARKET'] ?? 'kiosk-market-a8d23f6e07' },
]

/** Kiosks in town, which keep their key in a cookie. */
class KioskKey extends APIKeyCookie {
  override readonly paramName = 'kiosk'

  authenticate(_request: AuthRequest, key: string): { readonly place: string } | null {
    const found = kiosks.find((kiosk) => constantTimeEqual(kiosk.key, key))
    return found === undefined ? null : { place: found.place }
  }
}

export const kiosk = new KioskKey()

const hotels = [
  { hotel: 'anchor', hash: hash(process.env['ANCHOR_PASSWORD'] ?? 'Pillow-Feather-Dock-71') },
  { hotel: 'crown', hash: hash(process.env['CROWN_PASSWORD'] ?? 'Towel-Velvet-Hill-16') },
]

/** Hotels that have their linen washed. */
class HotelAuth extends HttpBasicAuth {
  override readonly name = 'Hotel'

  authenticate(_request: AuthRequest, username: string, password: string): { readonly hotel: string } | null {
    const found = hotels.find(({ hotel }) => hotel === username)
    if (found === undefined) return null
    return constantTimeEqual(found.hash, hash(password)) ? { hotel: found.hotel } : null
  }
}

export const hotel = new HotelAuth()

const CARD_SECRET = process.env['CARD_SECRET'] ?? 'laundry-cards-0f93be27d1'
/** Seconds. */
const TOLERANCE = 300

export function signCard(time: string, body: string): string {
  return createHmac('sha256', CARD_SECRET).update(`${time}.${body}`).digest('hex')
}

async function readCard(request: AuthRequest): Promise<{ readonly terminal: string } | null> {
  const time = request.headers.get('x-card-time') ?? ''
  const given = request.headers.get('x-card-signature') ?? ''
  if (!/^\d{10}$/.test(time) || Math.abs(now() - Number(time)) > TOLERANCE) return null
  return constantTimeEqual(given, signCard(time, await request.text())) ? { terminal: 'counter' } : null
}

/** Payments by card, from the terminal on the counter. */
export const card = named('CardSignature', readCard)

const RECEIPT_SECRET = process.env['RECEIPT_SECRET'] ?? 'laundry-receipts-c6415ad8'

export function signReceipt(receipt: string, until: string): string {
  return createHmac('sha256', RECEIPT_SECRET).update(`${receipt}/${until}`).digest('base64url')
}

function readReceipt({ query }: AuthRequest): { readonly receipt: string } | null {
  const { receipt, until, signature } = query
  if (typeof receipt !== 'string' || typeof until !== 'string' || typeof signature !== 'string') return null
  if (!/^\d{10}$/.test(until) || Number(until) < now()) return null
  return constantTimeEqual(signature, signReceipt(receipt, until)) ? { receipt } : null
}

/** A receipt, by a link in a message to the customer. */
export const receipt = named('ReceiptLink', readReceipt)
