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
  line('scheme.bare', 'a good credential without its scheme', SCHEME, 'absent', (_, text) => text),
  line('scheme.other', 'a good credential after another scheme', SCHEME, 'absent', (_, text) => `Svc-Other ${text}`),
  line('scheme.basic', 'a good credential after Basic', SCHEME, 'absent', (_, text) => `Basic ${text}`),
  line(
    'scheme.longer',
    'a good credential after a scheme that begins like its own',
    SCHEME,
    'absent',
    (scheme, text) => `${scheme}s ${text}`,
  ),
  line(
    'scheme.before',
    'a good credential after a word and its scheme',
    SCHEME,
    'absent',
    (scheme, text) => `X ${scheme} ${text}`,
  ),
  line(
    'scheme.twice',
    'a good credential after its scheme written twice',
    AMBIGUOUS,
    'unusable',
    (scheme, text) => `${scheme} ${scheme} ${text}`,
  ),
]
