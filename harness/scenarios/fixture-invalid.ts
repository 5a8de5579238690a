import type { Credential } from '../model/fixtures.ts'
import { numbered, type RowName } from '../model/row-name.ts'
import { withCredential } from '../subject/place.ts'
import type { Row } from './row.ts'

/** As many bad credentials of one authenticator as the fixtures can name and a run tries. */
const TRIED = 10

/** A key, token or password that was good before. */
export const INVALID: Pick<Row, 'title' | 'cause' | 'cwe' | 'calls'> = {
  title: 'a credential that the fixtures call invalid',
  cause:
    'when a credential ends, or that it was revoked, is not looked at: its time is not compared with the clock, or it is still in the table that is asked',
  cwe: 613,
  calls: false,
}

/** A row for each bad credential that the fixtures name, sent whole. */
export function fixtureInvalidRows(
  family: 'key' | 'basic' | 'callable' | 'session',
  facts: Pick<Row, 'title' | 'cause' | 'cwe' | 'calls'>,
): readonly Row[] {
  return invalidRows(`${family}.fixture-invalid`, facts, ({ synthetic }) => !synthetic)
}

/** A row for each bad credential that was made from a good one, sent whole. */
export function wrongPartRows(facts: Pick<Row, 'title' | 'cause' | 'cwe'>): readonly Row[] {
  return invalidRows('callable.wrong-part', facts, ({ synthetic }) => synthetic)
}

function invalidRows(
  name: RowName,
  facts: Pick<Row, 'title' | 'cause' | 'cwe' | 'calls'>,
  isOfRow: (credential: Credential) => boolean | undefined,
): readonly Row[] {
  return Array.from({ length: TRIED }, (_, at): Row => ({
    name,
    ...numbered(at),
    ...facts,
    presented: 'wrong',
    request: (subject) => {
      const bad = subject.invalid.filter(isOfRow)[at]
      return bad && withCredential(subject.bare, subject.leaf, bad.value)
    },
  }))
}
