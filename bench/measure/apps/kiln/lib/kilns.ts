import { createHash } from 'node:crypto'
import { basic, constantTimeEqual } from 'svc/security'

interface Kiln {
  readonly digest: string
  readonly isRetired: boolean
}

// The secrets are long and random: a digest without a salt is enough.
const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const kilns = new Map<string, Kiln>([
  ['gas-1', { digest: digest(process.env['GAS_1_SECRET'] ?? 'k9c2-5b71e0aa64f3'), isRetired: false }],
  ['gas-2', { digest: digest(process.env['GAS_2_SECRET'] ?? 'k9c2-d806bf23917c'), isRetired: false }],
  // Sold in spring, with the secret still in it.
  ['wood-1', { digest: digest(process.env['WOOD_1_SECRET'] ?? 'k9c2-13fe88a05d42'), isRetired: true }],
])

/** Kilns by their name and secret. */
export const kiln = basic(
  (_request, name, secret) => {
    const found = kilns.get(name)
    if (found === undefined || found.isRetired) return null
    return constantTimeEqual(found.digest, digest(secret)) ? { kiln: name } : null
  },
  { name: 'Kiln' },
)
