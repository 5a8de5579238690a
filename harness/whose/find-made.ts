import type { Answer, Maker } from '../ask/exploration.ts'
import type { Made, MadeRecord } from '../ask/journal.ts'
import type { User } from '../ask/users.ts'
import { foldName, isNamed, isSecretName, objectsOfJson, singular } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { lastNounOf } from './path-nouns.ts'
import { addedId, holdsMark, isListedId, newIdIn } from './made-by-run.ts'
import { ownParams } from './operations.ts'
import { type Records } from './record-places.ts'
import { entryIn, isReadInList } from './seen-records.ts'

/** More about a record than that it is made. */
export interface Making {
  /** Members beside those of its body. */
  readonly more?: Readonly<Record<string, unknown>>
  /** Values of the path that it is made below; a record is made for each that is missing. */
  readonly params?: Readonly<Record<string, string>>
  /** A user who must not see it: what holds no mark, and nothing deletes, is then its owner's, who was made for the run. */
  readonly stranger?: User
  /** Who sees it is left to the server, as in most requests of clients. */
  readonly isUsual?: true
  /** A user who may see it in the place of its owner. */
  readonly reader?: User | undefined
  /** How many records this one is made for. */
  readonly depth?: number
}

/** The owner of a record that the run has made, and one who has nothing to do with it. */
export interface Pair {
  readonly owner: User
  readonly other: User
}

/** Whether an answer shows a record that the run has made. */
export function shows(answer: Pick<Answer, 'text' | 'json'>, { text, named }: MadeRecord): boolean {
  return answer.text.includes(text) || (named !== undefined && names(answer, named))
}

/** The facts about a record right after its creation. */
interface Facts {
  /** The id in the answer, which may be that of something else. */
  readonly answered: string | undefined
  /** Whether the answer says that something was made (201, RFC 9110 section 15.3.2), and not changed. */
  readonly isCreated: boolean
  readonly text: string
  /** The members of its body that name other records of the run. */
  readonly named: Readonly<Record<string, unknown>>
  /** The operation that lists such records. */
  readonly list: Route | undefined
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
export async function findMade(
  { answered, isCreated, text, named, list, before, look }: Facts,
  owned: Owned,
): Promise<MadeRecord | undefined> {
  const { records, owner, making, world } = owned
  const { create, param, read, remove, within } = records
  const see = (id: string): Promise<Seen> => seeMade(id, text, owned)
  const noted = ({ id, params: all }: MadeRecord, removing: string, isInside?: true, reading = read): MadeRecord => {
    // Where two records have one name the journal has the one that is deleted, which is in a record of the run.
    const how = { by: owner.name, ...(isInside === true || goesAlong(records) ? { isInside: true as const } : {}) }
    const place =
      records.outer === undefined
        ? { ...noteOf({ ...records, read: reading }, all, id, world), ...how }
        : { read: '', params: { [param]: id }, by: owner.name }
    if (place.read !== '' || removing !== '') world.journal.add({ kind: 'record', remove: removing, ...place })
    return { id, params: all, text }
  }
  const noun = singular(lastNounOf(create))
  const isKnown = (id: string): boolean => isListedId(before?.json, id, param, noun)
  const first = answered === undefined || isKnown(answered) ? undefined : await see(answered)
  if (first?.seen && holdsMark(first.seen, read, first.params, world.mark)) return noted(first, remove?.key ?? '')
  const after = await look()
  const listed = after?.isGood === true ? newIdIn(after, text, param, isKnown) : undefined
  const second = listed === undefined || listed === answered ? undefined : await see(listed)
  if (second?.seen && holdsMark(second.seen, read, second.params, world.mark)) return noted(second, remove?.key ?? '')
  // Numbers and times hold no text: a meal of a plan, a weight of a set.
  const naming = [first, second].find((one) => {
    const json = one?.seen && isReadInList(read) ? entryIn(one.seen, one.id) : one?.seen?.json
    return one?.seen?.isGood === true && names({ json }, named)
  })
  // A record that was there does not make its list longer.
  const created = isCreated && addedId(before, after, param, noun) === first?.id ? first : undefined
  const unmarked = naming ?? created
  if (unmarked !== undefined && remove !== undefined) {
    if (naming === undefined) world.journal.prove(create.key)
    return { ...noteUnread(remove, unmarked, owner, world), text, ...(naming === undefined ? {} : { named }) }
  }
  if (within !== undefined) {
    const around = first && namedAround(first, records)
    if (first !== undefined && around !== undefined) {
      const own = remove && { ...noteUnread(remove, first, owner, world), text }
      return { ...(own ?? noted(first, '', true)), named: around }
    }
    // A record of the run has no others in it than those of the run. An id alone may be that of anything.
    const added = addedId(before, after, param, noun)
    const inside = added === undefined || (answered ?? added) !== added ? undefined : await see(added)
    return inside && isThere(inside.seen, inside.id, read) ? noted(inside, remove?.key ?? '', true) : undefined
  }
  const one = first ?? second
  if (one === undefined) return noteLeft(create, after, text, world)
  // Some servers do not give a record alone even to its maker: its entry in the list holds the mark.
  if (after && list && holdsMark(after, list, one.params, world.mark))
    return noted(one, remove?.key ?? '', undefined, list)
  if (await isTheirs(one.id, records, [before, one.seen], making, world)) return noted(one, '')
  world.journal.leaving.add(create.key)
  // A token may be the last part of its own path.
  if (isSecretName(param)) world.hide(one.id)
  world.left(`${create.key} made what does not hold the mark of the run, so it is left as it is: ${param} ${one.id}`)
  return undefined
}

interface Seen extends MadeRecord {
  readonly seen: Answer | undefined
}

/** The new record, as a user sees it who may see it in the place of its owner, else the owner. */
async function seeMade(id: string, text: string, { records, owner, making, world }: Owned): Promise<Seen> {
  const { params = {}, reader } = making
  const all = { ...params, [records.param]: id }
  const theirs = reader && (await world.ask({ route: records.read, as: reader, params: all }))
  const seen = theirs?.isGood === true ? theirs : await world.ask({ route: records.read, as: owner, params: all })
  return { id, params: all, text, seen }
}

/** Where a list shows what was made, and no id by which it could be deleted, another one would be left as well. */
function noteLeft({ key }: Route, after: Answer | undefined, text: string, { journal }: Maker): undefined {
  if (after?.isGood === true && after.text.includes(text)) journal.leaving.add(key)
}

/** Whether a record is read in the one around, and so goes with it. */
function goesAlong({ read, within }: Records): boolean {
  return within !== undefined && read.part !== undefined
}

/** Notes a record in which nothing has the mark: it is deleted without being read. */
function noteUnread(
  remove: Route,
  { id, params }: Pick<MadeRecord, 'id' | 'params'>,
  owner: User,
  world: Maker,
): Pick<MadeRecord, 'id' | 'params'> {
  const place = { read: '', remove: remove.key, params: ownParams(remove, params, world) }
  world.journal.add({ kind: 'record', ...place, by: owner.name })
  return { id, params }
}

/** Whether an answer has a record that names another one of the run: then it was made after that one, so by the run. */
function names({ json }: Pick<Answer, 'json'>, named: Facts['named']): boolean {
  return objectsOfJson(json).some((one) => Object.entries(named).some(([name, id]) => isNamed(one[name], id)))
}

/** The member by which a record names the one of the run that it was made in: `eventId` of an order. */
function namedAround(
  { seen, params }: { readonly seen: Answer | undefined; readonly params: MadeRecord['params'] },
  { within, outer = within?.param ?? '' }: Records,
): Facts['named'] | undefined {
  const id = params[outer]
  if (seen?.isGood !== true || within === undefined || id === undefined) return undefined
  const noun = singular(lastNounOf(within.create))
  const isAround = (name: string): boolean => [foldName(within.param), noun, `${noun}id`].includes(foldName(name))
  const [found] = objectsOfJson(seen.json).flatMap((one) =>
    Object.entries(one).filter(([name, value]) => isAround(name) && isNamed(value, id)),
  )
  return found && { [found[0]]: id }
}

/** How the journal knows a record: by the operation that reads it, if that has the names of the one that deletes it for the same values. */
function noteOf(
  { read, remove, param }: Records,
  params: MadeRecord['params'],
  id: string,
  world: Maker,
): Pick<Extract<Made, { kind: 'record' }>, 'read' | 'params'> {
  const reading = ownParams(read, params, world)
  const removing = remove === undefined ? (isReadInList(read) ? { [param]: id } : {}) : ownParams(remove, params, world)
  const isOne = Object.entries(reading).every(([name, value]) => (removing[name] ?? value) === value)
  return isOne ? { read: read.key, params: { ...reading, ...removing } } : { read: '', params: removing }
}

function isThere(seen: Answer | undefined, id: string, read: Route): boolean {
  return seen?.isGood === true && (!isReadInList(read) || entryIn(seen, id) !== undefined)
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
