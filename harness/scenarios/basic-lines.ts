import { base64 } from '../text/encoding.ts'
import { line, request, SPLIT } from './basic-row.ts'
import { withAuthorization, withHeader, withQuery } from '../subject/place.ts'
import type { Row } from './row.ts'

const SCHEME = 'the scheme is not tested, or with an unanchored pattern'
const LENIENT = 'a lenient decoder: one credential has several spellings (docs/semantics.md section 6)'
const AMBIGUOUS = 'of several credentials one is picked, so two readers can disagree'

/** Other spellings of the line `Authorization: Basic`, several of them, and other places for what it holds. */
export const BASIC_LINES: readonly Row[] = [
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
