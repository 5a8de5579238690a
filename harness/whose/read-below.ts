import type { Exploration } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { foldName, objectsOfJson } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { type Belonging, belongingsFor, IDENTIFYING, type Known, othersOf, usersAt } from './belongings.ts'
import { isGivenNothing } from './hidden.ts'
import { type Identities, OWNER_NAMES, traitsFor } from './identities.ts'
import { isOfOne, paramsOf } from './path-nouns.ts'
import type { Below, Reading } from './reading.ts'

type ListOfUser = Pick<Below, 'owner' | 'params' | 'query'>

/** Reads, as each user, the lists below that user, and those of whom the query names. */
export async function readBelow(world: Exploration, reading: Reading, identities: Identities): Promise<void> {
  for (const route of world.routes) {
    const [param, more] = paramsOf(route)
    if (route.method !== 'GET' || more !== undefined || isOfOne(route) || world.whyNot(route)) continue
    const lists: readonly ListOfUser[] =
      param === undefined ? queriesAt(route, world, identities) : usersAt(route, param, world, identities)
    for (const { owner, params, query } of lists) {
      const user = world.users.find(({ name }) => name === owner)
      if (reading.below.some((one) => one.route === route && one.owner === owner && query !== undefined)) continue
      const answer = user && (await world.ask({ route, as: user, params, ...(query && { query }) }))
      if (answer?.isGood === true) reading.addBelow({ route, owner, params, answer, ...(query && { query }) })
    }
  }
}

/** The documented parameter of the query in which a list takes whose it is, for each user; the others are empty, or as they are. */
function queriesAt({ inputs, sample }: Route, { users }: Exploration, identities: Identities): readonly ListOfUser[] {
  const name = inputs?.query?.find((one) => OWNER_NAMES.test(foldName(one)) || IDENTIFYING.test(foldName(one)))
  return users.flatMap((user) => {
    const [trait] = name === undefined ? [] : traitsFor(name, user.name, identities)
    if (name === undefined || trait === undefined) return []
    // `categoryId` is not the id of a user.
    if (!OWNER_NAMES.test(foldName(name)) && foldName(trait.name) !== foldName(name)) return []
    const own = { [name]: trait.value }
    const empty = Object.fromEntries(Object.keys(sample?.query ?? {}).map((one) => [one, '']))
    return [{ ...empty, ...own }, own].map((query) => ({ owner: user.name, params: {}, query }))
  })
}

/** How deep lists are read: the views of the tables of a project. */
const LEVELS = 3
/** Records of one owner below which a list is read. */
const MOST = 2

/**
 * Reads the lists below records of users, level by level, as their owners: what is in a list that is refused to the others is as little for them,
 * by whatever path it is named.
 */
export async function readBelowRecords(world: Exploration, known: Known): Promise<void> {
  if (world.users.length < 2) return
  const asked = new Set<string>()
  for (let level = 0; level < LEVELS; level++) {
    const before = asked.size
    for (const route of world.routes) {
      const isList = route.method === 'GET' && paramsOf(route).length > 0 && !isOfOne(route)
      if (isList && world.whyNot(route) === undefined) await readList(route, asked, world, known)
    }
    if (asked.size === before) return
  }
}

async function readList(route: Route, asked: Set<string>, world: Exploration, known: Known): Promise<void> {
  const belongings = belongingsFor(route, world, known).filter(
    ({ isExclusive, isUser, below }) => isExclusive && isUser === undefined && below === undefined,
  )
  for (const user of world.users)
    for (const belonging of belongings.filter(({ owner }) => owner === user.name).slice(0, MOST)) {
      const key = `${route.key} ${user.name} ${JSON.stringify(belonging.params)}`
      if (asked.has(key) || world.isOver()) continue
      asked.add(key)
      await readOne(route, user, belonging, world, known)
    }
}

async function readOne(
  route: Route,
  owner: User,
  { params }: Belonging,
  world: Exploration,
  { reading }: Known,
): Promise<void> {
  const answer = await world.ask({ route, as: owner, params })
  const hasRecords = answer?.isGood === true && objectsOfJson(answer.json).length > 0
  const others = othersOf(owner, route, world)
  if (!hasRecords || others.length === 0) return
  for (const as of others) {
    const theirs = await world.ask({ route, as, params })
    if (theirs === undefined || !isGivenNothing(theirs, answer)) return
  }
  reading.addBelow({ route, owner: owner.name, params, answer, isRefused: true })
}
