import type { RowName } from '../model/row-name.ts'
import type { KeyState, Scenario, Step } from '../model/scenario.ts'
import { isSafeMethod } from '../../server/internal.ts'
import type { Subject } from '../subject/leaf-subject.ts'
import { withKey } from '../subject/place.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { writeToken } from '../tokens/issuer.ts'
import { issuedFor } from './token-row.ts'

interface KeyRow {
  readonly row: RowName
  readonly title: string
  readonly cause: string
  readonly keys: KeyState
  readonly expect: Extract<Step['expect'], 'deny' | 'unavailable'>
}

const ROWS: readonly KeyRow[] = [
  {
    row: 'jwt.keys-away',
    title: 'a token that was good, while the keys of the issuer cannot be had',
    cause: 'without keys the token is believed, or a refusal blames the client for it: 503 is due',
    keys: 'away',
    expect: 'unavailable',
  },
  {
    row: 'jwt.keys-empty',
    title: 'a token that was good, while the issuer publishes no key',
    cause: 'without keys the token is believed, or a refusal blames the client for it: 503 is due',
    keys: 'empty',
    expect: 'unavailable',
  },
  {
    row: 'jwt.keys-changed',
    title: 'a token that was good, after its key was replaced',
    cause: 'what a key verified is believed after the key was withdrawn',
    keys: 'changed',
    expect: 'deny',
  },
]

/** A token that passed, after the keys of the issuer have changed: in a copy of the application whose keys the harness sets. */
export function keyScenarios(route: RouteSubject, subject: Subject): readonly Scenario[] {
  const { leaf, index, bare, good } = subject
  const issued = issuedFor(subject)
  if (issued === undefined || good === undefined || !isSafeMethod(route.route.method) || route.leaves.length > 1)
    return []
  const request = withKey(bare, leaf, writeToken(issued.good))
  const first: Step = {
    ...route.step(request, route.presentation(index, 'good'), 'deny', false),
    extra: { about: 'issuer', keys: 'usual' },
  }
  return ROWS.map(({ keys, expect, ...row }) =>
    createScenario({
      ...row,
      route: route.route,
      family: 'token',
      authenticator: leaf.name,
      cwe: 324,
      steps: [first, { request, expect, extra: { about: 'issuer', keys } }],
    }),
  )
}
