import { randomBytes } from 'node:crypto'
import { bodyOf, withOwnIds } from '../ask/bodies.ts'
import type { Answer, Ask, Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { foldName, ID_NAMES, objectsHolding, objectsOfJson, textsIn } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { entryIn, isReadInList, linkedId, listOf, recordsNamed, type Records, type Unread } from './record-places.ts'

/** Records that are made for one more, one for the other: a team of an event of a club. */
const DEEPEST = 3

/** More about a record than that it is made. */
interface Making {
  /** Members beside those of its body. */
  readonly more?: Readonly<Record<string, unknown>>
  /** Values of the path that it is made below; a record is made for each that is missing. */
  readonly params?: Readonly<Record<string, string>>
  /** A user who must not see it: what holds no mark, and nothing deletes, is then its owner's, who was made for the run. */
  readonly stranger?: User
  /** A user who may see it in the place of its owner. */
  readonly reader?: User | undefined
  /** How many records this one is made for. */
  readonly depth?: number
}

/** A record that the run has made. */
export interface MadeRecord {
  readonly id: string
  /** All values of its path. */
  readonly params: Readonly<Record<string, string>>
  /** No other record holds it; its own does where its body takes any text. */
  readonly text: string
}

/** Makes a record with the mark of the run; its id, if no answer of before had it. */
export async function createRecord(
  records: Records,
  owner: User,
  world: Maker,
  making: Making = {},
): Promise<string | undefined> {
  return (await makeRecord(records, owner, world, making))?.id
}

/** The same, with all values of its path. The records that it is below, and those that its body has to name, are made first. */
export async function makeRecord(
  records: Records,
  owner: User,
  world: Maker,
  making: Making = {},
): Promise<MadeRecord | undefined> {
  const { create, param, read, remove, within, outer: renamed = within?.param ?? '' } = records
  const { more = {}, depth = 0, reader } = making
  if ((remove === undefined && owner.isThrowaway !== true) || depth > DEEPEST) return undefined
  const isBelow = within !== undefined && making.params?.[renamed] === undefined
  const outer = isBelow ? await sharedRecord(within, owner, world, { depth: depth + 1 }) : undefined
  if (isBelow && outer === undefined) return undefined
  const around = outer === undefined || within === undefined ? {} : { ...outer.params, [renamed]: outer.id }
  if (renamed === `outer ${param}`) Reflect.deleteProperty(around, param)
  const params = { ...around, ...making.params }
  const naming = { more, depth, params }
  const named = await namedRecords(create, owner, world, naming)
  const list = listOf(create, world) ?? (isReadInList(read) ? read : undefined)
  const before = list === undefined ? undefined : await world.ask({ route: list, as: owner, params })
  if (list !== undefined && remove !== undefined && Object.keys(params).length === 0)
    world.journal.add({ kind: 'collection', create: create.key })
  const text = `${world.mark} record ${randomBytes(2).toString('hex')}`
  const ask = { route: create, as: owner, params }
  let { made, body } = await askToMake(ask, { ...named, ...more }, text, world)
  if (made?.isGood === false && made.status !== 403) {
    // A document may call optional what its server does not do without.
    const all = await namedRecords(create, owner, world, { ...naming, isForAll: true })
    if (Object.keys(all).length > Object.keys(named).length)
      ({ made, body } = await askToMake(ask, { ...all, ...more }, text, world))
  }
  if (made?.isGood !== true) return undefined
  const known = new Set([...textsIn(before?.json), ...Object.values(params)])
  const listed = async (): Promise<string | undefined> => {
    const after = list === undefined ? undefined : await world.ask({ route: list, as: owner, params })
    return after?.isGood === true ? newIdIn(after, within === undefined ? text : '', param, known) : undefined
  }
  const id = linkedId(made, records) ?? idIn(made, body, param, world.mark, known) ?? (await listed())
  if (id === undefined || known.has(id)) return undefined
  const all: Readonly<Record<string, string>> = { ...params, [param]: id }
  const theirs = reader && (await world.ask({ route: read, as: reader, params: all }))
  const seen = theirs?.isGood === true ? theirs : await world.ask({ route: read, as: owner, params: all })
  const isMarked = seen !== undefined && holdsMark(seen, read, all, world.mark)
  // A record of the run has no others in it than those of the run, and is deleted with them.
  const isInside = within !== undefined && isThere(seen, id, read)
  if (isMarked || isInside || (await isTheirs(id, records, [before, seen], { ...making, params }, world))) {
    const removing = isMarked ? (remove?.key ?? '') : ''
    // With two records of one name the journal has that which is deleted: it is in a record of the run.
    const isAlone = records.outer !== undefined
    const noted = isAlone ? { read: '', params: { [param]: id }, by: owner.name } : { read: read.key, params: all }
    if (isAlone ? remove !== undefined : isMarked || !isInside)
      world.journal.add({ kind: 'record', remove: isAlone ? (remove?.key ?? '') : removing, ...noted })
    return { id, params: all, text }
  }
  world.left(`${create.key} made what does not hold the mark of the run, so it is left as it is: ${param} ${id}`)
  return undefined
}

function isThere(seen: Answer | undefined, id: string, read: Route): boolean {
  return seen?.isGood === true && (!isReadInList(read) || entryIn(seen, id) !== undefined)
}

/** Records that others are made for, by their users, in one run. */
const shared = new WeakMap<Maker['journal'], Map<string, Promise<MadeRecord | undefined>>>()

/** A record that others are made for: one for all of those of its owner. */
function sharedRecord(records: Records, owner: User, world: Maker, making: Making): Promise<MadeRecord | undefined> {
  const known = shared.get(world.journal) ?? new Map<string, Promise<MadeRecord | undefined>>()
  shared.set(world.journal, known)
  const name = JSON.stringify([owner.name, records.create.key, making.params])
  const made = known.get(name) ?? makeRecord(records, owner, world, making)
  known.set(name, made)
  return made
}

interface Naming extends Required<Pick<Making, 'more' | 'depth' | 'params'>> {
  /** Those that need not be there, too. */
  readonly isForAll?: boolean
}

/** The members of a body that have to name another record, each with one that is made for it: `club_id` of `POST /events`. */
async function namedRecords(
  create: Route,
  owner: User,
  world: Maker,
  { more, depth, params, isForAll = false }: Naming,
): Promise<Readonly<Record<string, unknown>>> {
  const members: Record<string, unknown> = {}
  for (const member of create.inputs?.body ?? []) {
    const [name = '', inner] = member.path
    if ((!member.isRequired && !isForAll) || inner !== undefined || Object.hasOwn(more, name)) continue
    const records = recordsNamed(member, world)
    if (records === undefined || records.create.key === create.key) continue
    const around = records.outer ?? records.within?.param ?? ''
    // A round of a match is of the same tournament.
    const same = params[around] === undefined ? {} : { params: { [around]: params[around] } }
    const made = await sharedRecord(records, owner, world, { depth: depth + 1, ...same })
    const value = made === undefined ? undefined : referenceTo(made.id, member)
    if (value !== undefined) members[name] = value
  }
  return members
}

/** The body of a change of a record: with its own ids, and with records of who asks where it has to name others. */
export async function changeOf(
  route: Route,
  as: User | undefined,
  { text, record }: { readonly text: string; readonly record: unknown },
  world: Maker,
  params: Readonly<Record<string, string>> = {},
): Promise<{ readonly body?: object }> {
  const { body } = bodyOf(route, text, world)
  if (body === undefined) return {}
  const own = withOwnIds(body, record)
  const more = Object.fromEntries(Object.entries(own).filter(([name, value]) => value !== Reflect.get(body, name)))
  const named = as === undefined ? {} : await namedRecords(route, as, world, { more, depth: 1, params })
  return { body: { ...own, ...named } }
}

/** The id of a record as a member names it, in a list where it takes one; `undefined` where it takes numbers, and the id is a text. */
export function referenceTo(
  id: string,
  { type }: { readonly type: string | undefined },
): string | number | readonly string[] | undefined {
  if (type === 'array') return [id]
  if (type !== 'integer' && type !== 'number') return id
  return String(Number(id)) === id ? Number(id) : undefined
}

/** The id of the first entry that holds a text, and was not there before; of any entry, where the text is empty. */
function newIdIn({ json }: Answer, text: string, param: string, known: ReadonlySet<string>): string | undefined {
  const names = [foldName(param), ...ID_NAMES]
  const entries = text === '' ? objectsOfJson(json) : objectsHolding(json, text)
  const ids = entries.flatMap((entry) => {
    const named = names.flatMap((name) => Object.entries(entry).filter(([one]) => foldName(one) === name))
    return named.slice(0, 1).map(([, value]) => String(value))
  })
  return ids.find((id) => !known.has(id))
}

/**
 * Makes a record that no operation reads; the value of its path, where the answer of its creation holds the mark of the run and an id. It is deleted by the
 * operation that deletes one by its id.
 */
export async function createUnread(
  { create, remove, param }: Unread,
  owner: User,
  world: Maker,
): Promise<Readonly<Record<string, string>> | undefined> {
  const text = `${world.mark} record ${randomBytes(2).toString('hex')}`
  const { made } = await askToMake({ route: create, as: owner }, {}, text, world)
  if (made?.isGood !== true) return undefined
  // Not the id of its owner, which stands in the answer too: a record of another user may have the same.
  const id = idIn({ ...made, json: objectsHolding(made.json, world.mark)[0] }, undefined, param, world.mark)
  if (id === undefined) return undefined
  world.journal.add({ kind: 'record', read: '', remove: remove.key, params: { [param]: id } })
  return { [param]: id }
}

/** Optional members may have rules of their own: an address is fetched, a name has to exist. A document may call all of them optional. */
async function askToMake(
  ask: Ask,
  more: Readonly<Record<string, unknown>>,
  text: string,
  world: Maker,
): Promise<{ readonly made: Answer | undefined; readonly body: object | undefined }> {
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
function idIn(
  made: Answer,
  body: object | undefined,
  param: string,
  mark: string,
  known: ReadonlySet<string> = new Set(),
): string | undefined {
  const isNamed = (name: string): boolean => foldName(name) === foldName(param)
  const isId = (name: string): boolean =>
    ID_NAMES.has(foldName(name)) && /(?:id|uuid|slug|key|code|ref|number)$/.test(foldName(param))
  const objects = [...objectsHolding(made.json, mark), ...objectsOfJson(made.json), ...objectsOfJson(body)]
  // A record may have a slug and an id.
  for (const is of [isNamed, isId])
    for (const [name, value] of objects.flatMap((one) => Object.entries(one)))
      if (is(name) && (typeof value === 'string' || typeof value === 'number') && !known.has(String(value)))
        return String(value)
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
