import { isObject } from '../text/json.ts'
import type { Answer } from './exploration.ts'
import { foldName, isTime, leavesOfJson, valuesByPointer } from './values.ts'

/** How many users like, follow or look at a record: others change it by what they do with it, and not the record. */
function isTally(name: string): boolean {
  return TALLY.test(foldName(name))
}

const TALLY =
  /^(?:numberof|num|total)?(?:favou?rite|like|dislike|(?:up|down)?vote|view|follower|star|comment|share|reaction|play|download|subscriber|bookmark|request|response|submission|vote|entry|entrie|registration|participant|attendee|member|player|guest|visit|visitor|hit|click|open|scan|read|reader)s?(?:count|total|number)?$/

/** In words, what the owner sees that has changed; members that change by themselves aside. */
export function changesIn(before: Answer, again: Answer, after: Answer): readonly string[] {
  if (!after.isGood) return [`the owner gets ${after.status} for it`]
  if (before.json !== undefined && after.json === undefined) return ['the owner does not see it any more']
  const stable = valuesByPointer(again.json)
  const now = valuesByPointer(after.json)
  const changed = leavesOfJson(before.json).flatMap(({ name, pointer, value }) => {
    const isSame = stable.get(pointer) !== value || now.get(pointer) === value
    return isSame || (typeof value === 'number' && isTally(name)) ? [] : [`${name} has changed`]
  })
  const known = valuesByPointer(before.json)
  // A member that was null; an entry of a list may be what others do with the record.
  const filled = leavesOfJson(after.json).flatMap(({ name, pointer, value }) => {
    const isNew = !known.has(pointer) && !stable.has(pointer) && !/\/\d+(?:\/|$)/.test(pointer)
    return isNew && !isTime(value) && !isTally(name) ? [`${name} has changed`] : []
  })
  return [...changed, ...filled]
}

/**
 * In words, lists that the owner sees with more entries than before.
 *
 * @param isAside whether the list of a name may grow: that of what others do with a record, if absent
 */
export function addedIn(
  before: Answer,
  again: Answer,
  after: Answer,
  isAside: (name: string) => boolean = isTally,
): readonly string[] {
  const [stable, now] = [lengthsOf(again.json), lengthsOf(after.json)]
  return [...lengthsOf(before.json)].flatMap(([pointer, length]) => {
    const name = pointer.slice(pointer.lastIndexOf('/') + 1) || 'the list'
    const more = (now.get(pointer) ?? 0) - length
    return stable.get(pointer) !== length || more <= 0 || isAside(name) ? [] : [`${name} has changed: ${more} more`]
  })
}

/** How many entries the lists of an answer have, by where they stand; lists in lists aside. */
function lengthsOf(json: unknown, pointer = ''): ReadonlyMap<string, number> {
  if (Array.isArray(json)) return new Map([[pointer, json.length]])
  if (!isObject(json)) return new Map()
  return new Map(Object.entries(json).flatMap(([name, member]) => [...lengthsOf(member, `${pointer}/${name}`)]))
}
