import { isProtected, type Route } from '../model/route.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { foldName, isTelling, isTime, leavesOfJson, namesOf, textsIn } from '../ask/values.ts'
import { readAt } from '../ask/undocumented.ts'
import { othersOf } from './belongings.ts'
import { Reading } from './reading.ts'
import { type Identities, traitsFor } from './identities.ts'

/** Parameters in which applications let a client say whose list it wants; all of them stand in one request. */
const NAMES: readonly string[] = ['userId', 'user_id', 'user']
/** Owners for one list. */
const MOST = 2

/**
 * Lists of one's own, asked for with the id of another user in the query, which no document has: what only the list of that user has must
 * not come. A list of the owner that is empty says nothing.
 */
export async function exploreNamedLists(world: Exploration, reading: Reading, identities: Identities): Promise<void> {
  for (const route of world.routes) {
    const isList = route.method === 'GET' && isProtected(route) && !route.path.includes('[')
    if (!isList || world.isOver() || world.whyNot(route) !== undefined || !world.wants('resource.list', route)) continue
    const asked = new Set((route.inputs?.query ?? []).map(foldName))
    const names = NAMES.filter((name) => !asked.has(foldName(name)))
    for (const owner of world.users.slice(0, MOST)) {
      const own = reading.of(route).find(({ as, isGood }) => isGood && as?.name === owner.name)
      const id = traitsFor('id', owner.name, identities)[0]?.value
      const [other] = othersOf(owner, route, world)
      if (own === undefined || id === undefined || other === undefined || names.length === 0) continue
      await tryList(
        { route, owner, other, own, query: Object.fromEntries(names.map((name) => [name, id])) },
        world,
        reading,
      )
    }
  }
}

/** Lists of one's own that applications have without a document: keys and sessions of a user. */
const OWN: readonly string[] = ['keys', 'keys/mine', 'api-keys', 'tokens', 'sessions']

/**
 * The same of usual names of such lists that the document does not have, below given prefixes, asked as users of the fixtures. One
 * that is the same for every user is left out.
 *
 * @param at the operation that it is reported at
 * @returns whether there is a finding
 */
export async function exploreUnnamedLists(
  prefixes: readonly string[],
  at: Route,
  world: Exploration,
  identities: Identities,
): Promise<boolean> {
  const guarded = world.routes.find((one) => one.method === 'GET' && isProtected(one))
  const pairs = world.users.flatMap((one) =>
    world.users
      .filter((user) => user !== one && user.roles.every((role) => one.roles.includes(role)))
      .map((user) => [one, user] as const),
  )
  const [owner, other] = pairs[0] ?? []
  const id = owner && traitsFor('id', owner.name, identities)[0]?.value
  if (guarded === undefined || owner === undefined || other === undefined || id === undefined) return false
  let isFound = false
  for (const path of prefixes.flatMap((prefix) => OWN.map((name) => `${prefix}/${name}`))) {
    if (world.routes.some((one) => one.base + one.path === path)) continue
    const route = readAt(path, guarded)
    const own = await world.ask({ route, as: owner })
    if (own === undefined || world.isOver()) return isFound
    if (!own.isGood || leavesOfJson(own.json).length === 0) continue
    const reading = new Reading()
    for (const as of [other, undefined]) {
      const answer = await world.ask({ route, as })
      if (answer !== undefined) reading.add(route, answer)
    }
    const query = Object.fromEntries(NAMES.map((name) => [name, id]))
    isFound = (await tryList({ route, owner, other, own, query, at }, world, reading)) || isFound
  }
  return isFound
}

interface Tried {
  readonly route: Route
  /** The operation of the document that it is reported at, where it has none of it. */
  readonly at?: Route
  readonly owner: User
  readonly other: User
  /** The answer to the owner. */
  readonly own: Answer
  readonly query: Readonly<Record<string, string>>
}

/** @returns whether it is a finding */
async function tryList(
  { route, at, owner, other, own, query }: Tried,
  world: Exploration,
  reading: Reading,
): Promise<boolean> {
  const plain = reading.of(route).filter(({ as }) => as?.name !== owner.name)
  if (onlyIn(own, plain).size === 0) return false
  const answer = await world.ask({ route, as: other, query })
  if (answer === undefined) return false
  // Values that come without the query, now, are for everybody.
  const again = await world.ask({ route, as: other })
  const alone = onlyIn(own, [...plain, ...(again === undefined ? [] : [again])])
  const given = leavesOfJson(answer.isGood ? answer.json : undefined).filter(({ value }) => alone.has(String(value)))
  const tried = {
    row: at === undefined ? 'resource.list' : 'undocumented',
    route: at ?? route,
    variant: `${at === undefined ? '' : `${route.path}.`}${other.name}.${owner.name}.query`,
    title: `GET ${route.path} by ${other.name}, with the id of ${owner.name} in the query`,
    answers: [own, answer],
  } as const
  if (given.length === 0) {
    if (at === undefined) world.passed(tried)
    return false
  }
  world.found({
    ...tried,
    code: 'foreign',
    expected: `nothing that only the list of ${owner.name} has`,
    got: `${answer.status} with ${namesOf(given)} of ${owner.name}`,
    cause: `${route.key} gives the list of whichever user the query names${at === undefined ? '' : ', and is not in the document'}: who that is, is not compared with who asks`,
  })
  return true
}

/** Telling values of an answer that others have not. */
function onlyIn({ json }: Answer, others: readonly Answer[]): ReadonlySet<string> {
  const known = new Set(others.flatMap((one) => [...textsIn(one.json)]))
  const telling = leavesOfJson(json).filter(({ value }) => isTelling(value) && !isTime(value))
  return new Set(telling.map(({ value }) => String(value)).filter((value) => !known.has(value)))
}
