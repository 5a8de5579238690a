import { numbered } from '../model/row-name.ts'
import { fixtureInvalidRows, INVALID } from './fixture-invalid.ts'
import { withKey } from '../subject/place.ts'
import { isValidText, knownText, type Subject } from '../subject/leaf-subject.ts'
import { haveTwoPurposes } from '../text/token.ts'
import type { Row } from './row.ts'

/** As many tokens for other purposes as are tried. */
const PURPOSES = 3

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
  ...fixtureInvalidRows('key', INVALID),
  {
    name: 'swap.other-route-cred',
    title: 'a good key of another authenticator',
    cause: 'the wrong instance is bound, or all keys are looked up in one table',
    cwe: 863,
    presented: 'wrong',
    calls: false,
    request: (subject) => {
      const [other] = foreignTexts(subject)
      return other === undefined ? undefined : withKey(subject.bare, subject.leaf, other)
    },
  },
  ...Array.from({ length: PURPOSES }, (_, at): Row => ({
    name: 'swap.other-purpose',
    ...numbered(at),
    title: 'a good token that was made for another purpose',
    cause: 'every token of the issuer passes: its purpose (aud, typ, type) is not compared with the one that is due',
    cwe: 863,
    presented: 'wrong',
    calls: false,
    request: (subject) => {
      const own = knownText(subject.good)
      const others = own === undefined ? [] : foreignTexts(subject).filter((text) => haveTwoPurposes(own, text))
      const other = others[at]
      return other === undefined ? undefined : withKey(subject.bare, subject.leaf, other)
    },
  })),
]

/** A text of each other authenticator of the application that is not good for this one. */
function foreignTexts(subject: Subject): readonly string[] {
  const texts = new Map<string, string>()
  for (const credential of subject.foreign) {
    const text = knownText(credential)
    if (text === undefined || texts.has(credential.authenticator) || isValidText(subject, text)) continue
    texts.set(credential.authenticator, text)
  }
  return [...texts.values()]
}
