import { contactsOf } from '../ask/contacts.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { foldName, isPersonsOwn, leavesOfJson, objectsOfJson, singular } from '../ask/values.ts'
import { isProtected, type Route } from '../model/route.ts'
import { isPlain } from '../ask/rights.ts'
import { belongingsFor } from './belongings.ts'
import { isBetweenUsers, isOfOne, isPrivatePath, lastNounOf, privateStepOf } from './path-nouns.ts'
import { type Identities, ownerOfEntry } from './identities.ts'
import type { Reading } from './reading.ts'

/** Whether a list says that it has the private records of all users: `/transactions/all`. */
export function isOfEverybody({ path }: Route): boolean {
  return isPrivatePath(path) && path.split('/').includes('all')
}

/** Private records that colleagues may share, or that are called like things for everybody: sessions of a conference, cards of a game. */
const AMBIGUOUS = /(?:card|session|device|token|key|subscription|bill|address|portfolio|measurement|draft|statement)$/

/**
 * Lists that are the same for users without a role, and hold records of others. A finding where a user who has registered a moment ago gets them,
 * and they are private by what they are called or hold; and where the list is called that of all users, and one of the own records stands beside it.
 * Else a question where they are called private, since colleagues may share what is called an order.
 */
export async function exploreAllRecords(
  world: Exploration,
  reading: Reading,
  identities: Identities,
  people?: Throwaways,
): Promise<void> {
  const plain = world.users.filter((user) => isPlain(user, world.users))
  const owners = new Owners(world, reading, identities)
  for (const route of world.routes) {
    if (route.method !== 'GET' || !isProtected(route) || route.path.includes('[')) continue
    if (isBetweenUsers(route.path) || isSaid(route, world) || !world.wants('resource.list', route)) continue
    const answers = plain.flatMap((user) => reading.of(route).find(({ as, isGood }) => isGood && as === user) ?? [])
    const [first, ...others] = answers
    if (first === undefined || others.length === 0) continue
    const list: List = { route, answers: [first, ...others] }
    const isToAll = isForAll(list, plain, owners)
    const taken = isToAll ? await newcomerGets(list, { world, owners, people }) : undefined
    if (taken !== undefined) {
      for (const answer of answers) reading.hideNothing(answer)
      reportNewcomer(list, taken, world)
    } else if (isPrivatePath(route.path) || isPersonal(route)) judge(list, isToAll, plain, world)
  }
}

/** Records that are of one person in most applications, and of a team in others. */
function isPersonal(route: Route): boolean {
  return /^(?:attachment|chat|conversation|file|memory|upload)$/.test(singular(lastNounOf(route)))
}

/** A list, and what users without a role got of it. */
interface List {
  readonly route: Route
  readonly answers: readonly [Answer, ...Answer[]]
}

/** Whether each of the users gets the same, with records of another one. */
function isForAll({ answers: [first, ...others] }: List, plain: readonly User[], owners: Owners): boolean {
  const isSame = others.every(({ json }) => JSON.stringify(json) === JSON.stringify(first.json))
  const entries = objectsOfJson(first.json)
  return isSame && plain.every((user) => entries.some((entry) => owners.isForeign(entry, user)))
}

interface Asking {
  readonly world: Exploration
  readonly owners: Owners
  readonly people: Throwaways | undefined
}

/** The answer to a user who has registered for the run, and knows none of the others, where it has private records of theirs. */
async function newcomerGets(
  { route, answers: [first] }: List,
  { world, owners, people }: Asking,
): Promise<Answer | undefined> {
  if (people === undefined || !people.isOpen || !isPrivateList(route, first)) return undefined
  const user = people.made[0] ?? (await people.make())
  const answer = user && (await world.ask({ route, as: user }))
  const isFull =
    user !== undefined &&
    answer?.isGood === true &&
    objectsOfJson(answer.json).some((entry) => owners.isForeign(entry, user))
  return isFull ? answer : undefined
}

/** Whether the records are private by what they are called, or by members that a person shows on purpose alone. */
function isPrivateList(route: Route, { json }: Answer): boolean {
  const step = privateStepOf(route.path)
  if (step !== undefined && !AMBIGUOUS.test(singular(step))) return true
  const leaves = leavesOfJson(json)
  const isPrivate = leaves.some(({ name, value }) => isPersonsOwn(name) && typeof value !== 'boolean' && value !== '')
  return isPrivate || contactsOf(json, route.path).length > 0
}

function reportNewcomer({ route, answers: [first] }: List, answer: Answer, world: Exploration): void {
  world.found({
    row: 'resource.list',
    route,
    variant: 'newcomer',
    title: 'a list of private records, asked for by a user who has registered a moment ago',
    answers: [first, answer],
    code: 'foreign',
    expected: 'a refusal, or the records of the user who asks',
    got: `${answer.status} with records of others`,
    cause: `any user who registers may ${route.key}, which has the private records of all users: it is not narrowed to who asks`,
  })
}

/** The owners of entries: the user whom one names, or whose record it names, as `fromAccountId` names an account. */
class Owners {
  readonly #identities: Identities
  /** The ids of records of a user, by the ending of the members that name one: `accountid`. */
  readonly #records = new Map<string, Map<string, string>>()

  constructor(world: Exploration, reading: Reading, identities: Identities) {
    this.#identities = identities
    for (const route of world.routes.filter((one) => one.method === 'GET' && isOfOne(one))) {
      const ending = `${singular(lastNounOf(route))}id`
      const owners = this.#records.get(ending) ?? new Map<string, string>()
      for (const { owner, params, isExclusive, isUser } of belongingsFor(route, world, { reading, identities }))
        if (isExclusive && isUser !== true) owners.set(Object.values(params).join(), owner)
      if (owners.size > 0) this.#records.set(ending, owners)
    }
  }

  /** Whether an entry is another user's: it names that user, or records and none of this user. */
  isForeign(entry: Readonly<Record<string, unknown>>, { name: user }: User): boolean {
    const named = ownerOfEntry(entry, this.#identities)
    if (named !== undefined) return named !== user
    const owners = Object.entries(entry).flatMap(([name, value]) =>
      [...this.#records].flatMap(([ending, of]) =>
        foldName(name).endsWith(ending) && (typeof value === 'string' || typeof value === 'number')
          ? [of.get(String(value))]
          : [],
      ),
    )
    const knows = [...this.#records.values()].some((of) => [...of.values()].includes(user))
    return knows && owners.length > 0 && !owners.includes(user)
  }
}

/** Whether there is a list of the own records of the same kind: `/orders/mine`, `/orders/my-orders`. */
function hasOwnList({ path }: Route, { routes }: Exploration): boolean {
  const collection = path.slice(0, path.lastIndexOf('/'))
  return routes.some(
    (one) =>
      one.method === 'GET' && one.path.startsWith(collection) && /\/(?:mine|my|own)(?:[-_][\w-]+)?$/.test(one.path),
  )
}

function isSaid({ key }: Route, { fixtures }: Exploration): boolean {
  const said = fixtures.routes[key]
  return said !== undefined && said.isTaken !== true && said.allow.length + said.deny.length > 0
}

function judge({ route, answers }: List, isToAll: boolean, plain: readonly User[], world: Exploration): void {
  const tried = { row: 'resource.list', route, variant: 'all', answers } as const
  if (!isToAll) return world.passed(tried)
  if (!isOfEverybody(route) || !hasOwnList(route, world)) {
    world.passed(tried)
    return world.question(
      route,
      `any user gets records of other users: shared on purpose? Write roles, ${route.key}: { allow: [${plain.map(({ name }) => name).join(', ')}] }, or deny`,
    )
  }
  world.found({
    ...tried,
    title: 'a list of the private records of all users, asked for by users without a role',
    code: 'foreign',
    expected: 'a refusal, or the records of the user who asks',
    got: `${answers[0].status} with records of others`,
    cause: `any user may ${route.key}, which has the private records of all users: it is not narrowed to who asks, and asks for no role`,
  })
}
