import type { Credential, CredentialValue, RequestParts } from '../model/fixtures.ts'
import { isDigestOf } from '../text/hash.ts'
import { rotateText } from '../text/encoding.ts'
import { changeSignatures, cutSignature, splitSignature } from '../text/split-signature.ts'

type Parts = Extract<CredentialValue, { readonly type: 'parts' }>
type Change = (text: string) => string | undefined

/** The longest of several parts is the secret one: a signature beside its time, a key beside its id. */
const CHANGES: readonly Change[] = [
  rotateText,
  (text) => changeSignatures(text, rotateEnd) ?? rotateEnd(text),
  () => 'svc-no-such-key-4b1d',
  () => '',
  (text) => changeSignatures(text, (one) => one.slice(0, 2)) ?? text.slice(0, Math.ceil(text.length / 2)),
  // Of members, that with the signature left out: the others are in time, and good.
  (text) => changeSignatures(text, () => undefined) ?? splitSignature(text)?.payload,
]
/** Of members, that with the signature empty, and cut. */
const CUTS: readonly Change[] = [() => '', cutSignature].map((change) => (text) => changeSignature(text, change))

/**
 * Wrong credentials for a function of the request, made from a good one: its secret part changed, cut, empty and left out,
 * and each other part changed. One part is wrong at a time, so that nothing else is refused. Of an address nothing can be
 * said: a neighbour may be allowed as well, nor of a digest of the body, which a server that reads the body need not look at.
 *
 * @param body of the request that it is for, as latin1
 */
export function wrongParts(valid: readonly Credential[], body?: string): readonly Credential[] {
  const credential = valid.find(({ value }) => value.type === 'parts' && placesOf(value).length > 0)
  if (credential === undefined) return []
  const { principal: _, ...rest } = credential
  const parts = credential.value as Parts
  const lengthOf = (place: Place): number => readPlace(parts, place)?.length ?? 0
  const isDigest = (place: Place): boolean => body !== undefined && isDigestOf(body, readPlace(parts, place) ?? '')
  const telling = placesOf(parts).filter((place) => !isDigest(place))
  const [secret, ...others] = telling.toSorted((a, b) => lengthOf(b) - lengthOf(a))
  if (secret === undefined) return []
  const write = (change: Change): readonly Parts[] => {
    const text = change(readPlace(parts, secret) ?? '')
    return text === undefined ? [] : [writePart(parts, secret, text)]
  }
  const left = others.length === 0 ? [] : [writePart(parts, secret, undefined)]
  return [...CHANGES.flatMap(write), ...left, ...otherParts(parts, others), ...CUTS.flatMap(write)].map((value) => ({
    ...rest,
    user: 'invalid',
    synthetic: true,
    value,
  }))
}

/** The credential with one of its parts changed: those that a signature covers are tried with it. */
export function otherParts<Of extends RequestParts & { readonly signs?: readonly string[] }>(
  parts: Of,
  places: readonly Place[] = placesOf(parts),
): readonly Of[] {
  const isSigned = ({ name }: Place): boolean =>
    parts.signs?.some((one) => one.toLowerCase() === name.toLowerCase()) ?? false
  return places
    .filter((place) => !isSigned(place))
    .map((place) => writePart(parts, place, rotateText(readPlace(parts, place) ?? '')))
}

/**
 * One user's parts with one of another user's in their place, for each that differs: a tenant of one with the token of
 * the other. Empty where the two do not write the same fields, or only one of them.
 */
export function mixedParts(valid: readonly Credential[]): readonly Parts[] {
  const [first, second] = valid.flatMap(({ value }) =>
    value.type === 'parts' && placesOf(value).length > 0 ? [value] : [],
  )
  if (first === undefined || second === undefined) return []
  const names = placesOf(first).filter((place) => readPlace(first, place) !== readPlace(second, place))
  if (names.length < 2 || placesOf(second).length !== placesOf(first).length) return []
  return names.flatMap((place) => {
    const other = readPlace(second, place)
    return other === undefined ? [] : [writePart(first, place, other)]
  })
}

/** The text with another signature; `undefined` for a text that ends otherwise. */
export function changeSignature(text: string, change: (signature: string) => string): string | undefined {
  const several = changeSignatures(text, change)
  if (several !== undefined) return several
  const found = splitSignature(text)
  return found && found.payload + found.separator + change(found.signature)
}

/** The text with another second half; with another text where that half has neither letters nor digits. */
function rotateEnd(text: string): string {
  const half = Math.floor(text.length / 2)
  const changed = text.slice(0, half) + rotateText(text).slice(half)
  return changed === text ? rotateText(text) : changed
}

/** Where a part of a credential stands. */
export interface Place {
  readonly carrier: 'headers' | 'query' | 'cookies'
  readonly name: string
}

const CARRIERS = ['headers', 'query', 'cookies'] as const

/** Every part of a credential. */
export function placesOf(parts: RequestParts): readonly Place[] {
  return CARRIERS.flatMap((carrier) => Object.keys(parts[carrier] ?? {}).map((name) => ({ carrier, name })))
}

/** The text of a part. */
export function readPlace(parts: RequestParts, { carrier, name }: Place): string | undefined {
  return parts[carrier]?.[name]
}

/** The parts with another text in one place, or without that place. */
export function writePart<Of extends RequestParts>(parts: Of, { carrier, name }: Place, text: string | undefined): Of {
  const { [name]: _, ...others } = parts[carrier] ?? {}
  return { ...parts, [carrier]: text === undefined ? others : { ...parts[carrier], [name]: text } }
}

/** The fields beside the signature of a signed link: the time of its end, the user. The signature is the longest. */
export function withoutSignature(query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const longest = Math.max(...Object.values(query).map(({ length }) => length))
  return Object.fromEntries(Object.entries(query).filter(([, { length }]) => length < longest))
}
