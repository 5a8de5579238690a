import { createHash } from 'node:crypto'
import { type AuthRequest, queryKey } from 'svc/security'

export interface Partner {
  readonly partner: string
}

const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Catalogues of others, by the digests of their keys. */
const PARTNERS: Readonly<Record<string, Partner>> = {
  [digestOf(process.env['ARTLIST_KEY'] ?? 'artlist-6fd1-09be-77c2')]: { partner: 'Artlist' },
  [digestOf(process.env['OLDTHINGS_KEY'] ?? 'oldthings-22a8-4c5e-b913')]: { partner: 'Old Things' },
}

function findPartner(_request: AuthRequest, key: string): Partner | null {
  const digest = digestOf(key)
  return Object.hasOwn(PARTNERS, digest) ? (PARTNERS[digest] ?? null) : null
}

/** A catalogue of others that shows our lots. */
export const partner = queryKey('key', findPartner, { name: 'Partner' })
