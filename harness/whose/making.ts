import { randomBytes } from 'node:crypto'
import { bodyOf } from '../ask/bodies.ts'
import type { BodyWay } from '../ask/body-ways.ts'
import type { Answer, Ask, Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { isSecretName, objectsHolding, textsIn } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { audienceOf } from './audience.ts'
import { addedId, holdsMark, idIn, newIdIn } from './made-by-run.ts'
import { askOtherwise, askWordless } from './other-bodies.ts'
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
  const { depth = 0 } = making
  const more = { ...(making.stranger && audienceOf(create, false)), ...making.more }
  if ((remove === undefined && owner.isThrowaway !== true) || depth > DEEPEST) return undefined
  const isBelow = within !== undefined && making.params?.[renamed] === undefined
  const outer = isBelow ? await sharedRecord(within, owner, world, { depth: depth + 1 }) : undefined
  if (isBelow && outer === undefined) return undefined
  const around = records.outer === undefined ? outer?.params : outer && { [renamed]: outer.id }
  const params = { ...around, ...making.params }
  const list = listOf(create, world) ?? (isReadInList(read) ? read : undefined)
  const before = list === undefined ? undefined : await world.ask({ route: list, as: owner, params })
  if (list !== undefined && remove !== undefined && Object.keys(params).length === 0)
    world.journal.add({ kind: 'collection', create: create.key })
  const text = `${world.mark} record ${randomBytes(2).toString('hex')}`
  const ask = { route: create, as: owner, params }
  const sent = await askWithNamed(ask, { more, depth, params }, text, world)
  const { made, body, others = {} } = sent ?? {}
  if (made === undefined) return undefined
  const look = async (): Promise<Answer | undefined> => list && (await world.ask({ route: list, as: owner, params }))
  const find = (one: Answer): Promise<MadeRecord | undefined> => {
    const around = new Set(Object.values(params))
    const answered = linkedId(one, records) ?? idIn(one, body, param, [text, world.mark], around)
    return findMade({ answered, text, before, look }, { records, owner, making: { ...making, params }, world })
  }
  const found = await find(made)
  // Some servers answer 201 and keep nothing where they do not know a word. A record in one of the run goes with it.
  const isKept = found !== undefined || within === undefined || made.text.includes(text)
  const again = isKept ? undefined : await askWordless(ask, others, text, world)
  return again === undefined ? found : find(again)
}

/** A creation that was taken. */
interface Created {
  readonly made: Answer
  readonly body: object | undefined
  /** The members beside those of its body. */
  readonly others: Readonly<Record<string, unknown>>
}

/** Asks for a record with those that its body has to name, then with all that it may name, then with other values; `undefined` where all are refused. */
async function askWithNamed(
  ask: Ask & { readonly as: User },
  naming: Naming,
  text: string,
  world: Maker,
): Promise<Created | undefined> {
  const { route, as } = ask
  const { more } = naming
  const named = { ...(await namedRecords(route, as, world, naming)), ...more }
  const first = await askToMake(ask, named, text, world)
  if (first.made?.isGood === true) return { ...first, made: first.made, others: named }
  if (first.made === undefined || first.made.status === 403) return undefined
  // A document may call optional what its server does not do without.
  const all = { ...(await namedRecords(route, as, world, { ...naming, isForAll: true })), ...more }
  const isMore = Object.keys(all).length > Object.keys(named).length
  const second = isMore ? await askToMake(ask, all, text, world) : first
  if (second.made?.isGood === true) return { ...second, made: second.made, others: all }
  const build = async (way: BodyWay): Promise<object> => ({
    ...bodyOf(route, text, world, way.optional, way).body,
    ...(way.isForAll === true ? all : named),
  })
  const send = (body: object): Promise<Answer | undefined> => world.ask({ ...ask, body })
  const body = { ...second.body, ...all }
  const taken = await askOtherwise({ route, text, body, answer: second.made, build, send }, world)
  return taken && { made: taken.answer, body: taken.body, others: named }
}

/** The facts about a record right after its creation. */
interface Facts {
  /** The id in the answer, which may be that of something else. */
  readonly answered: string | undefined
  readonly text: string
  /** The list before it. */
  readonly before: Answer | undefined
  /** The list after it. */
  readonly look: () => Promise<Answer | undefined>
}

interface Owned {
  readonly records: Records
  readonly owner: User
  readonly making: Making
  readonly world: Maker
}

/** The record that was made: the one with the mark, else the only one that its list has more than before. */
async function findMade(
  { answered, text, before, look }: Facts,
  { records, owner, making, world }: Owned,
): Promise<MadeRecord | undefined> {
  const { create, param, read, remove, within } = records
  const { params = {}, reader } = making
  const see = async (id: string): Promise<MadeRecord & { readonly seen: Answer | undefined }> => {
    const all = { ...params, [param]: id }
    const theirs = reader && (await world.ask({ route: read, as: reader, params: all }))
    const seen = theirs?.isGood === true ? theirs : await world.ask({ route: read, as: owner, params: all })
    return { id, params: all, text, seen }
  }
  const noted = ({ id, params: all }: MadeRecord, removing: string, isInside?: true): MadeRecord => {
    // Where two records have one name the journal has the one that is deleted, which is in a record of the run.
    const place =
      records.outer === undefined
        ? { read: read.key, params: all, by: owner.name, ...(isInside === undefined ? {} : { isInside }) }
        : { read: '', params: { [param]: id }, by: owner.name }
    if (place.read !== '' || removing !== '') world.journal.add({ kind: 'record', remove: removing, ...place })
    return { id, params: all, text }
  }
  const known = textsIn(before?.json)
  const first = answered === undefined || known.has(answered) ? undefined : await see(answered)
  if (first?.seen && holdsMark(first.seen, read, first.params, world.mark)) return noted(first, remove?.key ?? '')
  const after = await look()
  const listed = after?.isGood === true ? newIdIn(after, text, param, known) : undefined
  const second = listed === undefined || listed === answered ? undefined : await see(listed)
  if (second?.seen && holdsMark(second.seen, read, second.params, world.mark)) return noted(second, remove?.key ?? '')
  if (within !== undefined) {
    // A record of the run has no others in it than those of the run. An id alone may be that of anything.
    const added = addedId(before, after, param)
    const inside = added === undefined || (answered ?? added) !== added ? undefined : await see(added)
    return inside && isThere(inside.seen, inside.id, read) ? noted(inside, remove?.key ?? '', true) : undefined
  }
  const one = first ?? second
  if (one === undefined) return undefined
  if (await isTheirs(one.id, records, [before, one.seen], making, world)) return noted(one, '')
  // A token may be the last part of its own path.
  if (isSecretName(param)) world.hide(one.id)
  world.left(`${create.key} made what does not hold the mark of the run, so it is left as it is: ${param} ${one.id}`)
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
export async function namedRecords(
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

/** The id of a record as a member names it, in a list where it takes one; `undefined` where it takes numbers, and the id is a text. */
export function referenceTo(
  id: string,
  { type }: { readonly type: string | undefined },
): string | number | readonly string[] | undefined {
  if (type === 'array') return [id]
  if (type !== 'integer' && type !== 'number') return id
  return String(Number(id)) === id ? Number(id) : undefined
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
  const id = idIn({ ...made, json: objectsHolding(made.json, world.mark)[0] }, undefined, param, [world.mark])
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
