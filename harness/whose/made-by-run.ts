import type { Answer } from '../ask/exploration.ts'
import { foldName, ID_NAMES, leavesOfJson, objectsOfJson } from '../ask/values.ts'
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
  const names = [foldName(param), ...ID_NAMES]
  return listIn(json).flatMap((entry) => {
    if (!isObject(entry)) return []
    const members = Object.entries(entry)
    const [id] = names.flatMap((name) => members.filter(([one]) => foldName(one) === name).map(([, value]) => value))
    return typeof id === 'string' || typeof id === 'number' ? [{ id: String(id), entry }] : []
  })
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
