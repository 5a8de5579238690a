import { createHash } from 'node:crypto'
import { basic, constantTimeEqual } from 'svc/security'

export interface Buyer {
  readonly buyer: string
  /** An agent buys for others, whom a header names. */
  readonly isAgent: boolean
}

const digestOf = (password: string): string => createHash('sha256').update(`salt:${password}`).digest('base64url')

const buyers = [
  { buyer: 'cannery', isAgent: false, digest: digestOf(process.env['CANNERY_PASSWORD'] ?? 'Herring-In-Barrels-1402') },
  { buyer: 'roads', isAgent: false, digest: digestOf(process.env['ROADS_PASSWORD'] ?? 'Black:Ice-On-The-A-7') },
  { buyer: 'broker', isAgent: true, digest: digestOf(process.env['BROKER_PASSWORD'] ?? 'Nine-Percent-And-Lunch') },
]

export const buyer = basic(
  (_request, username, password): Buyer | null => {
    const digest = digestOf(password)
    const isRight = buyers.some((one) => one.buyer === username && constantTimeEqual(one.digest, digest))
    const found = buyers.find((one) => one.buyer === username)
    return isRight && found !== undefined ? { buyer: found.buyer, isAgent: found.isAgent } : null
  },
  { name: 'Buyer' },
)
