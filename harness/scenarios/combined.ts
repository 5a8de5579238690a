import type { LeafDescription } from 'svc'
import { leavesOf } from '../../server/internal.ts'
import {
  type Combine,
  combinedPath,
  combinedRoute,
  optionalOf,
  type Part,
  readerOf,
  verdictOfStub,
} from '../copies/combinations.ts'
import { type Credential, NO_FIXTURE } from '../model/fixtures.ts'
import type { RowName, RowUse } from '../model/row-name.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import type { PlanContext } from '../subject/plan-input.ts'
import type { Presented } from '../subject/oracle.ts'
import { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { COMBINED_ROWS, type CombinedRow } from './combined-rows.ts'
import { kindScenarios } from './kind-scenarios.ts'
import { withCredential, withWrong } from '../subject/place.ts'
import { isOwnScheme, READINGS } from './readings.ts'
import type { Row } from './row.ts'

/** Combinations that have more rows than one: whatever the kind can be sent as, and what reaches the hook of it. */
const OPTIONAL = 'optional'
const READER = 'reader'

/** The combinations that the copy serves, by name. */
export const COMBINATIONS: Readonly<Record<string, Combine>> = {
  ...Object.fromEntries(COMBINED_ROWS.map(({ name, combine }) => [name, combine])),
  [OPTIONAL]: optionalOf,
  [READER]: readerOf,
}

/** The authenticators of a route that no earlier route has, each as a member of every combination in the copy. */
export function combinedScenarios(subject: RouteSubject): readonly Scenario[] {
  return leavesOf(subject.route.auth).flatMap((leaf, index) => {
    const number = subject.input.knownLeaves.findIndex(({ name }) => name === leaf.name)
    if (!isFirst(subject, leaf, index)) return []
    const rows = isFirstOfKind(subject, leaf) ? COMBINED_ROWS : []
    const on = (name: string): RouteSubject => {
      const { description } = (COMBINATIONS[name] as Combine)(descriptionOnly(leaf))
      const route = combinedRoute(subject.route, leaf, combinedPath(number, name), description)
      return new RouteSubject(route, withInputs(subject, leaf, route.key), (declared) => declared)
    }
    return [
      ...rows.flatMap((row) => combinedScenario(subject, on(row.name), leaf, row)),
      ...optionalScenarios(subject, on(OPTIONAL), leaf),
      ...readingScenarios(subject, on(READER), leaf),
    ]
  })
}

/**
 * The same users may in the copy: a session may say more of its user than the application does now. A function of the request may have signed its query,
 * fields and body: it gets those of its route, too.
 */
function withInputs({ input, fixture }: RouteSubject, { carrier }: LeafDescription, key: string): PlanContext {
  const { query, headers, body, allow, deny } = fixture
  const signed = carrier.in === 'request' ? { query, headers, ...(body === undefined ? {} : { body }) } : {}
  const inputs = { ...NO_FIXTURE, allow, deny, ...signed }
  return { ...input, fixtures: { ...input.fixtures, routes: { ...input.fixtures.routes, [key]: inputs } } }
}

function isFirst(subject: RouteSubject, { name }: LeafDescription, index: number): boolean {
  const first = subject.input.routes.find(({ auth }) => leavesOf(auth).some((leaf) => leaf.name === name))
  return first?.key === subject.route.key && subject.leaves.findIndex((leaf) => leaf.name === name) === index
}

/**
 * Whether no other authenticator with a good credential travels as this one does: its own verdicts are tried on its routes,
 * and in a list or behind a guard nothing more is asked of it.
 */
function isFirstOfKind({ input }: RouteSubject, leaf: LeafDescription): boolean {
  if (leaf.carrier.in === 'request') return true
  const isGood = ({ name }: LeafDescription): boolean => input.fixtures.valid[name] !== undefined
  const alike = input.knownLeaves.filter((other) => kindOf(other) === kindOf(leaf))
  return (alike.find(isGood) ?? alike[0])?.name === leaf.name
}

/** How a credential travels, and who reads it: authenticators of one kind are read by the same code of svc. */
function kindOf({ kind, carrier, superuser }: LeafDescription): string {
  return [kind, carrier.in, 'scheme' in carrier ? carrier.scheme : '', superuser === true].join(' ')
}

function combinedScenario(
  home: RouteSubject,
  on: RouteSubject,
  leaf: LeafDescription,
  row: CombinedRow,
): readonly Scenario[] {
  if (row.notFor === leaf.carrier.in) return []
  const own = on.leaves.indexOf(leaf)
  const request = bringTo(on, own, row.bring)
  if (request === undefined) return []
  const presented = on.leaves.map(({ name }, i): Presented => (i === own ? row.bring : verdictOfStub(name)))
  const predicted = on.step(request, Object.fromEntries(presented.entries()))
  const step: Step = {
    ...predicted,
    ...(row.expect === undefined ? {} : { expect: row.expect }),
    ...(row.principal === undefined ? {} : { principal: row.principal }),
    ...(row.bring === 'good' ? { extra: { about: 'copy', good: leaf.name } } : {}),
  }
  return [atHome(home, on, leaf, { ...row, row: `combined.${row.name}` }, step)]
}

/** `undefined` where it is not known how to bring that. */
function bringTo(on: RouteSubject, own: number, bring: CombinedRow['bring']): Step['request'] | undefined {
  const leaf = on.leaf(own)
  const credential = on.good(own)
  switch (bring) {
    case 'good':
      // The path of a copy is another one than that which was signed.
      if (credential !== undefined && signsPath(credential)) return undefined
      return credential && withCredential(on.plain, leaf, credential.value)
    case 'wrong': {
      // An authenticator of an own kind may read its own form alone, and refuse any other before it asks.
      const [invalid] = isOwnScheme(leaf.carrier) ? on.invalid(own) : []
      return invalid === undefined ? withWrong(on.plain, leaf) : withCredential(on.plain, leaf, invalid.value)
    }
    case 'absent':
      // A client that a function accepts by its address passes without a credential.
      return leaf.carrier.in === 'request' && on.invalid(own).length === 0 ? undefined : on.plain
  }
}

function signsPath({ value }: Credential): boolean {
  return (value.type === 'parts' || value.type === 'key') && value.signs?.includes('path') === true
}

/** A credential that is there must be right, however it is written; an absent one is not needed. */
function optionalScenarios(home: RouteSubject, on: RouteSubject, leaf: LeafDescription): readonly Scenario[] {
  if (leaf.carrier.in === 'request') return []
  return kindScenarios(on, 0, (row) => isTelling(row, leaf)).map((scenario) =>
    atHome(
      home,
      on,
      leaf,
      { ...scenario, form: 'optional', title: `${scenario.title} for an optional authenticator` },
      scenario.steps[0] as Step,
    ),
  )
}

const TELLING: ReadonlySet<RowName> = new Set([
  'key.wrong',
  'key.empty',
  'basic.wrong',
  'session.empty',
  'session.garbage',
])

/** Presence and absence are what matters here; every wrong value and every wrong place is tried where one is needed. */
function isTelling({ name, presented }: Row, { carrier }: LeafDescription): boolean {
  if (presented === 'unusable' || name === 'missing') return true
  if (presented === 'absent') return carrier.in === 'authorization'
  return presented === 'wrong' && TELLING.has(name)
}

/** A hook receives the bytes that were sent: not decoded, folded, trimmed, normalised or split otherwise. */
function readingScenarios(home: RouteSubject, on: RouteSubject, leaf: LeafDescription): readonly Scenario[] {
  return READINGS.flatMap(({ name, title, cause, cwe, send }) => {
    const sent = send(on.plain, leaf)
    if (sent === undefined) return []
    const step = { ...on.step(sent.request, { 0: 'good' }), principal: { credential: sent.credential } }
    const facts = { row: `reads.${name}` as const, title, cause, cwe }
    return [atHome(home, on, leaf, facts, step)]
  })
}

function atHome(
  home: RouteSubject,
  on: RouteSubject,
  leaf: LeafDescription,
  {
    row,
    variant,
    form,
    title,
    cause,
    cwe,
    transport,
  }: RowUse & Pick<Scenario, 'title' | 'cause' | 'cwe'> & Partial<Pick<Scenario, 'transport'>>,
  step: Step,
): Scenario {
  return createScenario({
    route: home.route,
    row,
    ...(variant === undefined ? {} : { variant }),
    ...(form === undefined ? {} : { form }),
    family: 'list',
    exercise: 'wrapped',
    authenticator: leaf.name,
    title,
    cause,
    cwe,
    transport,
    steps: [step],
    extra: { about: 'combined', on: on.route },
  })
}

function descriptionOnly(description: LeafDescription): Part {
  return { value: undefined, description }
}
