import type { OwnedResource } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import type { Answer, Exploration, User } from './exploration.ts'
import { type Owned, paramNamesOf, placesOf, strangersTo } from './resource-places.ts'
import { isListed } from './resource-verdict.ts'
import { leavesOfJson } from './values.ts'

/** Each user's list: no id of another owner in it. */
export async function exploreList(
  resource: OwnedResource,
  route: Route,
  { records, causes }: { readonly records: readonly Owned[]; readonly causes: ReadonlySet<string> },
  world: Exploration,
): Promise<void> {
  for (const { owner, params } of records) {
    const [param, id] = Object.entries(params).at(-1) ?? ['', '']
    for (const other of strangersTo(owner, route, resource, world)) {
      const answer = await world.ask({ route, as: other })
      if (answer === undefined) continue
      const variant = `${resource.name}-${other.name}-${owner.name}`
      const title = `the list of ${other.name}, looked through for ${resource.name} ${id} of ${owner.name}`
      const tried = { row: 'resource.list', route, variant, title, answers: [answer] } as const
      if (!isListed(params, answer)) world.passed(tried)
      else {
        const [cause = `${route.key} is not narrowed to the records of the user who asks`] = causes
        world.found({
          ...tried,
          cause,
          code: 'foreign',
          expected: `no ${param} of ${owner.name}`,
          got: `${param} ${id}`,
        })
      }
    }
  }
}

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

/** Asks again after the owner has deleted the record: neither a number nor a list that another user gets must know of it. */
export async function countAfter(
  { name }: OwnedResource,
  { owner, params }: Owned,
  counted: readonly Counted[],
  world: Exploration,
): Promise<void> {
  for (const { route, user, before } of counted) {
    const after = await world.ask({ route, as: user })
    if (after === undefined) return
    const variant = `${name}-${user.name}-${owner.name}-count`
    const title = `${route.key} for ${user.name}, after ${owner.name} deleted an own ${name},`
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

/** Lists of a resource: those that the fixtures name, else the path before its id. */
export function listsOf(resource: OwnedResource, world: Exploration): readonly Route[] {
  const { lists } = resource
  if (lists !== undefined) return world.routes.filter(({ key }) => lists.includes(key))
  const [param] = paramNamesOf(resource).slice(-1)
  const before = placesOf(resource, world).flatMap(({ route, in: where }) => {
    const end = route.path.indexOf(`/[${param}]`)
    return where === 'path' && end > 0 ? [route.path.slice(0, end)] : []
  })
  return world.routes.filter(({ method, path }) => method === 'GET' && before.includes(path) && !path.includes('['))
}
