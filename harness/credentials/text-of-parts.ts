import type { LeafDescription } from 'svc'
import { type Carrier, isNamed, isText } from '../../server/internal.ts'
import type { CredentialValue, RequestParts } from '../model/fixtures.ts'
import { type Place, placesOf, readPlace, writePart } from '../subject/wrong-parts.ts'

/**
 * Parts of a request of which one stands where the authenticator reads it, as that text with the others beside it: what is
 * known of texts is then tried with it. Any other credential as it is.
 *
 * @param leaves the authenticator as its routes declare it
 */
export function textOfParts(value: CredentialValue, leaves: readonly LeafDescription[]): CredentialValue {
  const [leaf] = leaves
  if (value.type !== 'parts' || value.from !== undefined || leaf === undefined) return value
  const { type: _, signs, ...parts } = value
  const own = placesOf(parts).find((place) => readPart(leaf.carrier, place, parts) !== undefined)
  const text = own && readPart(leaf.carrier, own, parts)
  if (own === undefined || text === undefined) return value
  const beside = placesOf(parts).length > 1 ? { beside: writePart(parts, own, undefined) } : {}
  return { type: 'key', value: text, ...beside, ...(signs === undefined ? {} : { signs }) }
}

function readPart(carrier: Carrier, place: Place, parts: RequestParts): string | undefined {
  const text = readPlace(parts, place) as string
  if (!isText(carrier)) return undefined
  if (isNamed(carrier))
    return place.carrier === PLACES[carrier.in] && isSameName(carrier, place.name) ? text : undefined
  const scheme = `${carrier.scheme} `
  const isRead = place.carrier === 'headers' && place.name.toLowerCase() === 'authorization'
  return isRead && text.toLowerCase().startsWith(scheme.toLowerCase()) ? text.slice(scheme.length) : undefined
}

const PLACES = { header: 'headers', query: 'query', cookie: 'cookies' } as const

function isSameName(carrier: { readonly in: string; readonly name: string }, name: string): boolean {
  return carrier.in === 'header' ? carrier.name.toLowerCase() === name.toLowerCase() : carrier.name === name
}
