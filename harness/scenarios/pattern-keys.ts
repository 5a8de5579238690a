import type { Derived } from './derived-key.ts'

/** Fragments without spaces and semicolons, which not every place can carry. */
const SQL: readonly (readonly [name: string, key: string])[] = [
  ['double', '"OR"1"="1'],
  ['number', '1OR(1)=(1)'],
  ['comment', "'OR(1)=(1)--"],
  ['union', "'UNION/**/SELECT'1"],
  ['like', '%'],
]

/** Keys that match where the given key is used as a pattern or written into a query. */
export const PATTERN_KEYS: readonly Derived[] = [
  {
    name: 'key.regex',
    title: 'the pattern .* as a key',
    cause: 'the key is used as a regular expression',
    cwe: 625,
    derive: () => '.*',
  },
  { name: 'key.glob', title: 'a star as a key', cause: 'the key is used as a pattern', cwe: 625, derive: () => '*' },
  {
    name: 'key.sql',
    title: 'an SQL fragment as a key',
    cause: 'the key is written into a query',
    cwe: 89,
    skip: ({ carrier }) => carrier.in === 'authorization',
    derive: () => "'OR'1'='1",
  },
  ...SQL.map(([name, key]): Derived => ({
    name: `key.sql-${name}`,
    title: `the SQL fragment ${key} as a key`,
    cause: 'the key is written into a query',
    cwe: 89,
    derive: () => key,
  })),
  {
    name: 'key.sql-after',
    title: 'an unknown key followed by an SQL fragment',
    cause: 'the key is written into a query',
    cwe: 89,
    derive: () => "svc'OR(1)=(1)OR'",
  },
  {
    name: 'key.dot',
    title: 'a key with a dot in place of one character',
    cause: 'the given key is used as a regular expression',
    cwe: 625,
    fromValid: true,
    derive: dotted,
  },
  {
    name: 'key.dot-suffix',
    title: 'a key with a dot and one character appended',
    cause: 'the key is cut at a dot before it is compared',
    cwe: 287,
    fromValid: true,
    derive: (key) => `${key}.x`,
  },
  {
    name: 'key.newline',
    title: 'a key followed by a line feed',
    cause: 'a pattern whose $ matches before a line feed, or a key that is trimmed',
    cwe: 625,
    fromValid: true,
    skip: ({ carrier }) => carrier.in !== 'query',
    derive: (key) => `${key}\n`,
  },
  {
    name: 'key.second-line',
    title: 'a key on a line of its own, after another',
    cause: 'a pattern with the flag m, whose ^ and $ match at every line',
    cwe: 625,
    fromValid: true,
    skip: ({ carrier }) => carrier.in !== 'query',
    derive: (key) => `svc\n${key}`,
  },
]

/** Another character than a dot becomes one: as a pattern, the text matches the key. */
function dotted(key: string): string | undefined {
  const at = [...key].findLastIndex((character) => /[A-Za-z\d]/.test(character))
  return at < 0 ? undefined : `${key.slice(0, at)}.${key.slice(at + 1)}`
}
