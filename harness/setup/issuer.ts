import { passesAlone, withIssuer } from '../copies/issued.ts'
import type { FixtureFile } from '../credentials/define.ts'
import { isIssuedFor, type PassesAlone } from '../credentials/issued-tokens.ts'
import { withCredential } from '../subject/place.ts'
import { issuerKeySet } from '../tokens/issuer.ts'
import type { Subject } from './subject.ts'

/** An application whose authenticators of tokens have the harness for their issuer, but for those with a token in the fixtures. */
export function withOwnIssuer(subject: Subject, fixtures: FixtureFile): Subject {
  if (subject.kind === 'remote') return subject
  const api = withIssuer(subject.api, (leaf) =>
    isIssuedFor(fixtures, leaf) ? () => issuerKeySet(leaf.token) : undefined,
  )
  return { ...subject, api }
}

/** Asks the application itself which tokens it lets in; of a run that sends nothing all of them count as good. */
export function passesIn(subject: Subject, dry: boolean): PassesAlone {
  return async (leaf, value) => {
    if (dry || subject.kind === 'remote') return true
    const request = withCredential({ method: 'GET', target: '/', headers: [] }, leaf, { type: 'key', value })
    return passesAlone(subject.api, leaf, request.headers)
  }
}
