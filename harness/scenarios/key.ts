import type { LeafDescription } from 'svc'
import type { RequestData } from '../model/request.ts'
import type { Presented } from '../subject/oracle.ts'
import { FIXTURE_ROWS } from './common.ts'
import { keyPartRows } from './signed-keys.ts'
import { withKey } from '../subject/place.ts'
import type { Derived } from './derived-key.ts'
import { DERIVED } from './wrong-keys.ts'
import { isValidText, knownText, type Subject, textOf } from '../subject/leaf-subject.ts'
import type { Row } from './row.ts'

/** Rows of every credential that is one text: bearer tokens and keys in a query, a header or a cookie. */
export function keyRows(leaf: LeafDescription): readonly Row[] {
  const derived = DERIVED.filter((row) => row.skip?.(leaf) !== true).map((row) => toRow(row, leaf))
  return [...derived, ...keyPartRows(leaf), ...FIXTURE_ROWS]
}

function toRow(derived: Derived, leaf: LeafDescription): Row {
  const inHeader = ['authorization', 'header'].includes(leaf.carrier.in)
  const presented: Presented = derived.trimmed && inHeader ? 'good' : 'wrong'
  return {
    name: derived.name,
    title: derived.title,
    cause:
      presented === 'good'
        ? 'white space around a header value is not part of it (RFC 9110 section 5.5)'
        : derived.cause,
    cwe: derived.cwe,
    presented,
    calls: false,
    ...(derived.expect === undefined ? {} : { expect: derived.expect }),
    request: (subject) => deriveRequest(derived, subject, presented),
  }
}

function deriveRequest(derived: Derived, subject: Subject, presented: Presented): RequestData | undefined {
  if (derived.fromValid && knownText(subject.good) === undefined) return undefined
  const text = derived.derive(textOf(subject), subject.leaf)
  if (text === undefined) return undefined
  // A variation that happens to be a good key, or the same token to its reader, proves nothing.
  if (presented !== 'good' && isValidText(subject, text)) return undefined
  return withKey(subject.bare, subject.leaf, text)
}
