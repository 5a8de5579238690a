import { type AuthRequest, constantTimeEqual, headerKey } from 'svc/security'

/** Ovens can keep no secret; they have addresses of their own. */
const OVENS = (process.env['OVEN_ADDRESSES'] ?? '127.0.0.1').split(',')

export function oven({ clientAddress }: AuthRequest): { readonly oven: string } | null {
  return OVENS.includes(clientAddress) ? { oven: clientAddress } : null
}

export interface Till {
  readonly shop: string
}

const tills: readonly (Till & { readonly key: string })[] = [
  { shop: 'market', key: process.env['TILL_MARKET_KEY'] ?? 'till-market-4Jw8Zp2Qn6' },
  { shop: 'station', key: process.env['TILL_STATION_KEY'] ?? 'till-station-9Rk3Vb7Lx5' },
]

function findTill(_request: AuthRequest, given: string): Till | null {
  for (const { shop, key } of tills) {
    if (constantTimeEqual(key, given)) return { shop }
  }
  return null
}

export const till = headerKey('X-Till', findTill, { name: 'Till' })
