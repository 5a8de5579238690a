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

/** A text in the `Authorization` header, behind a scheme that has no rows of its own. */
export const AUTHORIZATION_ROWS: readonly Row[] = [
  ...line(SCHEME, 'absent', {
    'scheme.bare': ['a good credential without its scheme', (_, text) => text],
    'scheme.other': ['a good credential after another scheme', (_, text) => `Svc-Other ${text}`],
    'scheme.basic': ['a good credential after Basic', (_, text) => `Basic ${text}`],
    'scheme.longer': [
      'a good credential after a scheme that begins like its own',
      (scheme, text) => `${scheme}s ${text}`,
    ],
    'scheme.before': ['a good credential after a word and its scheme', (scheme, text) => `X ${scheme} ${text}`],
  }),
  ...line(AMBIGUOUS, 'unusable', {
    'scheme.twice': [
      'a good credential after its scheme written twice',
      (scheme, text) => `${scheme} ${scheme} ${text}`,
    ],
  }),
]
