import type { OwnedResource } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { listsOf } from './resource-lists.ts'
import { type Owned, strangersTo } from './resource-places.ts'
import { isListed } from './resource-verdict.ts'
import { leavesOfJson } from '../ask/values.ts'

/** The numbers that a user gets of one operation. */
interface Counted {
  readonly route: Route
  readonly user: User
  /** Asked twice: what differs changes by itself. */
  readonly before: readonly [Answer, Answer]
}

/** Asks the users who may not have a record for the lists of its kind, and for what is below those without an id. */
export async function countBefore(
  resource: OwnedResource,
  { owner }: Owned,
  world: Exploration,
): Promise<readonly Counted[]> {
  const counted: Counted[] = []
  for (const route of countsOf(resource, world)) {
    for (const user of strangersTo(owner, route, resource, world)) {
      const [before, again] = [await world.ask({ route, as: user }), await world.ask({ route, as: user })]
      if (before?.isGood === true && again?.isGood === true) counted.push({ route, user, before: [before, again] })
    }
  }
  return counted
}

/** Asks again after the owner has deleted or made a record: neither a number nor a list that another user gets must know of it. */
export async function countAfter(
  { name }: OwnedResource,
  { owner, params }: Owned,
  counted: readonly Counted[],
  what: 'deleted' | 'made',
  world: Exploration,
): Promise<void> {
  for (const { route, user, before } of counted) {
    const after = await world.ask({ route, as: user })
    if (after === undefined) return
    const variant = `${name}-${user.name}-${owner.name}-count`
    const title = `${route.key} for ${user.name}, after ${owner.name} ${what} an own ${name},`
    const tried = { row: 'resource.list', route, variant, title, answers: [before[1], after] } as const
    if (isListed(params, after) && !isListed(params, before[1])) {
      const cause = `${route.key} is not narrowed to the records of the user who asks`
      const id = Object.values(params).at(-1)
      world.found({ ...tried, cause, code: 'foreign', expected: `nothing of ${owner.name}`, got: `the id ${id}` })
    }
    const changed = changedIn(before, after)
    if (changed === undefined) continue
    const { member, from, to } = changed
    const cause = `${route.key} counts the records of other users: ${member}`
    world.found({ ...tried, cause, code: 'foreign', expected: `${member} ${from}, as before`, got: `${member} ${to}` })
  }
}

/**
 * A record that its owner makes, with the body of the fixtures: no number that another user gets must know of it. A sum need not
 * change with it, so numbers are compared with the lists of all users, too.
 */
export async function countCreation(resource: OwnedResource, record: Owned, world: Exploration): Promise<void> {
  const lists = listsOf(resource, world)
  const create = world.routes.find(
    ({ method, path, key }) =>
      method === 'POST' && lists.some((list) => list.path === path) && world.fixtures.routes[key]?.body !== undefined,
  )
  await compareSums(resource, lists, world)
  if (create === undefined) return
  const counted = await countBefore(resource, record, world)
  if (counted.length === 0) return
  const sent = await world.ask({ route: create, as: record.owner })
  if (sent?.isGood === true) await countAfter(resource, record, counted, 'made', world)
}

/** Numbers that are the sum of a member over the lists of all users, and not over that of the user who gets them. */
async function compareSums(resource: OwnedResource, lists: readonly Route[], world: Exploration): Promise<void> {
  const { users } = world
  for (const list of lists) {
    const own = new Map<string, ReadonlyMap<string, number>>()
    for (const as of users) own.set(as.name, sumsIn(await world.ask({ route: list, as })))
    const all = addUp([...own.values()])
    for (const route of countsOf(resource, world).filter((one) => !lists.includes(one))) {
      for (const user of users) {
        const answer = await world.ask({ route, as: user })
        if (answer?.isGood !== true) continue
        const member = memberOf(answer, all, own.get(user.name) ?? new Map())
        if (member === undefined) continue
        const [name, sum] = member
        world.found({
          row: 'resource.list',
          route,
          variant: `${resource.name}-${user.name}-sum`,
          title: `${route.key} for ${user.name}, beside the lists of all users,`,
          answers: [answer],
          code: 'foreign',
          expected: `the sum of the own ${name}: ${own.get(user.name)?.get(name) ?? 0}`,
          got: `${sum}, the total of ${name} over all users`,
          cause: `${route.key} counts the records of other users: ${name}`,
        })
      }
    }
  }
}

/** The member whose sum over all lists is a number of the answer, and whose sum over the own list is another. */
function memberOf(
  { json }: Answer,
  all: ReadonlyMap<string, number>,
  own: ReadonlyMap<string, number>,
): readonly [name: string, sum: number] | undefined {
  const numbers = new Set(leavesOfJson(json).flatMap(({ value }) => (typeof value === 'number' ? [value] : [])))
  return [...all].find(([name, sum]) => Math.abs(sum) >= LEAST_SUM && numbers.has(sum) && (own.get(name) ?? 0) !== sum)
}

/** Smaller sums are often the same as another number. */
const LEAST_SUM = 1_000

function sumsIn(answer: Answer | undefined): ReadonlyMap<string, number> {
  const leaves = answer?.isGood === true ? leavesOfJson(answer.json) : []
  return addUp(leaves.flatMap(({ name, value }) => (typeof value === 'number' ? [new Map([[name, value]])] : [])))
}

function addUp(maps: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>()
  for (const [name, value] of maps.flatMap((map) => [...map])) sums.set(name, (sums.get(name) ?? 0) + value)
  return sums
}

/** Lists of the records, and operations below them that need no id: `/orders/count`. */
function countsOf(resource: OwnedResource, world: Exploration): readonly Route[] {
  const lists = listsOf(resource, world)
  const isBelow = ({ path }: Route): boolean => lists.some((list) => path.startsWith(`${list.path}/`))
  return world.routes.filter(
    (route) => route.method === 'GET' && !route.path.includes('[') && (lists.includes(route) || isBelow(route)),
  )
}

/** The first number outside of lists that stayed the same, and then did not. */
function changedIn(
  [before, again]: readonly [Answer, Answer],
  after: Answer,
): { readonly member: string; readonly from: number; readonly to: number } | undefined {
  const numbersOf = ({ json }: Answer): ReadonlyMap<string, readonly [name: string, value: number]> =>
    new Map(
      leavesOfJson(json).flatMap(({ name, pointer, value }) =>
        typeof value === 'number' && !/\/\d+(?:\/|$)/.test(pointer) ? [[pointer, [name, value]] as const] : [],
      ),
    )
  const [second, third] = [numbersOf(again), numbersOf(after)]
  for (const [pointer, [name, value]] of numbersOf(before)) {
    const to = third.get(pointer)?.[1]
    if (second.get(pointer)?.[1] === value && to !== undefined && to !== value)
      return { member: name === '' ? 'the number' : name, from: value, to }
  }
  return undefined
}
