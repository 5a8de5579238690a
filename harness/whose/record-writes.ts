import { randomBytes } from 'node:crypto'
import { othersOf } from './belongings.ts'
import { isRefusal } from '../ask/standing.ts'
import { addedIn, changesIn } from '../ask/changes.ts'
import { bodyOf, withOwnIds } from '../ask/bodies.ts'
import type { Answer, Ask, Exploration, Maker, Tried } from '../ask/exploration.ts'
import { type Identities, valueIn } from './identities.ts'
import {
  type Collection,
  collectionOf,
  entryIn,
  isReadInList,
  linkedId,
  listOf,
  seeRecord,
  type Place,
  placeOf,
  type Records,
  type Unread,
} from './record-places.ts'
import type { User } from '../ask/users.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { Route } from '../model/route.ts'
import { foldName, ID_NAMES, objectsHolding, objectsOfJson, textsIn } from '../ask/values.ts'
import { saysTaken } from '../text/says-taken.ts'

/**
 * Changes of a record by another user: `PUT`, `PATCH`, `DELETE /orders/[id]`, `POST /orders/[id]/cancel`, and additions below a user,
 * `POST /users/[id]/orders`. The owner makes a record for each of them, the other one sends the request, then the owner looks. An
 * operation below a user that the document leaves open is asked without a credential.
 */
export async function exploreRecordWrites(
  world: Exploration,
  throwaways: Throwaways | undefined,
  identities: Identities,
): Promise<void> {
  const places = world.routes.flatMap((route) => placeOf(route, world) ?? [])
  const collections = world.routes.flatMap((route) => collectionOf(route, world) ?? [])
  if (places.length + collections.length === 0) return
  const [made, second] = throwaways === undefined ? [] : [await throwaways.make(), await throwaways.make()]
  const [first] = world.users
  const owner: User | undefined = made ?? first
  if (owner === undefined) return
  const strangerTo = (route: Route): User | undefined => second ?? othersOf(owner, route, world)[0]
  for (const place of places) {
    const other = strangerTo(place.route)
    if (other !== undefined) await tryPlace(place, { owner, other, identities }, world)
  }
  for (const collection of collections) {
    const other = strangerTo(collection.route)
    // A record of a user of the fixtures would stay.
    if (other !== undefined && owner.isThrowaway === true)
      await tryCollection(collection, { owner, other, identities }, world)
  }
}

interface Between {
  readonly owner: User
  readonly other: User
  readonly identities: Identities
}

/** Values for the parameters before a record: of its user, or of a record that is made for it; `undefined` where they are not known. */
async function aroundOf(
  { of, within }: Pick<Place, 'of' | 'within'>,
  { owner, identities }: Between,
  world: Exploration,
): Promise<Readonly<Record<string, string>> | undefined> {
  if (of !== undefined) return { [of]: valueIn(await identities.ask(owner), owner, of) }
  if (within === undefined) return {}
  const outer = await createRecord(within, owner, world)
  return outer === undefined ? undefined : { [within.param]: outer }
}

/** An addition below a user, sent by another one; then the user looks. */
async function tryCollection({ route, list, of }: Collection, between: Between, world: Exploration): Promise<void> {
  const { owner } = between
  const as = route.auth === null ? undefined : between.other
  const params = await aroundOf({ of }, between, world)
  const look = (): Promise<Answer | undefined> => world.ask({ route: list, as: owner, params: params ?? {} })
  const [before, again] = [await look(), await look()]
  if (params === undefined || before?.isGood !== true || again?.isGood !== true) return
  const send = (by: User | undefined): Promise<Answer | undefined> =>
    world.ask({ route, as: by, params, ...bodyOf(route, `${world.mark} added by ${nameOf(by)}`, world) })
  const sent = await send(as)
  const after = await look()
  if (sent === undefined || after === undefined) return
  const changes = addedIn(before, again, after)
  const own = changes.length > 0 ? undefined : await send(owner)
  judgeChange({ route, owner, other: as, sent, changes, own }, world)
}

function nameOf(user: User | undefined): string {
  return user?.name ?? 'anonymous'
}

async function tryPlace(place: Place, between: Between, world: Exploration): Promise<void> {
  const { route, param, read } = place
  const { owner } = between
  const other = route.auth === null ? undefined : between.other
  const around = await aroundOf(place, between, world)
  if (around === undefined) return
  const id = await createRecord(place, owner, world, { params: around, stranger: between.other })
  if (id === undefined) return
  const params = { ...around, [param]: id }
  const look = (): Promise<Answer | undefined> => seeRecord(read, owner, params, world)
  const [before, again] = [await look(), await look()]
  if (before?.isGood === true && again?.isGood === true) {
    const send = (as: User | undefined): Promise<Answer | undefined> => {
      const { body } = bodyOf(route, `${world.mark} by ${nameOf(as)}`, world)
      return world.ask({ route, as, params, ...(body === undefined ? {} : { body: withOwnIds(body, before.json) }) })
    }
    const sent = await send(other)
    const after = await look()
    if (sent !== undefined && after !== undefined) {
      const changes = changesIn(before, again, after)
      const own = changes.length > 0 ? undefined : await send(owner)
      judgeChange({ route, owner, other, sent, changes, own }, world)
    }
  }
}

/** How a change is called that is not of a record. */
interface Words {
  readonly title: string
  /** After `anonymous clients may …`. */
  readonly openly: string
  /** After the operation. */
  readonly freely: string
}

interface Seen {
  readonly route: Route
  readonly owner: User
  /** `undefined` for a request without a credential. */
  readonly other: User | undefined
  readonly sent: Answer
  readonly changes: readonly string[]
  /** The answer to the owner's own request; absent where the other one has done it. */
  readonly own: Answer | undefined
}

/** Judges a change by what the owner sees afterwards, and a refusal by whether the owner's own request is refused as well. */
export function judgeChange(
  { route, owner, other, sent, changes, own, ...words }: Seen & Partial<Words>,
  world: Exploration,
): void {
  const {
    title = `a change of a record of ${owner.name}, sent ${other === undefined ? 'without a credential' : `by ${other.name}`}`,
    openly = 'what belongs to a user changes without a credential',
    freely = 'changes the record for any user who names its id: whose it is',
  } = words
  const note = changes.length > 0 ? 'changed' : sent.isGood ? 'unchanged' : undefined
  const record = { owner, user: other, own, note }
  const tried = { row: 'resource.write', route, title, answers: [sent], record } as const satisfies Tried
  if (changes.length > 0)
    return world.found({
      ...tried,
      code: 'changed',
      expected: 'nothing that the owner sees has changed',
      got: `${sent.status}, and ${changes.slice(0, 3).join(', ')}`,
      cause:
        other === undefined
          ? `anonymous clients may ${route.key}: ${openly}`
          : `${route.key} ${freely}, is not compared with who asks`,
    })
  if (saysTaken(sent))
    return world.inconclusive(tried, `${sent.status} says that there is such a record already: it refuses no user`)
  if (own?.isGood === true || isRefusal(sent)) return world.passed(tried)
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
  making: Making = {},
): Promise<string | undefined> {
  const { create, param, read, remove } = records
  const { more = {}, params = {}, reader } = making
  if (remove === undefined && owner.isThrowaway !== true) return undefined
  const list = listOf(create, world) ?? (isReadInList(read) ? read : undefined)
  const before = list === undefined ? undefined : await world.ask({ route: list, as: owner, params })
  if (list !== undefined && remove !== undefined && Object.keys(params).length === 0)
    world.journal.add({ kind: 'collection', create: create.key })
  const { made, body } = await askToMake({ route: create, as: owner, params }, more, world)
  if (made?.isGood !== true) return undefined
  const id = linkedId(made, records) ?? idIn(made, body, param, world.mark)
  const known = textsIn(before?.json)
  if (id === undefined || known.has(id)) return undefined
  const named = { ...params, [param]: id }
  const theirs = reader && (await world.ask({ route: read, as: reader, params: named }))
  const seen = theirs?.isGood === true ? theirs : await world.ask({ route: read, as: owner, params: named })
  const isMarked = seen !== undefined && holdsMark(seen, read, named, world.mark)
  if (isMarked || (await isTheirs(id, records, [before, seen], making, world))) {
    world.journal.add({ kind: 'record', read: read.key, remove: isMarked ? (remove?.key ?? '') : '', params: named })
    return id
  }
  world.left(`${create.key} made what does not hold the mark of the run, so it is left as it is: ${param} ${id}`)
  return undefined
}

/**
 * Makes a record that no operation reads; its id, where the answer of its creation holds the mark of the run and an id. It is deleted by the
 * operation that deletes one by its id.
 */
export async function createUnread(
  { create, remove, param }: Unread,
  owner: User,
  world: Maker,
): Promise<string | undefined> {
  const { made } = await askToMake({ route: create, as: owner }, {}, world)
  if (made?.isGood !== true) return undefined
  // Not the id of its owner, which stands in the answer too: a record of another user may have the same.
  const id = idIn({ ...made, json: objectsHolding(made.json, world.mark)[0] }, undefined, param, world.mark)
  if (id !== undefined) world.journal.add({ kind: 'record', read: '', remove: remove.key, params: { [param]: id } })
  return id
}

/** Optional members may have rules of their own: an address is fetched, a name has to exist. A document may call all of them optional. */
async function askToMake(
  ask: Ask,
  more: Readonly<Record<string, unknown>>,
  world: Maker,
): Promise<{ readonly made: Answer | undefined; readonly body: object | undefined }> {
  const text = `${world.mark} record ${randomBytes(2).toString('hex')}`
  const send = (body: object | undefined): Promise<Answer | undefined> =>
    world.ask(body === undefined && Object.keys(more).length === 0 ? ask : { ...ask, body: { ...body, ...more } })
  const bodies = (['texts', 'none', 'all'] as const).map((optional) => bodyOf(ask.route, text, world, optional).body)
  const others = new Map(bodies.map((body) => [JSON.stringify(body), body]))
  let made: Answer | undefined
  for (const body of others.values()) {
    made = await send(body)
    if (made?.isGood !== false || made.status === 403) break
  }
  return { made, body: bodies[0] }
}

/** The id of what was made, first of the object that holds the mark. It may be in the request and not in the answer: the client chose it. */
function idIn(made: Answer, body: object | undefined, param: string, mark: string): string | undefined {
  const isNamed = (name: string): boolean => foldName(name) === foldName(param)
  const isId = (name: string): boolean =>
    ID_NAMES.has(foldName(name)) && /(?:id|uuid|slug|key|code|ref|number)$/.test(foldName(param))
  const objects = [...objectsHolding(made.json, mark), ...objectsOfJson(made.json), ...objectsOfJson(body)]
  // A record may have a slug and an id.
  for (const is of [isNamed, isId])
    for (const [name, value] of objects.flatMap((one) => Object.entries(one)))
      if (is(name) && (typeof value === 'string' || typeof value === 'number')) return String(value)
  // Nothing but the id.
  return typeof made.json === 'string' || typeof made.json === 'number' ? String(made.json) : undefined
}

/**
 * Whether a record without a mark belongs to its owner alone: it came into the list of a user who was made for the run, and into
 * no list of another one. It may be changed, and is not deleted.
 */
async function isTheirs(
  id: string,
  { read, remove }: Records,
  [before, seen]: readonly (Answer | undefined)[],
  { params = {}, stranger }: Making,
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
