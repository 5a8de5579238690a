import type { Answer } from '../ask/exploration.ts'
import { foldName, ID_NAMES, leavesOfJson, objectsHolding, objectsOfJson } from '../ask/values.ts'
import { isObject, type Json } from '../text/json.ts'
import type { Route } from '../model/route.ts'
import { OWNER_NAMES } from './identities.ts'
import { isReadInList } from './record-places.ts'

/** Whether a record is there and a run has made it: its own answer holds the mark of the run, or its entry in a list. */
export function holdsMark(
  { isGood, text, json, as }: Answer,
  read: Pick<Route, 'path'>,
  params: Readonly<Record<string, string>>,
  mark: string,
): boolean {
  if (!isGood || !text.includes(mark)) return false
  if (!isReadInList(read)) return isMarked(json ?? text, mark, as?.name)
  const id = Object.values(params).at(-1)
  return objectsOfJson(json).some(
    (entry) => Object.values(entry).some((value) => String(value) === id) && isMarked(entry, mark, as?.name),
  )
}

/** Whether a value holds the mark; not where the only one is the name of the user who asks, whom some servers name in any answer. */
function isMarked(json: unknown, mark: string, asker: string | undefined): boolean {
  return leavesOfJson(json).some(({ pointer, value }) => {
    if (typeof value !== 'string' || !value.includes(mark)) return false
    const isOther = asker === undefined || value.replaceAll(asker, '').includes(mark)
    return isOther || OWNER_NAMES.test(foldName(pointer))
  })
}

/** An entry of a list, and the id that it has. */
interface Entry {
  readonly id: string
  readonly entry: Json
}

/** The entries of the outermost list of an answer that have an id. */
export function entriesIn(json: unknown, param: string): readonly Entry[] {
  return listIn(json).flatMap((entry) => {
    const id = isObject(entry) ? idOfEntry(entry, param) : undefined
    return isObject(entry) && id !== undefined ? [{ id, entry }] : []
  })
}

/** The id of a record: the member that is called as its parameter, else one that ids are called by. */
function idOfEntry(entry: Json, param: string): string | undefined {
  const members = Object.entries(entry)
  const [id] = [foldName(param), ...ID_NAMES].flatMap((name) =>
    members.filter(([one]) => foldName(one) === name).map(([, value]) => value),
  )
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

function listIn(json: unknown): readonly unknown[] {
  if (Array.isArray(json)) return json
  const members = isObject(json) ? Object.values(json) : []
  return members.find((one): one is unknown[] => Array.isArray(one)) ?? members.filter(isObject).flatMap(listIn)
}

/**
 * The id of the only entry that a creation has added to a list; `undefined` where there are more, or one is gone: a list that
 * shows others each time says nothing of what was made.
 */
export function addedId(before: Answer | undefined, after: Answer | undefined, param: string): string | undefined {
  if (before?.isGood !== true || after?.isGood !== true) return undefined
  const [old, now] = [before, after].map(({ json }) => entriesIn(json, param).map(({ id }) => id))
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
export function newIdIn({ json }: Answer, text: string, param: string, known: ReadonlySet<string>): string | undefined {
  const ids = objectsHolding(json, text).flatMap((entry) => idOfEntry(entry, param) ?? [])
  return ids.find((id) => !known.has(id))
}
