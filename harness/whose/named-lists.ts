import { isProtected, type Route } from '../model/route.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { foldName, isTelling, isTime, leavesOfJson, namesOf, textsIn } from '../ask/values.ts'
import { widerQuery } from '../ask/rights.ts'
import { readAt } from '../ask/undocumented.ts'
import { othersOf } from './belongings.ts'
import { isPrivatePath } from './path-nouns.ts'
import type { Below, Reading } from './reading.ts'
import { type Identities, traitsFor } from './identities.ts'

/** Parameters in which applications let a client say whose list it wants; all of them stand in one request. */
const NAMES: readonly string[] = ['userId', 'user_id', 'user']
/** Owners for one list. */
const MOST = 2

/**
 * Lists of one's own, asked for with the id of another user in the query, and with what asks for more: what only the list of that user has
 * must not come. A list of the owner that is empty says nothing. Of parameters that the document has, only those of lists count that no
 * other user reads, such as orders.
 */
export async function exploreNamedLists(world: Exploration, reading: Reading, identities: Identities): Promise<void> {
  for (const list of reading.below) await tryDocumented(list, world, reading)
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
      const plain = reading.of(route).filter(({ as }) => as?.name !== owner.name)
      await tryList(
        { route, owner, other, own, query: Object.fromEntries(names.map((name) => [name, id])), plain },
        world,
      )
    }
  }
}

async function tryDocumented(one: Below, world: Exploration, reading: Reading): Promise<void> {
  const { route, query, answer: own } = one
  const owner = world.users.find(({ name }) => name === one.owner)
  const [user] = owner === undefined ? [] : othersOf(owner, route, world)
  const others = reading.below.filter((each) => each.route === route && each.owner !== one.owner)
  const theirs = others.find((each) => each.owner === user?.name)?.query
  if (query === undefined || owner === undefined || theirs === undefined) return
  if (!isPrivatePath(route.path) || !world.wants('resource.list', route)) return
  const tried = {
    route,
    owner,
    other: isProtected(route) ? user : undefined,
    own,
    plain: others.map(({ answer }) => answer),
  }
  await tryList({ ...tried, query }, world, theirs)
  const wider = widerQuery(route)
  const names = Object.keys(wider).join(' and ')
  if (names !== '') await tryList({ ...tried, query: { ...theirs, ...wider }, wider: names }, world, theirs)
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
    const plain: Answer[] = []
    for (const as of [other, undefined]) {
      const answer = await world.ask({ route, as })
      if (answer !== undefined) plain.push(answer)
    }
    const query = Object.fromEntries(NAMES.map((name) => [name, id]))
    isFound = (await tryList({ route, owner, other, own, query, at, plain }, world)) || isFound
  }
  return isFound
}

interface Tried {
  readonly route: Route
  /** The operation of the document that it is reported at, where it has none of it. */
  readonly at?: Route
  readonly owner: User
  /** `undefined` for a request without a credential. */
  readonly other: User | undefined
  /** The answer to the owner. */
  readonly own: Answer
  readonly query: Readonly<Record<string, string>>
  /** Answers to others. */
  readonly plain: readonly Answer[]
  /** Parameters of the query that ask for more than is one's own. */
  readonly wider?: string
}

/** @param theirs the query with which the other asks for its own list @returns whether it is a finding */
async function tryList(
  { route, at, owner, other, own, query, plain, wider }: Tried,
  world: Exploration,
  theirs: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  if (onlyIn(own, plain).size === 0) return false
  const answer = await world.ask({ route, as: other, query })
  if (answer === undefined) return false
  // Values that come without the query, now, are for everybody.
  const again = await world.ask({ route, as: other, query: theirs })
  const alone = onlyIn(own, [...plain, ...(again === undefined ? [] : [again])])
  const given = leavesOfJson(answer.isGood ? answer.json : undefined).filter(
    ({ value }) => alone.has(String(value)) && !Object.values(query).some((one) => repeats(String(value), one)),
  )
  const whom = other?.name ?? 'anonymous'
  const tried = {
    row: at === undefined ? 'resource.list' : 'undocumented',
    route: at ?? route,
    variant: `${at === undefined ? '' : `${route.path}.`}${whom}.${owner.name}.query${wider === undefined ? '' : '-wider'}`,
    title: `GET ${route.path} by ${whom}, with ${wider ?? `the id of ${owner.name}`} in the query`,
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
    cause:
      wider === undefined
        ? `${route.key} gives the list of whichever user the query names${at === undefined ? '' : ', and is not in the document'}: who that is, is not compared with who asks`
        : `${route.key} gives any client the lists of other users who asks for ${wider}: who may, is not asked`,
  })
  return true
}

/** Telling values of an answer that others have not. */
function onlyIn({ json }: Answer, others: readonly Answer[]): ReadonlySet<string> {
  const known = new Set(others.flatMap((one) => [...textsIn(one.json)]))
  const telling = leavesOfJson(json).filter(({ value }) => isTelling(value) && !isTime(value))
  return new Set(telling.map(({ value }) => String(value)).filter((value) => !known.has(value)))
}

/** Whether a value is one of the query, or says it in a sentence. */
function repeats(value: string, sent: string): boolean {
  return value === sent || (sent !== '' && value.split(/[^\w@.-]+/).includes(sent))
}
