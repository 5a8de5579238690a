import { rotateText } from '../text/encoding.ts'
import { BASIC_LINES } from './basic-lines.ts'
import { BASIC_PATTERNS } from './basic-patterns.ts'
import { BASIC_SPELLINGS } from './basic-spellings.ts'
import { crossPair, otherCase, pair, SPLIT } from './basic-row.ts'
import type { Row } from './row.ts'

const PARTIAL = 'comparing with startsWith, endsWith or includes; compare equal lengths whole'

/** `Authorization: Basic`: other people's passwords, other spellings of the line, other splits. */
export const BASIC_ROWS: readonly Row[] = [
  ...BASIC_SPELLINGS,
  pair('basic.wrong', 'an unknown user and password', 'presence is tested, not the value', () => [
    'svc-nobody',
    'svc-no-such-password',
  ]),
  pair(
    'basic.wrong-password',
    'a good user with a wrong password',
    'only the user is looked up',
    (c) => [c.username, 'svc-no-such-password'],
    true,
  ),
  pair(
    'basic.wrong-user',
    'a wrong user with a good password',
    'only the password is compared',
    (c) => ['svc-nobody', c.password],
    true,
  ),
  pair(
    'basic.same-length',
    'a wrong password of the right length',
    'only the length is compared',
    (c) => [c.username, rotateText(c.password)],
    true,
  ),
  pair(
    'basic.swapped',
    'a good credential with user and password exchanged',
    'the two are compared as a set',
    (c) => [c.password, c.username],
    true,
  ),
  ...BASIC_PATTERNS,
  pair(
    'basic.empty-password',
    'a good user with an empty password',
    'an empty password equals a missing setting',
    (c) => [c.username, ''],
    true,
  ),
  pair(
    'basic.unknown-empty',
    'an unknown user with an empty password',
    'the password of an unknown user is undefined or empty, and equals none',
    () => ['svc-nobody', ''],
  ),
  pair(
    'basic.empty-user',
    'an empty user with a good password',
    'an empty user skips the look-up',
    (c) => ['', c.password],
    true,
  ),
  pair(
    'basic.prefix',
    'a password with its last character cut off',
    PARTIAL,
    (c) => [c.username, c.password.slice(0, -1)],
    true,
  ),
  pair(
    'basic.tail',
    'a password with its first character cut off',
    PARTIAL,
    (c) => [c.username, c.password.slice(1)],
    true,
  ),
  pair('basic.suffix', 'a password with one character appended', PARTIAL, (c) => [c.username, `${c.password}x`], true),
  pair(
    'basic.colon-suffix',
    'a password with a colon and more appended',
    SPLIT,
    (c) => [c.username, `${c.password}:x`],
    true,
  ),
  pair(
    'basic.password-case',
    'a password in the other case',
    'the password is folded before it is compared',
    (c) => [c.username, otherCase(c.password)],
    true,
  ),
  pair(
    'basic.user-case',
    'a user in the other case',
    'users are folded before they are compared',
    (c) => [otherCase(c.username), c.password],
    true,
  ),
  pair(
    'basic.user-space',
    'a user followed by a space',
    'users are trimmed',
    (c) => [`${c.username} `, c.password],
    true,
  ),
  pair(
    'basic.password-space',
    'a password followed by a space',
    'passwords are trimmed',
    (c) => [c.username, `${c.password} `],
    true,
  ),
  pair(
    'basic.user-prefix',
    'a user with the last character cut off',
    PARTIAL,
    (c) => [c.username.slice(0, -1), c.password],
    true,
  ),
  pair('basic.colon-in-user', 'a colon inside the user', SPLIT, (c) => [`${c.username}:x`, c.password], true),
  pair(
    'basic.percent',
    'a percent-encoded password',
    'the password is decoded before it is compared',
    (c) => [c.username, `%${c.password.charCodeAt(0).toString(16).padStart(2, '0')}${c.password.slice(1)}`],
    true,
  ),
  pair(
    'basic.user-null',
    'the user null with the password null',
    'a value that is compared after conversion to a string',
    () => ['null', 'null'],
  ),
  pair(
    'basic.user-undefined',
    'the user undefined with the password undefined',
    'a value that is compared after conversion to a string',
    () => ['undefined', 'undefined'],
  ),
  pair('basic.user-proto', 'the user __proto__', 'users are looked up in a plain object', () => ['__proto__', 'x']),
  pair(
    'basic.user-constructor',
    'the user constructor with an empty password',
    'users are looked up in a plain object',
    () => ['constructor', ''],
  ),
  pair('basic.sql', 'an SQL fragment as the user', 'the user is written into a query', () => ["' OR 1=1 --", 'x']),
  pair(
    'basic.regex',
    'the pattern .* as the password',
    'the password is used as a regular expression',
    (c) => [c.username, '.*'],
    true,
  ),
  pair('basic.admin', 'the user admin with the password admin', 'a default account', () => ['admin', 'admin']),
  ...(
    [
      ['guest', 'guest'],
      ['test', 'test'],
      ['user', 'user'],
      ['root', 'root'],
      ['admin', 'password'],
    ] as const
  ).map(([user, password]) =>
    pair(`basic.known-${user}`, `the user ${user} with the password ${password}`, 'a default account', () => [
      user,
      password,
    ]),
  ),
  pair('basic.long', 'a password of 4,096 characters', 'an exception on long input is taken for a pass', (c) => [
    c.username,
    'p'.repeat(4_096),
  ]),
  crossPair(),
  ...BASIC_LINES,
]
