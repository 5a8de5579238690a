import { createHash, createHmac } from 'node:crypto'
import { APIKeyHeader, APIKeyQuery, type AuthRequest, constantTimeEqual, named } from 'svc/security'
import { now } from './members.ts'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Weather stations by the middle part of their keys: st_<id>_<secret>. Of the secret only a hash is kept. */
const stations = new Map([
  ['hill', { place: 'the hill', hash: hash(process.env['STATION_HILL_SECRET'] ?? '5d0c8e27ab91') }],
  ['creek', { place: 'the creek', hash: hash(process.env['STATION_CREEK_SECRET'] ?? 'e41b96f3027c') }],
])

/** Stations that were stolen, or sold. */
const revoked: ReadonlySet<string> = new Set(['creek'])

class StationKey extends APIKeyHeader {
  override readonly paramName = 'X-Station-Key'

  authenticate(_request: AuthRequest, key: string): { readonly place: string } | null {
    const [prefix, id = '', secret = '', more] = key.split('_')
    if (prefix !== 'st' || more !== undefined) return null
    if (revoked.has(id)) return null
    const found = stations.get(id)
    if (found === undefined) return null
    return constantTimeEqual(found.hash, hash(secret)) ? { place: found.place } : null
  }
}

export const station = new StationKey()

const shops = [
  { name: 'shop corner', kept: process.env['SHOP_CORNER'] ?? 'corner-7ac2e9014fd8' },
  { name: 'shop market', kept: process.env['SHOP_MARKET'] ?? 'market-b8306d5ce1f2' },
]

/** Shops, which fetch our prices for their tills. */
class ShopKey extends APIKeyQuery {
  override readonly paramName = 'shop'

  authenticate(_request: AuthRequest, key: string): { readonly name: string } | null {
    const found = shops.find(({ kept }) => constantTimeEqual(kept, key))
    return found === undefined ? null : { name: found.name }
  }
}

export const shop = new ShopKey()

const PRESS_SECRET = process.env['PRESS_SECRET'] ?? 'orchard-press-0d94be71'
const TOLERANCE = 300

export function signPress(time: string, body: string): string {
  return createHmac('sha256', PRESS_SECRET).update(`${time}.${body}`).digest('hex')
}

/** The header is `t=<seconds>,v1=<signature>`, with two signatures while the secret changes. */
function parseSignature(header: string): { readonly time: string; readonly signatures: readonly string[] } {
  const parts = header.split(',').map((part) => part.trim().split('='))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  const signatures = parts.flatMap(([name, value = '']) => (name === 'v1' ? [value] : []))
  return { time, signatures }
}

async function readPress(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const { time, signatures } = parseSignature(request.headers.get('x-press-signature') ?? '')
  if (!/^\d{10}$/.test(time)) return null
  if (Math.abs(now() - Number(time)) > TOLERANCE) return null
  const expected = signPress(time, await request.text())
  const isSigned = signatures.some((signature) => constantTimeEqual(signature, expected))
  return isSigned ? { from: 'the press' } : null
}

/** The press reports the juice of each plot. */
export const press = named('PressSignature', readPress)

const LINK_SECRET = process.env['LINK_SECRET'] ?? 'orchard-receipts-c27f5a'

export function signReceipt(number: string, until: string): string {
  return createHmac('sha256', LINK_SECRET).update(`${number}/${until}`).digest('base64url')
}

function readReceipt({ params, query }: AuthRequest): { readonly receipt: string } | null {
  const { until, signature } = query
  const number = params['number'] ?? ''
  if (typeof until !== 'string' || !/^\d{10}$/.test(until) || Number(until) < now()) return null
  if (typeof signature !== 'string' || !constantTimeEqual(signature, signReceipt(number, until))) return null
  return { receipt: number }
}

/** A receipt, by a link in a message to the buyer. */
export const receiptLink = named('ReceiptLink', readReceipt)
