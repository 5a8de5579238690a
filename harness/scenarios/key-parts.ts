import type { LeafDescription } from 'svc'
import { BEARER, hasAuthorizationScheme } from '../../server/internal.ts'
import { withKey } from '../subject/place.ts'
import { otherCase } from '../text/encoding.ts'
import { parseObject } from '../text/json.ts'
import { isValidText, knownText } from '../subject/leaf-subject.ts'
import type { Row } from './row.ts'

/** Rows of keys that carry something: claims that a client can read, a signature, a part that is compared apart. */
export function keyPartRows(leaf: LeafDescription): readonly Row[] {
  return [
    row(
      leaf,
      'key.tail-case',
      'a key whose last part is in the other case',
      'a part of the key is folded before it is compared',
      178,
      (key) => key.slice(0, lastPart(key)) + otherCase(key.slice(lastPart(key))),
    ),
    row(leaf, 'key.claims', 'a key with other claims inside', UNSIGNED, 345, (key) => {
      const carried = readClaims(key)
      return carried?.after.length === 0 ? write(carried, carried.forged) : undefined
    }),
    row(leaf, 'key.claims-kept-signature', 'a key with other claims under the old signature', UNCHECKED, 347, (key) => {
      const carried = signedClaims(key, leaf)
      return carried && write(carried, carried.forged, ...carried.after)
    }),
    row(leaf, 'key.claims-no-signature', 'a key without its signature', UNCHECKED, 347, (key) => {
      const carried = signedClaims(key, leaf)
      return carried && write(carried, carried.claims)
    }),
    row(leaf, 'key.claims-empty-signature', 'a key with an empty signature', UNCHECKED, 347, (key) => {
      const carried = signedClaims(key, leaf)
      return carried && write(carried, carried.claims, '')
    }),
    row(leaf, 'key.claims-alg-none', 'a key that says that it is not signed', UNCHECKED, 347, (key) => {
      const carried = signedClaims(key, leaf)
      const head = decodeObject(carried?.before[0] ?? '')
      if (carried === undefined || head?.value['alg'] === undefined) return undefined
      const unsigned = head.encode({ ...head.value, alg: 'none' })
      return [unsigned, ...carried.before.slice(1), carried.forged, ''].join('.')
    }),
  ]
}

const UNSIGNED = 'the key says who one is, and nothing keeps its holder from writing something else'
const UNCHECKED = 'the signature is decoded and not compared, or a missing one is not missed'

function row(
  leaf: LeafDescription,
  name: string,
  title: string,
  cause: string,
  cwe: number,
  derive: (key: string) => string | undefined,
): Row {
  return {
    name,
    title,
    cause,
    cwe,
    presented: 'wrong',
    calls: false,
    request: (subject) => {
      const key = knownText(subject.good)
      const text = key === undefined ? undefined : derive(key)
      return text === undefined || text === key || isValidText(subject, text)
        ? undefined
        : withKey(subject.bare, leaf, text)
    },
  }
}

/** The parts of a key between its dots; `claims` is the last that is a JSON object. */
interface Carried {
  readonly before: readonly string[]
  readonly claims: string
  /** The same object, claiming more. */
  readonly forged: string
  /** Signatures. */
  readonly after: readonly string[]
}

function readClaims(key: string): Carried | undefined {
  const parts = key.split('.')
  const at = parts.findLastIndex((part) => decodeObject(part) !== undefined)
  const found = decodeObject(parts[at] ?? '')
  if (found === undefined) return undefined
  const more = { admin: true, isSuperuser: true, role: 'admin', exp: 4_102_444_800 }
  const forged = found.encode({ ...found.value, ...more })
  return { before: parts.slice(0, at), claims: parts[at] ?? '', forged, after: parts.slice(at + 1) }
}

/** JSON Web Tokens as bearer tokens have rows of their own. */
function signedClaims(key: string, leaf: LeafDescription): Carried | undefined {
  const carried = readClaims(key)
  if (carried === undefined || carried.after.length === 0) return undefined
  return hasAuthorizationScheme(leaf.carrier, BEARER.scheme) && carried.before.length === 1 ? undefined : carried
}

function write({ before }: Carried, ...parts: readonly string[]): string {
  return [...before, ...parts].join('.')
}

interface DecodedObject {
  readonly value: Readonly<Record<string, unknown>>
  readonly encode: (value: object) => string
}

/** A JSON object in one of the spellings in which cookies and tokens carry it. */
function decodeObject(text: string): DecodedObject | undefined {
  const spellings: readonly (readonly [string, (json: string) => string])[] = [
    [Buffer.from(text, 'base64url').toString('utf8'), (json) => encodeAs(json, text)],
    [text, (json) => json],
    [unescape(text), (json) => encodeURIComponent(json)],
  ]
  for (const [json, encode] of spellings) {
    const value = json.startsWith('{') ? parseObject(json) : undefined
    if (value !== undefined) return { value, encode: (changed) => encode(JSON.stringify(changed)) }
  }
  return undefined
}

/** In the alphabet of the original, with its padding or without. */
function encodeAs(json: string, original: string): string {
  const isStandard = /[+/=]/.test(original) || original.length % 4 === 0
  return Buffer.from(json).toString(isStandard ? 'base64' : 'base64url')
}

function unescape(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** Where the last part of some length begins: after a dot, else another separator, else in the middle. */
function lastPart(key: string): number {
  const starts = ['.', ':', '_', '-'].map((separator) => key.lastIndexOf(separator) + 1)
  return starts.find((at) => at > 0 && key.length - at >= 4) ?? key.length >> 1
}
