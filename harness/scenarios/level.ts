import type { LeafDescription } from 'svc'
import type { Credential } from '../model/fixtures.ts'
import type { Scenario } from '../model/scenario.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { formatLeaf, isSameCarrier } from '../../server/internal.ts'
import { containsOptional } from '../model/route.ts'
import { withCredential } from '../subject/place.ts'

/** Good credentials of the application's other authenticators, each in its own place: levels replace, they do not add. */
export function levelScenarios(subject: RouteSubject): readonly Scenario[] {
  if (subject.leaves.some((leaf) => leaf.carrier.in === 'request')) return []
  return subject.input.knownLeaves.flatMap((leaf) => {
    const credential = subject.fixtures.valid[leaf.name]?.[0]
    if (credential === undefined || !isForeign(subject, leaf, credential)) return []
    const request = withCredential(subject.plain, leaf, credential.value)
    return createScenario({
      route: subject.route,
      row: 'level.foreign-*',
      variant: leaf.name,
      family: 'level',
      authenticator: leaf.name,
      title: `a good credential of ${leaf.name} (${formatLeaf(leaf)}) on a route that does not ask for it`,
      cause: 'an outer level still applies beside the inner one, or the wrong level is bound',
      cwe: 863,
      steps: [{ request, expect: 'deny' }],
    })
  })
}

function isForeign(subject: RouteSubject, leaf: LeafDescription, credential: Credential): boolean {
  if (leaf.carrier.in === 'request' && credential.value.type === 'parts' && credential.value.from !== undefined)
    return false
  return (
    !subject.leaves.some((own) => own.name === leaf.name || isSameCarrier(own.carrier, leaf.carrier)) &&
    !containsOptional(subject.route.auth)
  )
}
