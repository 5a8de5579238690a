import type { NamedCarrier } from '../../server/internal.ts'
import type { CredentialValue } from './fixtures.ts'
import type { Take, TakeAs } from './request.ts'

/** The value that a login answered, as the credential that it is. */
export function credentialOf(taken: string, take: Take, isCookie = false): CredentialValue {
  const name = 'cookie' in take ? take.cookie : ''
  return (isCookie || 'cookie' in take) && take.as === undefined
    ? { type: 'cookie', name, value: taken }
    : { type: 'key', value: taken }
}

/** A place of a credential as a carrier. */
export function carrierOf(as: TakeAs): NamedCarrier {
  if ('header' in as) return { in: 'header', name: as.header }
  return 'query' in as ? { in: 'query', name: as.query } : { in: 'cookie', name: as.cookie }
}
