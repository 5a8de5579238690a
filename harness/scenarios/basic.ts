import { base64, rotateText } from '../text/encoding.ts'
import { BASIC_PATTERNS } from './basic-patterns.ts'
import { BASIC_SPELLINGS } from './basic-spellings.ts'
import { crossPair, line, otherCase, pair, request } from './basic-row.ts'
import { withAuthorization, withHeader, withQuery } from '../subject/place.ts'
import type { Row } from './row.ts'

const PARTIAL = 'comparing with startsWith, endsWith or includes; compare equal lengths whole'
const SCHEME = 'the scheme is not tested, or with an unanchored pattern'
const LENIENT = 'a lenient decoder: one credential has several spellings (docs/semantics.md section 6)'
const AMBIGUOUS = 'of several credentials one is picked, so two readers can disagree'
const SPLIT = 'the text is not split at its first colon (RFC 7617 section 2)'

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
  line(
    'basic.lower',
    'a good credential after basic',
    'schemes have no case (RFC 9110 section 11.1)',
    'good',
    (b) => `basic ${b}`,
  ),
  line(
    'basic.upper',
    'a good credential after BASIC',
    'schemes have no case (RFC 9110 section 11.1)',
    'good',
    (b) => `BASIC ${b}`,
  ),
  line('basic.glued', 'a good credential right after Basic', SCHEME, 'absent', (b) => `Basic${b}`),
  line('basic.before', 'a good credential after a word and Basic', SCHEME, 'absent', (b) => `X Basic ${b}`),
  line('basic.bearer-scheme', 'a good credential after Bearer', SCHEME, 'absent', (b) => `Bearer ${b}`),
  line('basic.bare', 'a good credential without a scheme', SCHEME, 'absent', (b) => b),
  line('basic.two-spaces', 'a good credential after two spaces', LENIENT, 'unusable', (b) => `Basic  ${b}`),
  line('basic.tab', 'a good credential after a tab', LENIENT, 'unusable', (b) => `Basic\t${b}`),
  line(
    'basic.plain',
    'a good credential in plain text',
    LENIENT,
    'unusable',
    (_b, c) => `Basic ${c.username}:${c.password}`,
  ),
  line('basic.no-colon', 'a user without a colon', SPLIT, 'unusable', (_b, c) => `Basic ${base64(c.username)}`),
  line('basic.no-colon-password', 'a password without a colon', SPLIT, 'unusable', (_b, c) =>
    c.password.includes(':') ? undefined : `Basic ${base64(c.password)}`,
  ),
  line(
    'basic.lone-colon',
    'a lone colon',
    'an empty credential equals a missing setting',
    'unusable',
    () => `Basic ${base64(':')}`,
  ),
  line(
    'basic.scheme-only',
    'the scheme without a credential',
    'an empty credential equals a missing setting',
    'unusable',
    () => 'Basic',
  ),
  line('basic.not-base64', 'a text that is not base64', LENIENT, 'unusable', () => 'Basic !!!!'),
  line(
    'basic.inner-space',
    'a good credential with a space inside',
    LENIENT,
    'unusable',
    (b) => `Basic ${b.slice(0, 4)} ${b.slice(4)}`,
  ),
  line('basic.padding-extra', 'a good credential with more padding', LENIENT, 'unusable', (b) => `Basic ${b}=`),
  line('basic.padding-missing', 'a good credential without its padding', LENIENT, 'unusable', (b) =>
    b.endsWith('=') ? `Basic ${b.replace(/=+$/, '')}` : undefined,
  ),
  line('basic.junk-after', 'a good credential followed by a word', AMBIGUOUS, 'unusable', (b) => `Basic ${b} x`),
  line(
    'basic.comma-after',
    'a good credential followed by a comma and another one',
    AMBIGUOUS,
    'unusable',
    (b) => `Basic ${b}, Basic eDp5`,
  ),
  line(
    'basic.latin1',
    'a credential with a byte that is not UTF-8',
    LENIENT,
    'unusable',
    (_b, c) => `Basic ${Buffer.from(`${c.username}:${c.password}\u00ff`, 'latin1').toString('base64')}`,
  ),
  line(
    'basic.control',
    'a good credential followed by a NUL',
    'the password is cut at a NUL (RFC 7617 forbids it)',
    'unusable',
    (_b, c) => `Basic ${base64(`${c.username}:${c.password}\u0000`)}`,
  ),
  line(
    'basic.newline',
    'a good credential followed by a line feed',
    'the password is trimmed (RFC 7617 forbids control characters)',
    'unusable',
    (_b, c) => `Basic ${base64(`${c.username}:${c.password}\n`)}`,
  ),
  line('basic.url-safe', 'a good credential in the URL-safe alphabet', LENIENT, 'unusable', (b) =>
    /[+/]/.test(b) ? `Basic ${b.replaceAll('+', '-').replaceAll('/', '_')}` : undefined,
  ),
  request('basic.dup-last', 'a bad line followed by a good one', AMBIGUOUS, 'unusable', (r, b) =>
    withAuthorization(withAuthorization(r, 'Basic eDp5'), `Basic ${b}`),
  ),
  request('basic.dup-first', 'a good line followed by a bad one', AMBIGUOUS, 'unusable', (r, b) =>
    withAuthorization(withAuthorization(r, `Basic ${b}`), 'Basic eDp5'),
  ),
  request('basic.dup-same', 'the same good line twice', AMBIGUOUS, 'unusable', (r, b) =>
    withAuthorization(withAuthorization(r, `Basic ${b}`), `Basic ${b}`),
  ),
  request(
    'basic.proxy',
    'a good line in Proxy-Authorization',
    'the line is read in more places than Authorization',
    'absent',
    (r, b) => withHeader(r, 'Proxy-Authorization', `Basic ${b}`),
  ),
  request(
    'basic.query',
    'a good credential as parameters of the query',
    'the credential is read in more places than Authorization',
    'absent',
    (r, _b, c) =>
      withQuery(
        withQuery(r, `username=${encodeURIComponent(c.username)}`),
        `password=${encodeURIComponent(c.password)}`,
      ),
  ),
]
