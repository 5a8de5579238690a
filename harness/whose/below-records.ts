import type { Exploration } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { objectsOfJson } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { type Belonging, belongingsFor, type Known, othersOf } from './belongings.ts'
import { isGivenNothing } from './hidden.ts'
import { isOfOne, paramsOf } from './path-nouns.ts'

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
