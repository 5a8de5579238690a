import type { Derived } from './derived-key.ts'
import { PATTERN_KEYS } from './pattern-keys.ts'
import { fullWidth, otherHighByte, rotateText } from '../text/encoding.ts'
import { withOtherEnd } from '../text/token.ts'

const COERCION = 'a value that is compared after conversion to a string, or looked up in a plain object'
const NORMAL = 'the key is normalised, trimmed or folded before it is compared'
const PARTIAL = 'comparing with startsWith, endsWith, includes or a regular expression; compare equal lengths whole'

/** Every wrong key that is tried. */
export const DERIVED: readonly Derived[] = [
  {
    name: 'key.wrong',
    title: 'an unknown key',
    cause: 'presence of a key is tested, not its value',
    cwe: 287,
    derive: () => 'svc-no-such-key-4b1d',
  },
  ...['test', 'admin', 'secret', 'changeme', 'token'].map((key): Derived => ({
    name: `key.known-${key}`,
    title: `the key ${key}`,
    cause: 'a key of a demonstration or a test was left in',
    cwe: 1392,
    derive: () => key,
  })),
  {
    name: 'key.number',
    title: 'the number of a key, spelt otherwise',
    cause: 'the key is compared as a number: Number, parseInt, ==, or a column of numbers',
    cwe: 1024,
    fromValid: true,
    derive: (key) => (/^\d+$/.test(key) ? `${key}.0` : undefined),
  },
  {
    name: 'key.same-length',
    title: 'a wrong key of the right length',
    cause: 'only the length is compared',
    cwe: 287,
    fromValid: true,
    derive: rotateText,
  },
  {
    name: 'key.empty',
    title: 'an empty key',
    cause: 'an empty string equals a missing setting',
    cwe: 1390,
    derive: () => '',
  },
  { name: 'key.space', title: 'a key of one space', cause: NORMAL, cwe: 1390, derive: () => ' ' },
  {
    name: 'key.prefix',
    title: 'a key with its last character cut off',
    cause: PARTIAL,
    cwe: 287,
    fromValid: true,
    derive: (key) => key.slice(0, -1),
  },
  {
    name: 'key.half',
    title: 'the first half of a key',
    cause: PARTIAL,
    cwe: 287,
    fromValid: true,
    derive: (key) => key.slice(0, Math.ceil(key.length / 2)),
  },
  {
    name: 'key.first',
    title: 'the first character of a key',
    cause: PARTIAL,
    cwe: 287,
    fromValid: true,
    derive: (key) => key.slice(0, 1),
  },
  {
    name: 'key.tail',
    title: 'a key with its first character cut off',
    cause: PARTIAL,
    cwe: 287,
    fromValid: true,
    derive: (key) => key.slice(1),
  },
  {
    name: 'key.suffix',
    title: 'a key with one character appended',
    cause: PARTIAL,
    cwe: 287,
    fromValid: true,
    derive: (key) => `${key}x`,
  },
  {
    name: 'key.extra-head',
    title: 'a key with one character in front',
    cause: PARTIAL,
    cwe: 287,
    fromValid: true,
    derive: (key) => `x${key}`,
  },
  {
    name: 'key.twice',
    title: 'a key written twice',
    cause: PARTIAL,
    cwe: 287,
    fromValid: true,
    derive: (key) => `${key}${key}`,
  },
  {
    name: 'key.last-char',
    title: 'a key with another last character',
    cause: 'only the beginning is compared',
    cwe: 287,
    fromValid: true,
    derive: withOtherEnd,
  },
  {
    name: 'key.first-char',
    title: 'a key with another first character',
    cause: 'only the end is compared',
    cwe: 287,
    fromValid: true,
    derive: (key) => rotateText(key.slice(0, 1)) + key.slice(1),
  },
  {
    name: 'key.reversed',
    title: 'a key written backwards',
    cause: 'the characters are compared as a set',
    cwe: 287,
    fromValid: true,
    derive: (key) => [...key].toReversed().join(''),
  },
  ...PATTERN_KEYS,
  { name: 'key.case', title: 'a key in the other case', cause: NORMAL, cwe: 178, fromValid: true, derive: swapCase },
  {
    name: 'key.long',
    title: 'a key of 4,096 characters',
    cause: 'an exception on long input is taken for a pass',
    cwe: 703,
    derive: () => 'k'.repeat(4_096),
  },
  {
    name: 'key.xlong',
    title: 'a key of 20,000 characters',
    cause: 'an exception on long input is taken for a pass',
    cwe: 770,
    expect: 'parser',
    derive: () => 'k'.repeat(20_000),
  },
  {
    name: 'key.null-byte',
    title: 'a key followed by a NUL byte',
    cause: 'the key is cut at a NUL',
    cwe: 158,
    fromValid: true,
    expect: 'parser',
    derive: (key) => `${key}\u0000`,
  },
  {
    name: 'key.trailing-space',
    title: 'a key followed by a space',
    cause: NORMAL,
    cwe: 287,
    fromValid: true,
    trimmed: true,
    skip: ({ carrier }) => carrier.in === 'cookie',
    derive: (key) => `${key} `,
  },
  {
    name: 'key.lead-space',
    title: 'a key after a space',
    cause: NORMAL,
    cwe: 287,
    fromValid: true,
    skip: ({ carrier }) => carrier.in === 'cookie' || carrier.in === 'authorization',
    trimmed: true,
    derive: (key) => ` ${key}`,
  },
  {
    name: 'key.nbsp',
    title: 'a key followed by a non-breaking space',
    cause: NORMAL,
    cwe: 287,
    fromValid: true,
    derive: (key) => `${key}\u00a0`,
  },
  {
    name: 'key.fullwidth',
    title: 'a key in full-width letters',
    cause: NORMAL,
    cwe: 176,
    fromValid: true,
    derive: fullWidth,
  },
  {
    name: 'key.low-byte',
    title: 'a key with letters that have the same low byte',
    cause: 'only one byte of each character is compared',
    cwe: 176,
    fromValid: true,
    derive: otherHighByte,
  },
  {
    name: 'key.homoglyph',
    title: 'a key with a Cyrillic look-alike',
    cause: NORMAL,
    cwe: 176,
    fromValid: true,
    derive: homoglyph,
  },
  {
    name: 'key.zero-width',
    title: 'a key with a zero-width space inside',
    cause: NORMAL,
    cwe: 176,
    fromValid: true,
    derive: (key) => `${key.slice(0, 1)}\u200b${key.slice(1)}`,
  },
  { name: 'key.emoji', title: 'an emoji as a key', cause: COERCION, cwe: 176, derive: () => '\u{1f511}' },
  {
    name: 'key.percent',
    title: 'a key that is percent-encoded once more',
    cause: 'the key is decoded twice',
    cwe: 174,
    fromValid: true,
    derive: percentEncode,
  },
  ...[
    'null',
    'undefined',
    '[object Object]',
    'true',
    'false',
    '0',
    '1',
    'NaN',
    '{}',
    '[]',
    '__proto__',
    'constructor',
    'toString',
  ].map((text): Derived => ({
    name: `key.lit-${text.replace(/\W/g, '') || (text === '{}' ? 'braces' : 'brackets')}`,
    title: `the text ${text} as a key`,
    cause: COERCION,
    cwe: text.length > 7 ? 1321 : 843,
    derive: () => text,
  })),
]

function swapCase(key: string): string | undefined {
  const upper = key.toUpperCase()
  return upper === key ? (key.toLowerCase() === key ? undefined : key.toLowerCase()) : upper
}

const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: '\u0430',
  c: '\u0441',
  e: '\u0435',
  i: '\u0456',
  o: '\u043e',
  p: '\u0440',
  s: '\u0455',
  x: '\u0445',
  y: '\u0443',
}

function homoglyph(key: string): string | undefined {
  const at = [...key].findIndex((character) => LOOK_ALIKES[character] !== undefined)
  return at < 0 ? undefined : key.slice(0, at) + LOOK_ALIKES[key.charAt(at)] + key.slice(at + 1)
}

function percentEncode(key: string): string | undefined {
  const first = key.charCodeAt(0)
  return first < 128 ? `%${first.toString(16).padStart(2, '0')}${key.slice(1)}` : undefined
}
