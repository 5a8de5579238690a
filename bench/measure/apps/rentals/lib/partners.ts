import { createHash } from 'node:crypto'
import { constantTimeEqual, headerKey, queryKey } from 'svc/security'

export interface Partner {
  readonly partner: string
}

const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex')

const partners = [
  { partner: 'wander', digest: digestOf(process.env['WANDER_KEY'] ?? 'pk_Wander_6d1f8a0b3c') },
  { partner: 'nomadic', digest: digestOf(process.env['NOMADIC_KEY'] ?? 'pk_Nomadic_c97e21d4f8') },
]

async function findPartner(key: string): Promise<Partner | null> {
  const digest = digestOf(key)
  const found = partners.find((known) => constantTimeEqual(known.digest, digest))
  return found === undefined ? null : { partner: found.partner }
}

/** Partners send their key in a header field; old ones in the query. */
export const partnerKey = headerKey('X-Partner-Key', (_request, key) => findPartner(key), { name: 'PartnerKey' })
export const partnerQuery = queryKey('partner_key', (_request, key) => findPartner(key), { name: 'PartnerQuery' })
