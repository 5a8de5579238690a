import { numbered } from '../model/row-name.ts'
import { withCredential } from '../subject/place.ts'
import type { Row } from './row.ts'

/** As many bad credentials of one authenticator as the fixtures can name and a run tries. */
const TRIED = 8

/** A row for each bad credential that the fixtures name, sent whole. */
export function fixtureInvalidRows(
  family: 'key' | 'callable' | 'session',
  facts: Pick<Row, 'title' | 'cause' | 'cwe' | 'calls'>,
): readonly Row[] {
  return Array.from({ length: TRIED }, (_, at): Row => ({
    name: `${family}.fixture-invalid`,
    ...numbered(at),
    ...facts,
    presented: 'wrong',
    request: (subject) => {
      const bad = subject.invalid[at]
      return bad && withCredential(subject.bare, subject.leaf, bad.value)
    },
  }))
}
