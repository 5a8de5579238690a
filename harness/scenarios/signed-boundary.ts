import type { CredentialValue } from '../model/fixtures.ts'
import { numbered } from '../model/row-name.ts'
import { withCredential } from '../subject/place.ts'
import { type Place, placesOf, readPlace, writePart } from '../subject/wrong-parts.ts'
import type { Row } from './row.ts'

type Parts = Extract<CredentialValue, { readonly type: 'parts' }>

/** Ways to move a character from one part to the next that are tried. */
const MOST = 8

/** A character that goes from one signed part to another: where both are written one behind the other, the signature is the same. */
export const BOUNDARY_ROWS: readonly Row[] = Array.from({ length: MOST }, (_, at) => ({
  name: 'signed.boundary',
  title: 'a good signature, and one character moved from one signed part to another',
  cause:
    'the parts that are signed are written without anything between them: what moves from one to the next has the same signature',
  cwe: 347,
  presented: 'wrong',
  ...numbered(at),
  request: ({ bare, leaf, valid }) => {
    const signed = valid.map(({ value }) => value).find(isSigned)
    const moved = signed && movedIn(signed)[at]
    return moved && withCredential(bare, leaf, moved)
  },
}))

function isSigned(value: CredentialValue): value is Parts {
  return value.type === 'parts' && value.signs !== undefined
}

/** The credential with a character moved, for each two parts that the signature covers. */
function movedIn(parts: Parts): readonly Parts[] {
  const places = signedPlaces(parts)
  const textOf = (place: Place): string => readPlace(parts, place) ?? ''
  // Neighbours first: what is written one behind the other is mostly so in the request as well.
  const pairs = places
    .flatMap((one, at) => places.map((next, other) => ({ one, next, apart: Math.abs(at - other) })))
    .filter(({ apart }) => apart > 0)
    .toSorted((a, b) => a.apart - b.apart)
  return pairs.flatMap(({ one, next }) => {
    const [first, second] = [textOf(one), textOf(next)]
    const ways: readonly (readonly [string, string])[] = [
      [first.slice(0, -1), first.slice(-1) + second],
      [first + second.slice(0, 1), second.slice(1)],
    ]
    return ways
      .filter((texts) => texts.every((text) => text !== ''))
      .map(([before, after]) => writePart(writePart(parts, one, before), next, after))
  })
}

/** Header fields that it names, and parameters where it covers the query. The signature is the longest. */
function signedPlaces(parts: Parts): readonly Place[] {
  const names = new Set((parts.signs ?? []).map((name) => name.toLowerCase()))
  const lengthOf = (place: Place): number => readPlace(parts, place)?.length ?? 0
  const all = placesOf(parts)
  const longest = Math.max(...all.map(lengthOf))
  return all.filter(
    (place) =>
      lengthOf(place) < longest &&
      (names.has(place.name.toLowerCase()) || (place.carrier === 'query' && names.has('query'))),
  )
}
