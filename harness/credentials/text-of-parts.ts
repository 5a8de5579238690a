import type { LeafDescription } from 'svc'
import { type Carrier, isNamed, isText } from '../../server/internal.ts'
import type { CredentialValue } from '../model/fixtures.ts'

/**
 * Parts of a request that are one text in the place where the authenticator reads it, as that text: what is known of texts
 * is then tried with it. Any other credential as it is.
 *
 * @param leaves the authenticator as its routes declare it
 */
export function textOfParts(value: CredentialValue, leaves: readonly LeafDescription[]): CredentialValue {
  const [leaf] = leaves
  if (value.type !== 'parts' || value.from !== undefined || leaf === undefined) return value
  const { headers, query, cookies, signs } = value
  const places = { header: headers, query, cookie: cookies } as const
  const [only, ...others] = Object.entries(places).flatMap(([place, texts]) =>
    Object.entries(texts ?? {}).map(([name, text]) => ({ place, name, text })),
  )
  if (only === undefined || others.length > 0) return value
  const text = readPart(leaf.carrier, only)
  return text === undefined ? value : { type: 'key', value: text, ...(signs === undefined ? {} : { signs }) }
}

function readPart(
  carrier: Carrier,
  part: { readonly place: string; readonly name: string; readonly text: string },
): string | undefined {
  const { place, name, text } = part
  if (!isText(carrier)) return undefined
  if (isNamed(carrier)) return carrier.in === place && isSameName(carrier, name) ? text : undefined
  const scheme = `${carrier.scheme} `
  const isRead = place === 'header' && name.toLowerCase() === 'authorization'
  return isRead && text.toLowerCase().startsWith(scheme.toLowerCase()) ? text.slice(scheme.length) : undefined
}

function isSameName(carrier: { readonly in: string; readonly name: string }, name: string): boolean {
  return carrier.in === 'header' ? carrier.name.toLowerCase() === name.toLowerCase() : carrier.name === name
}
