import { randomBytes, randomUUID } from 'node:crypto'
import { bodyOf, listsOf } from '../ask/bodies.ts'
import type { BodyWay } from '../ask/body-ways.ts'
import type { Answer, Ask, Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { foldName, singular } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { audienceOf } from './audience.ts'
import { lastNounOf } from './path-nouns.ts'
import type { MadeRecord } from '../ask/journal.ts'
import { findMade, type Making } from './find-made.ts'
import { idIn, markedRecord } from './made-by-run.ts'
import { askOtherwise, askWordless } from './other-bodies.ts'
import { collectionPath, listOf, type Records, type Unread } from './record-places.ts'
import { holdsNoun, innerId, type InnerRecords } from './inner-records.ts'
import { recordsNamed, referenceTo, repeatedFromPath } from './named-records.ts'
import { ownParams } from './operations.ts'
import { listedReferences } from './listed-references.ts'
import { isReadInList, CREATED, linkedId, locatedId } from './seen-records.ts'

/** Records that are made for one more, one for the other: a team of an event of a club. */
const DEEPEST = 3

/** Makes a record with the mark of the run; its id, if no answer of before had it. */
export async function createRecord(
  records: Records,
  owner: User,
  world: Maker,
  making: Making = {},
): Promise<string | undefined> {
  return (await makeRecord(records, owner, world, making))?.id
}

/**
 * The same, with all values of its path. The records that it is below, and those that its body has to name, are made first. What nothing deletes is made
 * once for a user of the fixtures, and stays; by users of the run alone where the fixtures say how they are made.
 */
export async function makeRecord(
  records: Records,
  owner: User,
  world: Maker,
  making: Making = {},
): Promise<MadeRecord | undefined> {
  if (records.remove !== undefined || owner.isThrowaway === true) return makeNew(records, owner, world, making)
  if (world.fixtures.throwaway !== undefined) return undefined
  const { stranger, isUsual, params, more } = making
  const hasAudience = Object.keys(audienceOf(records.create, false)).length > 0
  const { lasting } = world.journal
  const all = lasting.get(records.create.key) ?? new Map<string, MadeRecord | undefined>()
  lasting.set(records.create.key, all)
  const key = JSON.stringify([owner.name, params, more, hasAudience && [stranger === undefined, isUsual]])
  if (!all.has(key) && all.size < MOST_LASTING) all.set(key, await makeNew(records, owner, world, making))
  return all.get(key)
}

/** Records of one operation that stay on the server. */
const MOST_LASTING = 6

async function makeNew(records: Records, owner: User, world: Maker, making: Making): Promise<MadeRecord | undefined> {
  const { create, param, read, remove, within, outer: renamed = within?.param ?? '', inBody } = records
  const { depth = 0 } = making
  if (within !== undefined && inBody !== undefined)
    return makeInside({ ...records, within, inBody }, owner, world, making)
  const more = { ...(making.stranger && making.isUsual !== true && audienceOf(create, false)), ...making.more }
  if (depth > DEEPEST) return undefined
  // Another one would be left as the first is.
  if (world.journal.leaving.has(create.key)) return undefined
  const isBelow = within !== undefined && making.params?.[renamed] === undefined
  const outer = isBelow ? await sharedRecord(within, owner, world, { depth: depth + 1 }) : undefined
  if (isBelow && outer === undefined) return undefined
  const around = records.outer === undefined ? outer?.params : outer && { [renamed]: outer.id }
  // Its client chooses the id.
  const chosen = collectionPath(create) === create.path ? {} : { [param]: randomUUID() }
  const params = { ...around, ...making.params, ...chosen }
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
  // `/tasks/[task]` takes the id of a task.
  const idParam = foldName(param) === singular(lastNounOf(create)) ? `${param}Id` : param
  const named = Object.fromEntries(Object.entries(others).filter(([name]) => !Object.hasOwn(more, name)))
  const owned = { records, owner, making: { ...making, params }, world }
  const find = (one: Answer): Promise<MadeRecord | undefined> => {
    const around = new Set(Object.values(params))
    const answered =
      chosen[param] ??
      linkedId(one, records) ??
      locatedId(one, records) ??
      idIn(one, body, idParam, [text, world.mark], around)
    return findMade({ answered, isCreated: one.status === CREATED, text, named, list, before, look }, owned)
  }
  const found = await find(made)
  // Some servers answer 201 and keep nothing where they do not know a word. A record in one of the run goes with it.
  const isKept = found !== undefined || within === undefined || made.text.includes(text)
  const again = isKept ? undefined : await askWordless(ask, others, text, world)
  return again === undefined ? found : find(again)
}

/** Makes the record around one with an entry that holds a text of its own. */
async function makeInside(
  { within, inBody: { list, noun }, param, outer = within.param, read, remove }: InnerRecords,
  owner: User,
  world: Maker,
  making: Making,
): Promise<MadeRecord | undefined> {
  const text = `${world.mark} inside ${randomBytes(2).toString('hex')}`
  const lists = listsOf(within.create, text, world, (one) => holdsNoun(one, noun))
  const more = { ...making.more, [list]: lists[list] ?? [] }
  const around = await makeRecord(within, owner, world, { ...making, more })
  const seen = around && (await world.ask({ route: within.read, as: owner, params: around.params }))
  const id = seen?.isGood === true ? innerId(seen.json, noun, text) : undefined
  if (around === undefined || id === undefined) return undefined
  const params = { [outer]: around.id, [param]: id }
  // Some servers keep what was in a record that is gone.
  if (remove !== undefined && read.part === undefined)
    world.journal.add({
      kind: 'record',
      read: read.key,
      remove: remove.key,
      params: { ...ownParams(read, params, world), ...ownParams(remove, params, world) },
      by: owner.name,
    })
  return { id, params, text }
}

/** A body of the run that the server takes for an operation; `undefined` where it refuses all, or the operation has none. */
export async function bodyTaken(
  ask: Ask & { readonly as: User },
  text: string,
  world: Maker,
): Promise<object | undefined> {
  const sent = await askWithNamed(ask, { more: {}, depth: 1, params: ask.params ?? {} }, text, world)
  return sent?.body && { ...sent.body, ...sent.others }
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
  const required = await namedRecords(route, as, world, naming)
  // Without a text it is known by the records that it names.
  const isKnown = Object.keys(required).length > 0 || holds(bodyOf(route, text, world, 'texts').body, text)
  const named = {
    ...(isKnown ? required : await namedRecords(route, as, world, { ...naming, isForAll: true })),
    ...more,
  }
  const first = await askToMake(ask, named, text, world)
  if (first.made?.isGood === true) return { ...first, made: first.made, others: named }
  if (first.made === undefined) return undefined
  // A user with a role may name records of others, who would see it.
  if (first.made.status === 403) return as.roles.length > 0 ? undefined : askWithListed(ask, named, text, world)
  // A document may call optional what its server does not do without.
  const all = { ...(await namedRecords(route, as, world, { ...naming, isForAll: true })), ...more }
  const isMore = Object.keys(all).length > Object.keys(named).length
  const second = isMore ? await askToMake(ask, all, text, world) : first
  if (second.made?.isGood === true) return { ...second, made: second.made, others: all }
  // Another refusal is about something else: the names are right.
  const isFurther = second.made !== undefined && second.made.text !== first.made.text
  const others = isFurther ? all : named
  const build = async (way: BodyWay): Promise<object> => ({
    ...bodyOf(route, text, world, way.optional, way).body,
    ...(way.isForAll === true ? all : others),
  })
  const send = (body: object): Promise<Answer | undefined> => world.ask({ ...ask, body })
  const body = { ...second.body, ...all }
  const taken = await askOtherwise({ route, text, body, answer: second.made, build, send }, world)
  return taken ? { made: taken.answer, body: taken.body, others } : askWithListed(ask, all, text, world)
}

/** The same with records that are there. They prove nothing of the record, so they stand in its body alone. */
async function askWithListed(
  ask: Ask & { readonly as: User },
  named: Readonly<Record<string, unknown>>,
  text: string,
  world: Maker,
): Promise<Created | undefined> {
  const listed = await listedReferences(ask.route, ask.as, world)
  if (Object.keys(listed).length === 0) return undefined
  const { made, body } = await askToMake(ask, { ...listed, ...named }, text, world)
  return made?.isGood === true ? { made, body: { ...body, ...listed }, others: named } : undefined
}

function holds(body: object | undefined, text: string): boolean {
  return JSON.stringify(body ?? {}).includes(text)
}

/** Records that others are made for, by their users, in one run. */
const shared = new WeakMap<Maker['journal'], Map<string, Promise<MadeRecord | undefined>>>()

/** A record that others are made for: one for all of those of its owner. */
function sharedRecord(records: Records, owner: User, world: Maker, making: Making): Promise<MadeRecord | undefined> {
  const known = shared.get(world.journal) ?? new Map<string, Promise<MadeRecord | undefined>>()
  shared.set(world.journal, known)
  const name = JSON.stringify([owner.name, records.create.method, records.create.path, records.param, making.params])
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
    const repeated = repeatedFromPath(create, member, params)
    const same = repeated === undefined ? undefined : referenceTo(repeated, member)
    if (same !== undefined) {
      members[name] = same
      continue
    }
    // A text may be a word that is not a name: it is tried where another text was refused.
    const records = recordsNamed(member, world, isForAll)
    if (records === undefined || records.create.key === create.key) continue
    const around = records.outer ?? records.within?.param ?? ''
    // A round of a match is of the same tournament.
    const inside = params[around] === undefined ? {} : { params: { [around]: params[around] } }
    const made = await sharedRecord(records, owner, world, { depth: depth + 1, ...inside })
    const value = made === undefined ? undefined : referenceTo(made.id, member)
    if (value !== undefined) members[name] = value
  }
  return members
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
  const id = idIn({ ...made, json: markedRecord(made.json, world.mark) }, undefined, param, [world.mark])
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
  const bodies = (['texts', 'none', 'all'] as const).map((optional) => bodyOf(ask.route, text, world, optional).body)
  const isMarked = (body: object | undefined): boolean => holds(body, text)
  // A record without a text of the run is not known among those of others afterwards.
  const apt = bodies.some(isMarked) ? bodies.filter(isMarked) : bodies
  const others = new Map(apt.map((body) => [JSON.stringify(body), body]))
  let made: Answer | undefined
  for (const body of others.values()) {
    made = await world.ask(
      body === undefined && Object.keys(more).length === 0 ? ask : { ...ask, body: { ...body, ...more } },
    )
    if (made?.isGood !== false || made.status === 403) return { made, body }
  }
  return { made, body: bodies[0] }
}
