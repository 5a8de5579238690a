import type { Carrier } from '../../server/internal.ts'
import { textOf } from '../subject/leaf-subject.ts'
import { withAuthorization } from '../subject/place.ts'
import { type Row, rowsOf } from './row.ts'

const SCHEME = 'the scheme is not tested, or with an unanchored pattern'
const AMBIGUOUS = 'of several credentials one is picked, so two readers can disagree'

const line = rowsOf((subject, write: (scheme: string, text: string) => string) => {
  const { scheme } = subject.leaf.carrier as Extract<Carrier, { in: 'authorization' }>
  return withAuthorization(subject.bare, write(scheme, textOf(subject)))
})

/** Two lines. */
const lines = rowsOf((subject, write: (scheme: string, text: string) => readonly [string, string]) => {
  const { scheme } = subject.leaf.carrier as Extract<Carrier, { in: 'authorization' }>
  return write(scheme, textOf(subject)).reduce(withAuthorization, subject.bare)
})

/** A text in the `Authorization` header, behind a scheme that has no rows of its own. */
export const AUTHORIZATION_ROWS: readonly Row[] = [
  ...line('schemes have no case (RFC 9110 section 11.1)', 'good', {
    'scheme.lower': [
      'a good credential after its scheme in small letters',
      (scheme, text) => `${scheme.toLowerCase()} ${text}`,
    ],
    'scheme.upper': [
      'a good credential after its scheme in capitals',
      (scheme, text) => `${scheme.toUpperCase()} ${text}`,
    ],
  }),
  ...line(SCHEME, 'absent', {
    'scheme.bare': ['a good credential without its scheme', (_, text) => text],
    'scheme.other': ['a good credential after another scheme', (_, text) => `Svc-Other ${text}`],
    'scheme.bearer': ['a good credential after Bearer', (_, text) => `Bearer ${text}`],
    'scheme.basic': ['a good credential after Basic', (_, text) => `Basic ${text}`],
    'scheme.longer': [
      'a good credential after a scheme that begins like its own',
      (scheme, text) => `${scheme}s ${text}`,
    ],
    'scheme.glued': ['a good credential right after its scheme', (scheme, text) => `${scheme}${text}`],
    'scheme.before': ['a good credential after a word and its scheme', (scheme, text) => `X ${scheme} ${text}`],
  }),
  ...line(AMBIGUOUS, 'unusable', {
    'scheme.twice': [
      'a good credential after its scheme written twice',
      (scheme, text) => `${scheme} ${scheme} ${text}`,
    ],
  }),
  ...line('an empty credential equals a missing setting', 'unusable', {
    'scheme.only': ['the scheme without a credential', (scheme) => scheme],
  }),
  ...lines(AMBIGUOUS, 'unusable', {
    'scheme.dup-last': ['a bad line followed by a good one', (scheme, text) => [`${scheme} bad`, `${scheme} ${text}`]],
    'scheme.dup-first': ['a good line followed by a bad one', (scheme, text) => [`${scheme} ${text}`, `${scheme} bad`]],
  }),
]
