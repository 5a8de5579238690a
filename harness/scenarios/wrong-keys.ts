import { changedKeys, type Derived, keys } from './derived-key.ts'
import { PATTERN_KEYS } from './pattern-keys.ts'
import { escapeFirst, fullWidth, otherCase, otherHighByte, rotateText } from '../text/encoding.ts'
import { withOtherEnd } from '../text/token.ts'

const COERCION = 'a value that is compared after conversion to a string, or looked up in a plain object'
const NORMAL = 'the key is normalised, trimmed or folded before it is compared'
const PARTIAL = 'comparing with startsWith, endsWith, includes or a regular expression; compare equal lengths whole'

/** Values converted to a text, and members of every object. */
// oxfmt-ignore
const LITERALS = [
  ['null', 'null'], ['undefined', 'undefined'], ['objectObject', '[object Object]'], ['true', 'true'], ['false', 'false'], ['0', '0'], ['1', '1'],
  ['NaN', 'NaN'], ['braces', '{}'], ['brackets', '[]'], ['__proto__', '__proto__'], ['constructor', 'constructor'], ['toString', 'toString'],
] as const

/** Every wrong key that is tried. */
export const DERIVED: readonly Derived[] = [
  ...keys('presence of a key is tested, not its value', 287, {
    'key.wrong': ['an unknown key', () => 'svc-no-such-key-4b1d'],
  }),
  ...(['test', 'admin', 'secret', 'changeme', 'token'] as const).map((key): Derived => ({
    name: `key.known-${key}`,
    title: `the key ${key}`,
    cause: 'a key of a demonstration or a test was left in',
    cwe: 1392,
    derive: () => key,
  })),
  ...changedKeys('the key is compared as a number: Number, parseInt, ==, or a column of numbers', 1024, {
    'key.number': ['the number of a key, spelt otherwise', (key) => (/^\d+$/.test(key) ? `${key}.0` : undefined)],
  }),
  ...changedKeys('only the length is compared', 287, {
    'key.same-length': ['a wrong key of the right length', rotateText],
  }),
  ...keys('an empty string equals a missing setting', 1390, {
    'key.empty': ['an empty key', () => ''],
  }),
  ...keys(NORMAL, 1390, {
    'key.space': ['a key of one space', () => ' '],
  }),
  ...changedKeys(PARTIAL, 287, {
    'key.prefix': ['a key with its last character cut off', (key) => key.slice(0, -1)],
    'key.half': ['the first half of a key', (key) => key.slice(0, Math.ceil(key.length / 2))],
    'key.first': ['the first character of a key', (key) => key.slice(0, 1)],
    'key.tail': ['a key with its first character cut off', (key) => key.slice(1)],
    'key.suffix': ['a key with one character appended', (key) => `${key}x`],
    'key.extra-head': ['a key with one character in front', (key) => `x${key}`],
    'key.twice': ['a key written twice', (key) => `${key}${key}`],
  }),
  ...changedKeys('only the beginning is compared', 287, {
    'key.last-char': ['a key with another last character', withOtherEnd],
  }),
  ...changedKeys('only the end is compared', 287, {
    'key.first-char': ['a key with another first character', (key) => rotateText(key.slice(0, 1)) + key.slice(1)],
  }),
  ...changedKeys('the characters are compared as a set', 287, {
    'key.reversed': ['a key written backwards', (key) => [...key].toReversed().join('')],
  }),
  ...PATTERN_KEYS,
  ...changedKeys(NORMAL, 178, {
    'key.case': ['a key in the other case', withOtherCase],
  }),
  ...keys('an exception on long input is taken for a pass', 703, {
    'key.long': ['a key of 4,096 characters', () => 'k'.repeat(4_096)],
  }),
  ...keys('an exception on long input is taken for a pass', 770, {
    'key.xlong': ['a key of 20,000 characters', () => 'k'.repeat(20_000), { expect: 'parser' }],
  }),
  ...changedKeys('the key is cut at a NUL', 158, {
    'key.null-byte': ['a key followed by a NUL byte', (key) => `${key}\u0000`, { expect: 'parser' }],
  }),
  ...changedKeys(NORMAL, 287, {
    'key.trailing-space': [
      'a key followed by a space',
      (key) => `${key} `,
      { skip: ({ carrier }) => carrier.in === 'cookie', trimmed: true },
    ],
    'key.lead-space': [
      'a key after a space',
      (key) => ` ${key}`,
      { skip: ({ carrier }) => carrier.in === 'cookie' || carrier.in === 'authorization', trimmed: true },
    ],
    'key.nbsp': ['a key followed by a non-breaking space', (key) => `${key}\u00a0`],
  }),
  ...changedKeys(NORMAL, 176, {
    'key.fullwidth': ['a key in full-width letters', fullWidth],
  }),
  ...changedKeys('only one byte of each character is compared', 176, {
    'key.low-byte': ['a key with letters that have the same low byte', otherHighByte],
  }),
  ...changedKeys(NORMAL, 176, {
    'key.homoglyph': ['a key with a Cyrillic look-alike', homoglyph],
    'key.zero-width': ['a key with a zero-width space inside', (key) => `${key.slice(0, 1)}\u200b${key.slice(1)}`],
  }),
  ...keys(COERCION, 176, {
    'key.emoji': ['an emoji as a key', () => '\u{1f511}'],
  }),
  ...changedKeys('the key is decoded twice', 174, {
    'key.percent': ['a key that is percent-encoded once more', percentEncode],
  }),
  ...LITERALS.map(([name, text]): Derived => ({
    name: `key.lit-${name}`,
    title: `the text ${text} as a key`,
    cause: COERCION,
    cwe: text.length > 7 ? 1321 : 843,
    derive: () => text,
  })),
  ...keys('nothing, as a client in Python writes it, is a key of something', 843, {
    'key.lit-None': ['the text None as a key', () => 'None', { skip: ({ carrier }) => carrier.in !== 'cookie' }],
  }),
]

function withOtherCase(key: string): string | undefined {
  const other = otherCase(key)
  return other === key ? undefined : other
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
  return key.charCodeAt(0) < 128 ? escapeFirst(key) : undefined
}
