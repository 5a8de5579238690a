import { createHash } from 'node:crypto'
import { headerKey } from 'svc/security'

export interface Partner {
  readonly name: string
  readonly scopes: readonly string[]
}

interface Row extends Partner {
  readonly digest: string
  readonly isRevoked: boolean
}

const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex')

const row = (name: string, key: string, scopes: readonly string[], isRevoked = false): Row => ({
  name,
  digest: digestOf(key),
  scopes,
  isRevoked,
})

// Instead of a table: only digests of keys are kept.
const rows: readonly Row[] = [
  row('shoeshop', process.env['SHOESHOP_KEY'] ?? 'pk_shoeshop_8C1dQz40vWm2', ['parcels:read', 'parcels:write']),
  row('bookshop', process.env['BOOKSHOP_KEY'] ?? 'pk_bookshop_T5xLr9Yb7Kc3', ['parcels:read', 'billing:read']),
  row('toyshop', 'pk_toyshop_withdrawn_Aa1Bb2', ['parcels:read', 'parcels:write'], true),
]

async function findPartner(key: string): Promise<Partner | null> {
  const digest = digestOf(key)
  const found = rows.find((one) => one.digest === digest)
  if (found === undefined || found.isRevoked) return null
  return { name: found.name, scopes: found.scopes }
}

/** Shops that hand in parcels. */
export const partner = headerKey(
  'X-Partner-Key',
  async (_request, key) => {
    const found = await findPartner(key)
    return found
  },
  { name: 'PartnerKey' },
)
