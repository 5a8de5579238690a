import type { Credential, CredentialValue } from '../model/fixtures.ts'
import { rotateText } from '../text/encoding.ts'

type Parts = Extract<CredentialValue, { readonly type: 'parts' }>
type Texts = Readonly<Record<string, string>>

/**
 * Wrong credentials for a function of the request, made from a good one: every header field, parameter and cookie of it
 * with another text of the same length, with another second half, such as a signature behind `sha256=`, and with a text
 * that is in no table. Of an address nothing can be said: a
 * neighbour may be allowed as well.
 */
export function wrongParts(valid: readonly Credential[]): readonly Credential[] {
  const credential = valid.find(({ value }) => value.type === 'parts' && hasTexts(value))
  if (credential === undefined) return []
  const { principal: _, ...rest } = credential
  const parts = credential.value as Parts
  const others: readonly ((text: string) => string)[] = [rotateText, rotateEnd, () => 'svc-no-such-key-4b1d']
  return others.map((change) => ({
    ...rest,
    user: 'invalid',
    synthetic: true,
    value: mapParts(parts, (texts) => mapTexts(texts, change)),
  }))
}

/**
 * One user's parts with one of another user's in their place, for each that differs: a tenant of one with the token of
 * the other. Empty where the two do not write the same fields, or only one of them.
 */
export function mixedParts(valid: readonly Credential[]): readonly Parts[] {
  const [first, second] = valid.flatMap(({ value }) => (value.type === 'parts' && hasTexts(value) ? [value] : []))
  if (first === undefined || second === undefined) return []
  const names = placesOf(first).filter((place) => read(first, place) !== read(second, place))
  if (names.length < 2 || placesOf(second).length !== placesOf(first).length) return []
  return names.flatMap((place) => {
    const other = read(second, place)
    return other === undefined ? [] : [write(first, place, other)]
  })
}

/** The text with another second half; with another text where that half has neither letters nor digits. */
function rotateEnd(text: string): string {
  const half = Math.floor(text.length / 2)
  const changed = text.slice(0, half) + rotateText(text.slice(half))
  return changed === text ? rotateText(text) : changed
}

interface Place {
  readonly carrier: 'headers' | 'query' | 'cookies'
  readonly name: string
}

const CARRIERS = ['headers', 'query', 'cookies'] as const

function placesOf(parts: Parts): readonly Place[] {
  return CARRIERS.flatMap((carrier) => Object.keys(parts[carrier] ?? {}).map((name) => ({ carrier, name })))
}

function read(parts: Parts, { carrier, name }: Place): string | undefined {
  return parts[carrier]?.[name]
}

function write(parts: Parts, { carrier, name }: Place, text: string): Parts {
  return { ...parts, [carrier]: { ...parts[carrier], [name]: text } }
}

function hasTexts(parts: Parts): boolean {
  return placesOf(parts).length > 0
}

function mapParts(parts: Parts, change: (texts: Texts) => Texts): Parts {
  const changed = CARRIERS.flatMap((carrier) => {
    const texts = parts[carrier]
    return texts === undefined ? [] : [[carrier, change(texts)] as const]
  })
  return { ...parts, ...Object.fromEntries(changed) }
}

function mapTexts(texts: Texts, change: (text: string) => string): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]))
}
