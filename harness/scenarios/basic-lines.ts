import { base64 } from '../text/encoding.ts'
import { line, request, SPLIT } from './basic-row.ts'
import { withAuthorization, withHeader, withQuery } from '../subject/place.ts'
import type { Row } from './row.ts'

const SCHEME = 'the scheme is not tested, or with an unanchored pattern'
const LENIENT = 'a lenient decoder: one credential has several spellings (docs/semantics.md section 6)'
const AMBIGUOUS = 'of several credentials one is picked, so two readers can disagree'

const ASCII = /^[ -~]*$/

/** Other spellings of the line `Authorization: Basic`, several of them, and other places for what it holds. */
// oxfmt-ignore
export const BASIC_LINES: readonly Row[] = [
  ...line('schemes have no case (RFC 9110 section 11.1)', 'good', {
    'basic.lower': ['a good credential after basic', (b) => `basic ${b}`],
    'basic.upper': ['a good credential after BASIC', (b) => `BASIC ${b}`],
  }),
  ...line(SCHEME, 'absent', {
    'basic.glued': ['a good credential right after Basic', (b) => `Basic${b}`],
    'basic.before': ['a good credential after a word and Basic', (b) => `X Basic ${b}`],
    'basic.bearer-scheme': ['a good credential after Bearer', (b) => `Bearer ${b}`],
    'basic.bare': ['a good credential without a scheme', (b) => b],
  }),
  ...line(LENIENT, 'unusable', {
    'basic.two-spaces': ['a good credential after two spaces', (b) => `Basic  ${b}`],
    'basic.tab': ['a good credential after a tab', (b) => `Basic\t${b}`],
    // Other bytes than ASCII make a header field that a server may refuse before it looks at a credential.
    'basic.plain': [
      'a good credential in plain text',
      (_b, c) => (ASCII.test(c.username + c.password) ? `Basic ${c.username}:${c.password}` : undefined),
    ],
  }),
  ...line(SPLIT, 'unusable', {
    'basic.no-colon': ['a user without a colon', (_b, c) => `Basic ${base64(c.username)}`],
    'basic.no-colon-password': ['a password without a colon', (_b, c) => (c.password.includes(':') ? undefined : `Basic ${base64(c.password)}`)],
  }),
  ...line('an empty credential equals a missing setting', 'unusable', {
    'basic.lone-colon': ['a lone colon', () => `Basic ${base64(':')}`],
    'basic.scheme-only': ['the scheme without a credential', () => 'Basic'],
  }),
  ...line(LENIENT, 'unusable', {
    'basic.not-base64': ['a text that is not base64', () => 'Basic !!!!'],
    'basic.inner-space': ['a good credential with a space inside', (b) => `Basic ${b.slice(0, 4)} ${b.slice(4)}`],
    'basic.padding-extra': ['a good credential with more padding', (b) => `Basic ${b}=`],
    'basic.padding-missing': ['a good credential without its padding', (b) => (b.endsWith('=') ? `Basic ${b.replace(/=+$/, '')}` : undefined)],
  }),
  ...line(AMBIGUOUS, 'unusable', {
    'basic.junk-after': ['a good credential followed by a word', (b) => `Basic ${b} x`],
    'basic.comma-after': ['a good credential followed by a comma and another one', (b) => `Basic ${b}, Basic eDp5`],
  }),
  ...line(LENIENT, 'unusable', {
    'basic.latin1': [
      'a credential with a byte that is not UTF-8',
      (_b, c) => `Basic ${Buffer.from(`${c.username}:${c.password}\u00ff`, 'latin1').toString('base64')}`,
    ],
  }),
  ...line('the password is cut at a NUL (RFC 7617 forbids it)', 'unusable', {
    'basic.control': ['a good credential followed by a NUL', (_b, c) => `Basic ${base64(`${c.username}:${c.password}\u0000`)}`],
  }),
  ...line('the password is trimmed (RFC 7617 forbids control characters)', 'unusable', {
    'basic.newline': ['a good credential followed by a line feed', (_b, c) => `Basic ${base64(`${c.username}:${c.password}\n`)}`],
  }),
  ...line(LENIENT, 'unusable', {
    'basic.url-safe': [
      'a good credential in the URL-safe alphabet',
      (b) => (/[+/]/.test(b) ? `Basic ${b.replaceAll('+', '-').replaceAll('/', '_')}` : undefined),
    ],
  }),
  ...request(AMBIGUOUS, 'unusable', {
    'basic.dup-last': ['a bad line followed by a good one', (r, b) => withAuthorization(withAuthorization(r, 'Basic eDp5'), `Basic ${b}`)],
    'basic.dup-first': ['a good line followed by a bad one', (r, b) => withAuthorization(withAuthorization(r, `Basic ${b}`), 'Basic eDp5')],
    'basic.dup-same': ['the same good line twice', (r, b) => withAuthorization(withAuthorization(r, `Basic ${b}`), `Basic ${b}`)],
  }),
  ...request('the line is read in more places than Authorization', 'absent', {
    'basic.proxy': ['a good line in Proxy-Authorization', (r, b) => withHeader(r, 'Proxy-Authorization', `Basic ${b}`)],
  }),
  ...request('the credential is read in more places than Authorization', 'absent', {
    'basic.query': [
      'a good credential as parameters of the query',
      (r, _b, c) =>
        withQuery(
          withQuery(r, `username=${encodeURIComponent(c.username)}`),
          `password=${encodeURIComponent(c.password)}`,
        ),
    ],
  }),
]
