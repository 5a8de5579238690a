import type { LeafDescription } from 'svc'
import { BEARER, hasAuthorizationScheme } from '../../server/internal.ts'
import { numbered } from '../model/row-name.ts'
import { withKey } from '../subject/place.ts'
import { changeSignature } from '../subject/wrong-parts.ts'
import { decodedOrEmpty, decodePercent, otherCase, rotateText } from '../text/encoding.ts'
import { parseObject } from '../text/json.ts'
import { cutSignature, splitSignature } from '../text/split-signature.ts'
import { isValidText, knownText } from '../subject/leaf-subject.ts'
import { type Row, type Table, tableRows } from './row.ts'

/** Rows of keys that carry something: claims that a client can read, a signature, a part that is compared apart. */
export function keyPartRows(leaf: LeafDescription): readonly Row[] {
  const signed = (forge: (carried: Carried) => string | undefined) => (key: string) => {
    const carried = signedClaims(key, leaf)
    return carried && forge(carried)
  }
  // JSON Web Tokens as bearer tokens, and claims that a signature follows, have rows of their own.
  const isBent = (key: string): boolean => readClaims(key) === undefined || signedClaims(key, leaf) !== undefined
  const bent = (change: (signature: string) => string) => (key: string) =>
    isBent(key) ? changeSignature(key, change) : undefined
  const plain = (change: (key: string) => string | undefined) => (key: string) =>
    readClaims(key) === undefined ? change(key) : undefined
  return [
    ...rows('a part of the key is folded before it is compared', 178, {
      'key.tail-case': [
        'a key whose last part is in the other case',
        (key) => key.slice(0, lastPart(key)) + otherCase(key.slice(lastPart(key))),
      ],
    }),
    ...rows('the key says who one is, and nothing keeps its holder from writing something else', 345, {
      'key.claims': ['a key with other claims inside', withOtherClaims],
    }),
    ...rows('the signature is decoded and not compared, or a missing one is not missed', 347, {
      'key.claims-kept-signature': [
        'a key with other claims under the old signature',
        signed((carried) => write(carried, carried.forged, ...carried.after)),
      ],
      'key.claims-no-signature': ['a key without its signature', signed((carried) => write(carried, carried.claims))],
      'key.claims-empty-signature': [
        'a key with an empty signature',
        signed((carried) => write(carried, carried.claims, '')),
      ],
      'key.other-signature': ['a key with another signature', bent(rotateUnescaped)],
      'key.no-signature': [
        'a key without its last part',
        plain((key) => splitSignature(key)?.payload ?? withoutSecret(key)),
      ],
      'key.cut-signature': ['a key with the first half of its signature', bent(cutSignature)],
      'key.empty-signature': [
        'a key with nothing in the place of its signature',
        plain((key) => changeSignature(key, () => '') ?? withEmptySecret(key, (id) => id)),
      ],
      'key.claims-alg-none': ['a key that says that it is not signed', signed(withoutAlgorithm)],
    }),
    ...rows('a holder that is not known has an empty secret, as a value that takes the place of the record', 287, {
      'key.unknown-empty': [
        'a key of a holder that is not known, with nothing in the place of its secret',
        plain((key) => withEmptySecret(key, () => 'svcno')),
      ],
    }),
    ...[0, 1, 2].flatMap((at) =>
      rows('the signature in the key does not cover all of its parts', 347, {
        'key.unsigned-part': [
          'a key with one of its parts changed, under the old signature',
          plain((key) => withOtherPart(key, at)),
        ],
      }).map((row) => ({ ...row, ...numbered(at) })),
    ),
  ]
}

function rows(cause: string, cwe: number, table: Table<(key: string) => string | undefined>): readonly Row[] {
  return tableRows({ cause, cwe, presented: 'wrong', calls: false }, table, (subject, derive) => {
    const key = knownText(subject.good)
    const text = key === undefined ? undefined : derive(key)
    if (text === undefined || text === key || isValidText(subject, text)) return undefined
    return withKey(subject.bare, subject.leaf, text)
  })
}

/** Of a key that is not signed. */
function withOtherClaims(key: string): string | undefined {
  const carried = readClaims(key)
  return carried?.after.length === 0 && !carried.isReference ? write(carried, carried.forged) : undefined
}

/** A random id, which cannot be guessed: the record that it names says who the user is. */
const RANDOM = /^(?=.*\d)(?=.*[a-z])[\w-]{20,}$/i

function withoutAlgorithm({ before, forged }: Carried): string | undefined {
  const [first = '', ...others] = before
  const head = decodeObject(first)
  if (head?.value['alg'] === undefined) return undefined
  return [head.encode({ ...head.value, alg: 'none' }), ...others, forged, ''].join('.')
}

/** The parts of a key between its dots; `claims` is the last that is a JSON object. */
interface Carried {
  readonly before: readonly string[]
  readonly claims: string
  /** The same object, claiming more. */
  readonly forged: string
  /** Whether its members are random ids and nothing else. */
  readonly isReference: boolean
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
  const values = Object.values(found.value)
  const isReference = values.length > 0 && values.every((value) => typeof value === 'string' && RANDOM.test(value))
  return { before: parts.slice(0, at), claims: parts[at] ?? '', forged, isReference, after: parts.slice(at + 1) }
}

/** JSON Web Tokens as bearer tokens have rows of their own. */
function signedClaims(key: string, leaf: LeafDescription): Carried | undefined {
  const carried = readClaims(key)
  if (carried === undefined || carried.after.length === 0) return undefined
  return hasAuthorizationScheme(leaf.carrier, BEARER.scheme) && carried.before.length === 1 ? undefined : carried
}

/** A signed key with one of the parts before its signature changed. */
function withOtherPart(key: string, at: number): string | undefined {
  const { payload = '', separator = '', signature = '' } = splitSignature(key) ?? {}
  const parts = payload.split(/([.:|]|%2e|%3a|%7c)/i)
  const changed = parts.map((part, index) => (index === 2 * at ? rotateUnescaped(part) : part)).join('')
  return changed === payload ? undefined : changed + separator + signature
}

/** Of a key of a number and a secret (`s1.Tq7Lx2Vn9Bm4`) the number, without the sign between them. */
function withoutSecret(key: string): string | undefined {
  return /^(.+)[.:|][^.:|]{6,}$/.exec(key)?.[1]
}

/** A key of a number and a secret, with a word before them or without: `s1.Tq7Lx2Vn9Bm4`, `lk_d12_c7e20b94fa61`. */
const NUMBERED = /^((?:[a-z]{2,8}[_-])?)([a-z0-9]{1,12})([._:|-])([^._:|-]{8,})$/i

/** Such a key without its secret. */
function withEmptySecret(key: string, holder: (id: string) => string): string | undefined {
  const [, before = '', id = '', separator = ''] = NUMBERED.exec(key) ?? []
  return id === '' ? undefined : `${before}${holder(id)}${separator}`
}

/** The text rotated, with its percent escapes as they are: each stands for one character of base64. */
function rotateUnescaped(text: string): string {
  const written = text.match(/%[\da-f]{2}|[^]/gi) ?? []
  const rotated = rotateText(written.map(decodePercent).join(''))
  return written.map((one, at) => (one.length > 1 ? one : rotated.charAt(at))).join('')
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
    [decodedOrEmpty(text), (json) => encodeURIComponent(json)],
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

/** Where the last part of some length begins: after a dot, else another separator, else in the middle. */
function lastPart(key: string): number {
  const starts = ['.', ':', '_', '-'].map((separator) => key.lastIndexOf(separator) + 1)
  return starts.find((at) => at > 0 && key.length - at >= 4) ?? key.length >> 1
}
