import type { Answer } from '../ask/exploration.ts'
import {
  foldName,
  ID_NAMES,
  idInLink,
  leavesOfJson,
  objectsHolding,
  objectsOfJson,
  ownMembers,
  singular,
} from '../ask/values.ts'
import { isObject, type Json } from '../text/json.ts'
import type { Route } from '../model/route.ts'
import { OWNER_NAMES } from './identities.ts'
import { listedNounOf } from './path-nouns.ts'
import { isReadInList } from './seen-records.ts'

/**
 * Whether a record is there and a run has made it: its own answer holds the mark of the run, or its entry in a list. What is in other records of
 * the same answer does not count: a project of another user shows the view that the run has made in it, whose id may be that of another project.
 */
export function holdsMark(
  { isGood, text, json, as }: Answer,
  read: Pick<Route, 'path' | 'part'>,
  params: Readonly<Record<string, string>>,
  mark: string,
): boolean {
  if (!isGood || !text.includes(mark)) return false
  const [param = '', id = ''] = Object.entries(params).at(-1) ?? []
  if (isReadInList(read)) return isMarked(entryOf(json, param, id, listedNounOf(read)), mark, as?.name)
  const named = objectsOfJson(json).find((one) => idOfEntry(one, param) === id)
  return isMarked(named ?? json ?? text, mark, as?.name)
}

/** The entry of the outermost list with an id; by any member of its own where the entries have no id. */
function entryOf(json: unknown, param: string, id: string, noun: string): Json | undefined {
  const entries = entriesIn(json, param, noun)
  if (entries.length > 0) return entries.find((one) => one.id === id)?.entry
  return listIn(json, noun)
    .filter(isObject)
    .find((one) => Object.values(ownMembers(one)).some((value) => String(value) === id || endsWithStep(value, id)))
}

/** `memos/a7` for `a7`. */
function endsWithStep(value: unknown, id: string): boolean {
  return typeof value === 'string' && value.replace(/\/$/, '').endsWith(`/${id}`)
}

/** The ids of the entries of the outermost list that hold the mark themselves. */
export function markedIds(json: unknown, mark: string, path: string, param: string): readonly string[] {
  return outermostEntries(json, listedNounOf({ path }))
    .filter((entry) => objectsHolding(ownMembers(entry), mark).length > 0)
    .flatMap((entry) => {
      const [linked] = Object.entries(entry).flatMap(([name, value]) => idInLink({ name, value }, path, param) ?? [])
      return linked ?? idOfEntry(entry, param) ?? []
    })
}

/** The records of the outermost list of an answer. */
function outermostEntries(json: unknown, noun: string): readonly Json[] {
  return listIn(json, noun).filter(isObject).map(unwrapped)
}

/** The record in an entry that has nothing else but lists: `{ memo: { … } }`, `{ group: { … }, members: [1, 2] }`. */
function unwrapped(entry: Json): Json {
  const [only, ...others] = Object.values(entry).filter((value) => !Array.isArray(value) && value !== null)
  return others.length === 0 && isObject(only) ? only : entry
}

/** Whether a record holds the mark; not where the only one is the name of the user who asks, whom some servers name in any answer. */
function isMarked(record: unknown, mark: string, asker: string | undefined): boolean {
  return leavesOfJson(withoutOthers(record, false)).some(({ pointer, value }) => {
    if (typeof value !== 'string' || !value.includes(mark)) return false
    const isOther = asker === undefined || value.replaceAll(asker, '').includes(mark)
    return isOther || OWNER_NAMES.test(foldName(pointer))
  })
}

/** A record without the others in it: lists of objects, and objects with an id of their own that do not say whose it is. */
function withoutOthers(value: unknown, isInside: boolean): unknown {
  if (Array.isArray(value))
    return value.length === 1 && !isInside ? withoutOthers(value[0], false) : value.filter((one) => !isObject(one))
  if (!isObject(value)) return value
  const isRecord = isInside || hasId(value)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const isOther = isRecord && isObject(one) && hasId(one) && !OWNER_NAMES.test(foldName(name))
      return isOther ? [] : [[name, withoutOthers(one, isRecord)]]
    }),
  )
}

function hasId(value: Json): boolean {
  return Object.entries(ownMembers(value)).some(([name]) => ID_NAMES.has(foldName(name)))
}

/**
 * The record that a run has made, in the answer to its creation: the object that holds the mark itself. `undefined` where another record has it inside: that
 * one may be real, and its id with it.
 *
 * @param isRecord whether an object is a record, and not an envelope
 */
export function markedRecord(json: unknown, mark: string, isRecord: (one: Json) => boolean = hasId): Json | undefined {
  const [record] = objectsHolding(json, mark)
  return objectsOfJson(json).some((one) => isRecord(one) && isInside(record, one)) ? undefined : record
}

/** Whether one object of a JSON value is somewhere in another one. */
function isInside(inner: unknown, outer: unknown): boolean {
  if (typeof outer !== 'object' || outer === null || inner === undefined) return false
  return Object.values(outer).some((one) => one === inner || isInside(inner, one))
}

/** An entry of a list, and the id that it has. */
export interface Entry {
  readonly id: string
  readonly entry: Json
}

/** The entries with an id of the list of an answer. @param noun of the list, folded */
export function entriesIn(json: unknown, param: string, noun: string): readonly Entry[] {
  return outermostEntries(json, noun).flatMap((entry) => {
    const id = idOfEntry(entry, param)
    return id === undefined ? [] : [{ id, entry }]
  })
}

/** The id of a record: the member that is called as its parameter, else one that ids are called by. */
function idOfEntry(entry: Json, param: string): string | undefined {
  const members = Object.entries(entry)
  const own = /^_?id$/i.test(param) ? [] : [foldName(param)]
  // The number of a row goes before an id with a meaning outside.
  const [id] = [...own, ...ID_NAMES].flatMap((name) =>
    members.filter(([one]) => foldName(one) === name).map(([, value]) => value),
  )
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

/** The list of an answer: those that are called as its entries are, `open_accounts`, else the outermost one of objects, else any. */
function listIn(json: unknown, noun: string): readonly unknown[] {
  if (Array.isArray(json)) return json
  const called = noun.length < SHORTEST ? [] : listsCalled(json, noun)
  return called.length > 0 ? called.flat() : outermostIn(json)
}

/** Letters of a noun that may end the name of a list. */
const SHORTEST = 3

function listsCalled(json: unknown, noun: string): readonly (readonly unknown[])[] {
  return Object.entries(isObject(json) ? json : {}).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return listsCalled(value, noun)
    return value.some(isObject) && singular(foldName(name)).endsWith(noun) ? [value] : []
  })
}

function outermostIn(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json
  const members = isObject(json) ? Object.values(json) : []
  const lists = members.filter((one): one is unknown[] => Array.isArray(one))
  return lists.find((one) => one.some(isObject)) ?? lists[0] ?? members.filter(isObject).flatMap(outermostIn)
}

/**
 * The id of the only entry that a creation has added to a list; `undefined` where there are more, or one is gone: a list that
 * shows others each time says nothing of what was made.
 */
export function addedId(
  before: Answer | undefined,
  after: Answer | undefined,
  param: string,
  noun: string,
): string | undefined {
  if (before?.isGood !== true || after?.isGood !== true) return undefined
  const [old, now] = [before, after].map(({ json }) => entriesIn(json, param, noun).map(({ id }) => id))
  const [added, more] = (now ?? []).filter((id) => old?.includes(id) !== true)
  return more === undefined && old?.every((id) => now?.includes(id) === true) === true ? added : undefined
}

/** The id of what was made, first of the object that holds its text or the mark. It may be in the request and not in the answer: the client chose it. */
export function idIn(
  made: Answer,
  body: object | undefined,
  param: string,
  texts: readonly string[],
  other: ReadonlySet<string> = new Set(),
): string | undefined {
  const isNamed = (name: string): boolean => foldName(name) === foldName(param)
  const isId = (name: string): boolean =>
    ID_NAMES.has(foldName(name)) && /(?:id|uuid|slug|key|code|ref|number)$/.test(foldName(param))
  const held = texts.flatMap((text) => objectsHolding(made.json, text))
  const objects = [...held, ...objectsOfJson(made.json), ...objectsOfJson(body)]
  // A record may have a slug and an id.
  for (const is of [isNamed, isId])
    for (const [name, value] of objects.flatMap((one) => Object.entries(one)))
      if (is(name) && (typeof value === 'string' || typeof value === 'number') && !other.has(String(value)))
        return String(value)
  // Nothing but the id.
  return typeof made.json === 'string' || typeof made.json === 'number' ? String(made.json) : undefined
}

/** The id of the first entry that holds a text, and was not there before. */
export function newIdIn(
  { json }: Answer,
  text: string,
  param: string,
  isKnown: (id: string) => boolean,
): string | undefined {
  const ids = objectsHolding(json, text).flatMap((entry) => idOfEntry(entry, param) ?? [])
  return ids.find((id) => !isKnown(id))
}

/**
 * Whether the id of a record stood in a list. A number stands there for much else, the records in its entries among it: it is an id of those of the list
 * where an entry has it, or a member that is called as they are, `parent_project_id`.
 *
 * @param noun of the list, folded
 */
export function isListedId(json: unknown, id: string, param: string, noun: string): boolean {
  const all = leavesOfJson(json).filter(({ value }) => String(value) === id)
  const entries = entriesIn(json, param, noun)
  if (!/^\d+$/.test(id) || entries.length === 0) return all.length > 0
  return entries.some((one) => one.id === id) || all.some(({ name }) => foldName(name).endsWith(`${noun}id`))
}
