import { randomBytes } from 'node:crypto'
import { othersOf } from './belongings.ts'
import { changesIn } from '../ask/changes.ts'
import { bodyOf } from '../ask/bodies.ts'
import type { Answer, Exploration, Maker, Tried } from '../ask/exploration.ts'
import { entryIn, isReadInList, type Place, placeOf, type Records } from './record-places.ts'
import type { User } from '../ask/users.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { Route } from '../model/route.ts'
import { foldName, ID_NAMES, leavesOfJson, objectsOfJson } from '../ask/values.ts'

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

async function tryPlace(place: Place, owner: User, other: User, world: Exploration): Promise<void> {
  const { route, param, read, within } = place
  const outer = within && (await createRecord(within, owner, world))
  if (within !== undefined && outer === undefined) return
  const around = within === undefined || outer === undefined ? {} : { [within.param]: outer }
  const id = await createRecord(place, owner, world, { params: around, stranger: other })
  if (id === undefined) return
  const params = { ...around, [param]: id }
  const look = async (): Promise<Answer | undefined> => {
    const seen = await world.ask({ route: read, as: owner, params })
    return seen && isReadInList(read) ? { ...seen, json: entryIn(seen, id) } : seen
  }
  const [before, again] = [await look(), await look()]
  if (before?.isGood === true && again?.isGood === true) {
    const send = (as: User): Promise<Answer | undefined> =>
      world.ask({ route, as, params, ...bodyOf(route, `${world.mark} by ${as.name}`, world) })
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

/** More about a record than that it is made. */
interface Making {
  /** Members beside those of its body. */
  readonly more?: Readonly<Record<string, unknown>>
  /** Values of the path that it is made below. */
  readonly params?: Readonly<Record<string, string>>
  /** A user who must not see it: what holds no mark, and nothing deletes, is then its owner's, who was made for the run. */
  readonly stranger?: User
  /** A user who may see it in the place of its owner. */
  readonly reader?: User | undefined
}

/** Makes a record with the mark of the run; its id, if no answer of before had it. */
export async function createRecord(
  records: Records,
  owner: User,
  world: Maker,
  { more = {}, params = {}, stranger, reader }: Making = {},
): Promise<string | undefined> {
  const { create, param, read, remove } = records
  if (remove === undefined && owner.isThrowaway !== true) return undefined
  const list =
    world.routes.find(({ method, path }) => method === 'GET' && path === create.path) ??
    (isReadInList(read) ? read : undefined)
  const before = list === undefined ? undefined : await world.ask({ route: list, as: owner, params })
  if (list !== undefined && remove !== undefined && Object.keys(params).length === 0)
    world.journal.add({ kind: 'collection', create: create.key })
  const text = `${world.mark} record ${randomBytes(2).toString('hex')}`
  const body = bodyOf(create, text, world)
  const ask = { route: create, as: owner, params }
  const own = Object.keys(more).length === 0 ? body : { body: { ...body.body, ...more } }
  const full = await world.ask({ ...ask, ...own })
  // Optional members may have rules of their own: an address is fetched, a name has to exist.
  const least = bodyOf(create, text, world, true)
  const made =
    full?.isGood === false && full.status !== 403
      ? await world.ask({
          ...ask,
          ...(Object.keys(more).length === 0 ? least : { body: { ...least.body, ...more } }),
        })
      : full
  if (made?.isGood !== true) return undefined
  const id = idIn(made, body.body, param)
  const known = new Set(leavesOfJson(before?.json).map((leaf) => String(leaf.value)))
  if (id === undefined || known.has(id)) return undefined
  const named = { ...params, [param]: id }
  const theirs = reader && (await world.ask({ route: read, as: reader, params: named }))
  const seen = theirs?.isGood === true ? theirs : await world.ask({ route: read, as: owner, params: named })
  const isMarked = seen !== undefined && holdsMark(seen, read, named, world.mark)
  if (isMarked || (await isTheirs(id, { records, before, seen, params, stranger }, world))) {
    world.journal.add({ kind: 'record', read: read.key, remove: isMarked ? (remove?.key ?? '') : '', params: named })
    return id
  }
  world.notice(`${create.key}: what it made (${param} ${id}) does not hold the mark of the run, so it is left as it is`)
  return undefined
}

/** The id of what was made. It may be in the request and not in the answer: the client chose it. */
function idIn(made: Answer, body: object | undefined, param: string): string | undefined {
  const isNamed = (name: string): boolean => foldName(name) === foldName(param)
  const isId = (name: string): boolean =>
    ID_NAMES.has(foldName(name)) && /(?:id|uuid|slug|key|code|ref|number)$/.test(foldName(param))
  const objects = [...objectsOfJson(made.json), ...objectsOfJson(body)]
  // A record may have a slug and an id.
  for (const is of [isNamed, isId])
    for (const [name, value] of objects.flatMap((one) => Object.entries(one)))
      if (is(name) && (typeof value === 'string' || typeof value === 'number')) return String(value)
  return undefined
}

/**
 * Whether a record without a mark belongs to its owner alone: it came into the list of a user who was made for the run, and into
 * no list of another one. It may be changed, and is not deleted.
 */
async function isTheirs(
  id: string,
  {
    records: { read, remove },
    before,
    seen,
    params,
    stranger,
  }: {
    readonly records: Records
    readonly stranger: User | undefined
    readonly before: Answer | undefined
    readonly seen: Answer | undefined
    readonly params: Readonly<Record<string, string>>
  },
  world: Maker,
): Promise<boolean> {
  if (remove !== undefined || stranger === undefined || before?.isGood !== true || !isReadInList(read)) return false
  if (seen?.isGood !== true || entryIn(seen, id) === undefined) return false
  const theirs = await world.ask({ route: read, as: stranger, params })
  return theirs !== undefined && entryIn(theirs, id) === undefined
}

/** Whether a record is there and a run has made it: its own answer holds the mark of the run, or its entry in a list. */
export function holdsMark(
  { isGood, text, json }: Answer,
  read: Pick<Route, 'path'>,
  params: Readonly<Record<string, string>>,
  mark: string,
): boolean {
  if (!isGood || !isReadInList(read)) return isGood && text.includes(mark)
  const id = Object.values(params).at(-1)
  return objectsOfJson(json).some(
    (entry) => Object.values(entry).some((value) => String(value) === id) && JSON.stringify(entry).includes(mark),
  )
}
