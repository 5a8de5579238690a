import { randomBytes } from 'node:crypto'
import { isSafeMethod } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import { othersOf, paramsOf } from './belongings.ts'
import { bodyOf } from './bodies.ts'
import type { Answer, Exploration, Maker, Tried } from './exploration.ts'
import type { User } from './users.ts'
import type { Throwaways } from './throwaways.ts'
import { foldName, ID_NAMES, leavesOfJson, objectsOfJson } from './values.ts'

/** Operations on one kind of record: where it is made, changed, read and deleted. */
export interface Place {
  readonly route: Route
  readonly param: string
  readonly create: Route
  readonly read: Route
  readonly remove: Route
}

/**
 * Changes of a record by another user: `PUT`, `PATCH`, `DELETE /orders/[id]`, `POST /orders/[id]/cancel`. The owner makes a
 * record for each of them, the other one sends the request, then the owner looks.
 */
export async function exploreRecordWrites(world: Exploration, throwaways: Throwaways | undefined): Promise<void> {
  const places = world.routes.flatMap((route) => placeOf(route, world) ?? [])
  if (places.length === 0) return
  const [made, second] = throwaways === undefined ? [] : [await throwaways.make(), await throwaways.make()]
  for (const place of places) {
    const [first] = world.users
    const owner: User | undefined = made ?? first
    const other: User | undefined = second ?? (owner && othersOf(owner, place.route, world)[0])
    if (owner !== undefined && other !== undefined) await tryPlace(place, owner, other, world)
  }
}

function placeOf(route: Route, world: Exploration): Place | undefined {
  if (isSafeMethod(route.method) || route.auth === null || world.whyNot(route) !== undefined) return undefined
  const records = recordsOf(route, world)
  return records && { route, ...records }
}

/** Where the record that a path names is made, read and deleted; `undefined` where the run could not do all of them. */
export function recordsOf(
  route: Pick<Route, 'path'>,
  world: Pick<Exploration, 'routes' | 'whyNot'>,
): Omit<Place, 'route'> | undefined {
  const [param, more] = paramsOf(route)
  if (param === undefined || more !== undefined) return undefined
  const item = route.path.slice(0, route.path.indexOf(`[${param}]`) + param.length + 2)
  const collection = item.slice(0, item.lastIndexOf('/'))
  const find = (method: string, path: string): Route | undefined =>
    world.routes.find((one) => one.method === method && one.path.replace(/\/$/, '') === path)
  const create = find('POST', collection) ?? find('PUT', collection)
  // A record that cannot be read alone is looked for in the list.
  const [read, remove] = [find('GET', item) ?? find('GET', collection), find('DELETE', item)]
  if (create === undefined || read === undefined || remove === undefined) return undefined
  return [create, read, remove].some((one) => world.whyNot(one) !== undefined)
    ? undefined
    : { param, create, read, remove }
}

async function tryPlace(place: Place, owner: User, other: User, world: Exploration): Promise<void> {
  const { route, param, read } = place
  const id = await createRecord(place, owner, world)
  if (id === undefined) return
  const params = { [param]: id }
  const look = (): Promise<Answer | undefined> => world.ask({ route: read, as: owner, params })
  const [before, again] = [await look(), await look()]
  if (before?.isGood === true && again?.isGood === true) {
    const send = (as: User): Promise<Answer | undefined> =>
      world.ask({ route, as, params, ...bodyOf(route, `${world.mark} by ${as.name}`, world.mark) })
    const sent = await send(other)
    const after = await look()
    if (sent !== undefined && after !== undefined) {
      const changes = changesIn(before, again, after)
      const own = changes.length > 0 ? undefined : await send(owner)
      report({ place, owner, other, sent, changes, own }, world)
    }
  }
}

interface Seen {
  readonly place: Place
  readonly owner: User
  readonly other: User
  readonly sent: Answer
  readonly changes: readonly string[]
  /** The answer to the owner's own request; absent where the other one has done it. */
  readonly own: Answer | undefined
}

function report({ place: { route }, owner, other, sent, changes, own }: Seen, world: Exploration): void {
  const tried = {
    row: 'resource.write',
    route,
    title: `a change of a record of ${owner.name}, sent by ${other.name}`,
    answers: [sent],
    record: { owner, user: other, own, note: changes.length > 0 ? 'changed' : sent.isGood ? 'unchanged' : undefined },
  } as const satisfies Tried
  if (changes.length > 0)
    return world.found({
      ...tried,
      code: 'changed',
      expected: 'nothing that the owner sees has changed',
      got: `${sent.status}, and ${changes.slice(0, 3).join(', ')}`,
      cause: `${route.key} changes the record for any user who names its id: whose it is, is not compared with who asks`,
    })
  if (own?.isGood === true || sent.status === 401 || sent.status === 403) return world.passed(tried)
  world.inconclusive(tried, `the owner's own request is answered with ${own?.status ?? 0}, so a refusal proves nothing`)
}

/** Makes a record with the mark of the run; its id, if no answer of before had it. */
export async function createRecord(
  { create, param, read, remove }: Omit<Place, 'route'>,
  owner: User,
  world: Maker,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string | undefined> {
  const list = world.routes.find(({ method, path }) => method === 'GET' && path === create.path)
  const before = list === undefined ? undefined : await world.ask({ route: list, as: owner })
  if (list !== undefined) world.journal.add({ kind: 'collection', create: create.key })
  const text = `${world.mark} record ${randomBytes(2).toString('hex')}`
  const body = bodyOf(create, text, world.mark)
  const own = Object.keys(more).length === 0 ? body : { body: { ...body.body, ...more } }
  const full = await world.ask({ route: create, as: owner, ...own })
  // Optional members may have rules of their own: an address is fetched, a name has to exist.
  const least = bodyOf(create, text, world.mark, true)
  const made =
    full?.isGood === false && full.status !== 403
      ? await world.ask({
          route: create,
          as: owner,
          ...(Object.keys(more).length === 0 ? least : { body: { ...least.body, ...more } }),
        })
      : full
  if (made?.isGood !== true) return undefined
  const isId = (name: string): boolean =>
    foldName(name) === foldName(param) ||
    (ID_NAMES.has(foldName(name)) && /(?:id|uuid|slug|key|code|ref|number)$/.test(foldName(param)))
  // The id may be in the request and not in the answer: the client chose it.
  const record = [...objectsOfJson(made.json), ...objectsOfJson(body.body)].find((one) => Object.keys(one).some(isId))
  const [, value] = Object.entries(record ?? {}).find(([name]) => isId(name)) ?? []
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const known = new Set(leavesOfJson(before?.json).map((leaf) => String(leaf.value)))
  if (known.has(String(value))) return undefined
  const seen = await world.ask({ route: read, as: owner, params: { [param]: String(value) } })
  const params = { [param]: String(value) }
  if (seen !== undefined && holdsMark(seen, read, params, world.mark)) {
    world.journal.add({ kind: 'record', read: read.key, remove: remove.key, params })
    return String(value)
  }
  world.notice(
    `${create.key}: what it made (${param} ${value}) does not hold the mark of the run, so it is left as it is`,
  )
  return undefined
}

/** Whether a record is there and a run has made it: its own answer holds the mark of the run, or its entry in a list. */
export function holdsMark(
  { isGood, text, json }: Answer,
  { path }: Pick<Route, 'path'>,
  params: Readonly<Record<string, string>>,
  mark: string,
): boolean {
  if (!isGood || path.includes('[')) return isGood && text.includes(mark)
  const ids = new Set(Object.values(params))
  return objectsOfJson(json).some(
    (entry) => Object.values(entry).some((value) => ids.has(String(value))) && JSON.stringify(entry).includes(mark),
  )
}

/** How many users like, follow or look at a record: others change it by what they do with it, and not the record. */
function isTally(name: string, value: unknown): boolean {
  return typeof value === 'number' && TALLY.test(foldName(name))
}

const TALLY =
  /^(?:numberof|num|total)?(?:favou?rite|like|dislike|(?:up|down)?vote|view|follower|star|comment|share|reaction|play|download|subscriber|bookmark)s?(?:count|total|number)?$/

/** In words, what the owner sees that has changed; members that change by themselves aside. */
export function changesIn(before: Answer, again: Answer, after: Answer): readonly string[] {
  if (!after.isGood) return [`the owner gets ${after.status} for it`]
  const stable = new Map(leavesOfJson(again.json).map(({ pointer, value }) => [pointer, value]))
  const now = new Map(leavesOfJson(after.json).map(({ pointer, value }) => [pointer, value]))
  return leavesOfJson(before.json).flatMap(({ name, pointer, value }) => {
    const isSame = stable.get(pointer) !== value || now.get(pointer) === value
    return isSame || isTally(name, value) ? [] : [`${name} has changed`]
  })
}
