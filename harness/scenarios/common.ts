import { fixtureInvalidRows } from './fixture-invalid.ts'
import { withKey } from '../subject/place.ts'
import { isValidText, knownText, type Subject } from '../subject/leaf-subject.ts'
import type { Row } from './row.ts'

/** Rows of every credential, whatever its form. */
export const COMMON_ROWS: readonly Row[] = [
  {
    name: 'missing',
    title: 'a request without a credential',
    cause: 'the route is not protected at all, or its handler runs before its authenticator has answered',
    cwe: 306,
    presented: 'absent',
    request: (subject) => (admitsByAddress(subject) ? undefined : subject.bare),
  },
]

/** An address cannot be left out: an invalid one is a row of its own. */
function admitsByAddress({ leaf, valid }: Subject): boolean {
  return leaf.carrier.in === 'request' && valid.some(({ value }) => value.type === 'parts' && value.from !== undefined)
}

/** Rows made from what the fixtures name, and from the application's other credentials. */
export const FIXTURE_ROWS: readonly Row[] = [
  ...fixtureInvalidRows('key', {
    title: 'a credential that the fixtures call invalid',
    cause:
      'when a credential ends, or that it was revoked, is not looked at: its time is not compared with the clock, or it is still in the table that is asked',
    cwe: 613,
    calls: false,
  }),
  {
    name: 'swap.other-route-cred',
    title: 'a good key of another authenticator',
    cause: 'the wrong instance is bound, or all keys are looked up in one table',
    cwe: 863,
    presented: 'wrong',
    calls: false,
    request: (subject) => {
      const other = subject.foreign.map(knownText).find((text) => text !== undefined && !isValidText(subject, text))
      return other === undefined ? undefined : withKey(subject.bare, subject.leaf, other)
    },
  },
]
