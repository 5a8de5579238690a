import { changedKeys, type Derived, keys } from './derived-key.ts'

/** Fragments without spaces and semicolons, which not every place can carry. */
const SQL = [
  ['double', '"OR"1"="1'],
  ['number', '1OR(1)=(1)'],
  ['comment', "'OR(1)=(1)--"],
  ['union', "'UNION/**/SELECT'1"],
  ['like', '%'],
] as const

/** Keys that match where the given key is used as a pattern or written into a query. */
export const PATTERN_KEYS: readonly Derived[] = [
  ...keys('the key is used as a regular expression', 625, {
    'key.regex': ['the pattern .* as a key', () => '.*'],
  }),
  ...keys('the key is used as a pattern', 625, {
    'key.glob': ['a star as a key', () => '*'],
  }),
  ...keys('the key is written into a query', 89, {
    'key.sql': [
      'an SQL fragment as a key',
      () => "'OR'1'='1",
      { skip: ({ carrier }) => carrier.in === 'authorization' },
    ],
  }),
  ...SQL.map(([name, key]): Derived => ({
    name: `key.sql-${name}`,
    title: `the SQL fragment ${key} as a key`,
    cause: 'the key is written into a query',
    cwe: 89,
    derive: () => key,
  })),
  ...keys('the key is written into a query', 89, {
    'key.sql-after': ['an unknown key followed by an SQL fragment', () => "svc'OR(1)=(1)OR'"],
  }),
  ...changedKeys('the given key is used as a regular expression', 625, {
    'key.dot': ['a key with a dot in place of one character', dotted],
  }),
  ...changedKeys('the key is cut at a dot before it is compared', 287, {
    'key.dot-suffix': ['a key with a dot and one character appended', (key) => `${key}.x`],
  }),
  ...changedKeys('a pattern whose $ matches before a line feed, or a key that is trimmed', 625, {
    'key.newline': [
      'a key followed by a line feed',
      (key) => `${key}\n`,
      { skip: ({ carrier }) => carrier.in !== 'query' },
    ],
  }),
  ...changedKeys('a pattern with the flag m, whose ^ and $ match at every line', 625, {
    'key.second-line': [
      'a key on a line of its own, after another',
      (key) => `svc\n${key}`,
      { skip: ({ carrier }) => carrier.in !== 'query' },
    ],
  }),
]

/** Another character than a dot becomes one: as a pattern, the text matches the key. */
function dotted(key: string): string | undefined {
  const at = [...key].findLastIndex((character) => /[A-Za-z\d]/.test(character))
  return at < 0 ? undefined : `${key.slice(0, at)}.${key.slice(at + 1)}`
}
