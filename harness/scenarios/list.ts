import type { AuthDescription } from 'svc'
import { type Carrier, isSameCarrier, isText, leavesOf } from '../../server/internal.ts'
import type { RowIn } from '../model/row-name.ts'
import type { Scenario } from '../model/scenario.ts'
import type { Presented } from '../subject/oracle.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { isValidText, knownText } from '../subject/leaf-subject.ts'
import { withCredential, withKey, withWrong } from '../subject/place.ts'

interface Combination {
  readonly name: Exclude<RowIn<'list'>, 'exchanged'>
  readonly title: string
  readonly cause: string
  /** The credential for each member of the list. */
  readonly bring: (member: number, count: number) => Presented
}

const FIRST_WINS = 'the list is tried in another order, or goes on after the first that passes'
const FALLS = 'a wrong credential ends the list, or a missing one passes it'

const COMBINATIONS: readonly Combination[] = [
  ...combinations(FALLS, {
    'first-only': ['a good credential of the first member only', (i) => (i === 0 ? 'good' : 'absent')],
    'last-only': ['a good credential of the last member only', (i, n) => (i === n - 1 ? 'good' : 'absent')],
  }),
  ...combinations(FIRST_WINS, {
    'all-good': ['a good credential of every member', () => 'good'],
  }),
  ...combinations('several refusals add up to a pass', {
    'all-wrong': ['a wrong credential of every member', () => 'wrong'],
  }),
  ...combinations(FALLS, {
    'first-wrong-rest-good': [
      'a wrong credential of the first member with good ones of the others',
      (i) => (i === 0 ? 'wrong' : 'good'),
    ],
  }),
  ...combinations(FIRST_WINS, {
    'first-good-rest-wrong': [
      'a good credential of the first member with wrong ones of the others',
      (i) => (i === 0 ? 'good' : 'wrong'),
    ],
  }),
  ...combinations(FALLS, {
    'last-good-rest-wrong': [
      'a good credential of the last member with wrong ones of the others',
      (i, n) => (i === n - 1 ? 'good' : 'wrong'),
    ],
    'first-wrong': ['a wrong credential of the first member only', (i) => (i === 0 ? 'wrong' : 'absent')],
    'last-wrong': ['a wrong credential of the last member only', (i, n) => (i === n - 1 ? 'wrong' : 'absent')],
  }),
]

function combinations(
  cause: string,
  table: Readonly<Partial<Record<Combination['name'], readonly [title: string, bring: Combination['bring']]>>>,
): readonly Combination[] {
  return Object.entries(table).map(([name, [title, bring]]) => ({
    name: name as Combination['name'],
    title,
    cause,
    bring,
  }))
}

/** Mixtures of good, wrong and missing credentials over the members of a list or of `all`. */
export function listScenarios(subject: RouteSubject): readonly Scenario[] {
  const members = membersOf(subject.route.auth)
  if (members === undefined || members.length < 2) return []
  const pairs = members.flatMap((from) => members.flatMap((to) => (from === to ? [] : [[from, to] as const])))
  return [
    ...COMBINATIONS.flatMap((combination) => combine(subject, members, combination) ?? []),
    ...(subject.route.auth.kind === 'all' ? [] : pairs.flatMap(([from, to]) => exchange(subject, from, to) ?? [])),
  ]
}

/** The good text of one member where another looks: what it gives in its own place, it may give there too. */
function exchange(subject: RouteSubject, from: number, to: number): Scenario | undefined {
  const [own, other] = [subject.goodRequest(from), subject.subject(to)]
  const text = knownText(subject.good(from))
  if (own === undefined || other === undefined || text === undefined || isValidText(other, text)) return undefined
  if (!isText(other.leaf.carrier) || isSameCarrier(subject.leaf(from).carrier, other.leaf.carrier)) return undefined
  const moved = withKey(other.bare, other.leaf, text)
  return createScenario({
    route: subject.route,
    row: 'list.exchanged',
    variant: `${subject.leaf(from).name}-${other.leaf.name}`,
    family: 'list',
    expect: 'deny',
    authenticator: other.leaf.name,
    title: 'a good credential of one member in the place of another',
    cause: 'all keys are looked up in one table, so that one of another kind counts where it is not meant to',
    cwe: 863,
    steps: [
      subject.step(own.request, own.presentation, 'deny', false),
      subject.step(moved, subject.presentation(to, 'wrong', text), 'deny', false),
    ],
  })
}

/** Indexes of the members, where all of them are authenticators that are not made of others. */
function membersOf(auth: AuthDescription): readonly number[] | undefined {
  if (auth.kind === 'check' || auth.kind === 'optional') return membersOf(auth.member)
  if (auth.kind !== 'list' && auth.kind !== 'all') return undefined
  return auth.members.every((member) => leavesOf(member).length === 1 && leavesOf(member)[0] === member)
    ? auth.members.map((_, i) => i)
    : undefined
}

function combine(subject: RouteSubject, members: readonly number[], combination: Combination): Scenario | undefined {
  let request = subject.plain
  const presentation: Record<number, Presented> = {}
  const placed: number[] = []
  for (const member of members) {
    const leaf = subject.leaf(member)
    const bring = combination.bring(member, members.length)
    if (bring === 'absent') continue
    if (placed.some((other) => collide(subject.leaf(other).carrier, leaf.carrier))) return undefined
    const good = subject.good(member)
    if (bring === 'good') {
      if (good === undefined) return undefined
      request = withCredential(request, leaf, good.value)
    } else {
      const wrong = withWrong(request, leaf)
      if (wrong === undefined) return undefined
      request = wrong
    }
    presentation[member] = bring
    placed.push(member)
  }
  for (const member of members) {
    if (
      presentation[member] === undefined &&
      placed.some((other) => isSameCarrier(subject.leaf(other).carrier, subject.leaf(member).carrier))
    )
      return undefined
  }
  const step = subject.step(request, presentation)
  return createScenario({
    route: subject.route,
    row: `${subject.route.auth.kind === 'all' ? 'all' : 'list'}.${combination.name}`,
    family: 'list',
    title: combination.title,
    cause: combination.cause,
    cwe: 863,
    steps: [step],
  })
}

/** Whether one request cannot hold both credentials: in one place, or both in the `Authorization` line. */
function collide(a: Carrier, b: Carrier): boolean {
  return isSameCarrier(a, b) || (a.in === 'authorization' && b.in === 'authorization')
}
