import { escapeFirst, otherCase, rotateText } from '../text/encoding.ts'
import { BASIC_LINES } from './basic-lines.ts'
import { BASIC_PATTERNS } from './basic-patterns.ts'
import { BASIC_SPELLINGS } from './basic-spellings.ts'
import { fixtureInvalidRows, INVALID } from './fixture-invalid.ts'
import { crossPair, changedPair, pair, SPLIT } from './basic-row.ts'
import type { Row } from './row.ts'

const PARTIAL = 'comparing with startsWith, endsWith or includes; compare equal lengths whole'

/** `Authorization: Basic`: other people's passwords, other spellings of the line, other splits. */
export const BASIC_ROWS: readonly Row[] = [
  ...BASIC_SPELLINGS,
  ...fixtureInvalidRows('basic', INVALID),
  ...pair('presence is tested, not the value', {
    'basic.wrong': ['an unknown user and password', () => ['svc-nobody', 'svc-no-such-password']],
  }),
  ...changedPair('only the user is looked up', {
    'basic.wrong-password': ['a good user with a wrong password', (c) => [c.username, 'svc-no-such-password']],
  }),
  ...changedPair('only the password is compared', {
    'basic.wrong-user': ['a wrong user with a good password', (c) => ['svc-nobody', c.password]],
  }),
  ...changedPair('only the length is compared', {
    'basic.same-length': ['a wrong password of the right length', (c) => [c.username, rotateText(c.password)]],
  }),
  ...changedPair('the two are compared as a set', {
    'basic.swapped': ['a good credential with user and password exchanged', (c) => [c.password, c.username]],
  }),
  ...BASIC_PATTERNS,
  ...changedPair('an empty password equals a missing setting', {
    'basic.empty-password': ['a good user with an empty password', (c) => [c.username, '']],
  }),
  ...pair('the password of an unknown user is undefined or empty, and equals none', {
    'basic.unknown-empty': ['an unknown user with an empty password', () => ['svc-nobody', '']],
  }),
  ...changedPair('an empty user skips the look-up', {
    'basic.empty-user': ['an empty user with a good password', (c) => ['', c.password]],
  }),
  ...changedPair(PARTIAL, {
    'basic.prefix': ['a password with its last character cut off', (c) => [c.username, c.password.slice(0, -1)]],
    'basic.tail': ['a password with its first character cut off', (c) => [c.username, c.password.slice(1)]],
    'basic.suffix': ['a password with one character appended', (c) => [c.username, `${c.password}x`]],
  }),
  ...changedPair(SPLIT, {
    'basic.colon-suffix': ['a password with a colon and more appended', (c) => [c.username, `${c.password}:x`]],
  }),
  ...changedPair('the password is folded before it is compared', {
    'basic.password-case': ['a password in the other case', (c) => [c.username, otherCase(c.password)]],
  }),
  ...changedPair('users are folded before they are compared', {
    // Mail servers ignore case in practice, so users do as well (RFC 5321 section 2.4).
    'basic.user-case': [
      'a user in the other case',
      (c) => [c.username.includes('@') ? c.username : otherCase(c.username), c.password],
    ],
  }),
  ...changedPair('users are trimmed', {
    'basic.user-space': ['a user followed by a space', (c) => [`${c.username} `, c.password]],
  }),
  ...changedPair('passwords are trimmed', {
    'basic.password-space': ['a password followed by a space', (c) => [c.username, `${c.password} `]],
  }),
  ...changedPair(PARTIAL, {
    'basic.user-prefix': ['a user with the last character cut off', (c) => [c.username.slice(0, -1), c.password]],
  }),
  ...changedPair(SPLIT, {
    'basic.colon-in-user': ['a colon inside the user', (c) => [`${c.username}:x`, c.password]],
  }),
  ...changedPair('the password is decoded before it is compared', {
    'basic.percent': ['a percent-encoded password', (c) => [c.username, escapeFirst(c.password)]],
  }),
  ...pair('a value that is compared after conversion to a string', {
    'basic.user-null': ['the user null with the password null', () => ['null', 'null']],
    'basic.user-undefined': ['the user undefined with the password undefined', () => ['undefined', 'undefined']],
  }),
  ...pair('users are looked up in a plain object', {
    'basic.user-proto': ['the user __proto__', () => ['__proto__', 'x']],
    'basic.user-constructor': ['the user constructor with an empty password', () => ['constructor', '']],
  }),
  ...pair('the user is written into a query', {
    'basic.sql': ['an SQL fragment as the user', () => ["' OR 1=1 --", 'x']],
  }),
  ...changedPair('the password is used as a regular expression', {
    'basic.regex': ['the pattern .* as the password', (c) => [c.username, '.*']],
  }),
  ...pair('a default account', {
    'basic.admin': ['the user admin with the password admin', () => ['admin', 'admin']],
    'basic.known-guest': ['the user guest with the password guest', () => ['guest', 'guest']],
    'basic.known-test': ['the user test with the password test', () => ['test', 'test']],
    'basic.known-user': ['the user user with the password user', () => ['user', 'user']],
    'basic.known-root': ['the user root with the password root', () => ['root', 'root']],
    'basic.known-admin': ['the user admin with the password password', () => ['admin', 'password']],
  }),
  ...pair('an exception on long input is taken for a pass', {
    'basic.long': ['a password of 4,096 characters', (c) => [c.username, 'p'.repeat(4_096)]],
  }),
  crossPair(),
  ...BASIC_LINES,
]
