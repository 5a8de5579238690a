import { isChangeOfOne } from '../subject/creates.ts'
import { listsOf } from '../ask/bodies.ts'
import { addedIn } from '../ask/changes.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Route } from '../model/route.ts'
import { objectsOfJson } from '../ask/values.ts'
import { isObject } from '../text/json.ts'
import { ofAnyRecord } from '../text/named-record.ts'
import type { Pair } from './find-made.ts'
import { judgeChange } from './judge-change.ts'
import { makeRecord } from './making.ts'
import { type Place } from './record-places.ts'
import { seeRecord } from './seen-records.ts'

/**
 * Lists of a record that another user writes, though the record itself stays as it is: they are written in another table, where nothing asks
 * whose the record is.
 *
 * @param isOfAll whether such records are of all users; asked where the operation takes lists at all
 */
export async function tryLists(
  place: Place,
  { owner, other }: Pair,
  world: Exploration,
  isOfAll: () => Promise<boolean>,
): Promise<void> {
  const { route, read } = place
  const text = `${world.mark} listed`
  const lists = Object.entries(listsOf(route, text, world))
  if (!isChangeOfOne(route, world.routes) || lists.length === 0 || (await isOfAll())) return
  const made = await makeRecord(place, owner, world, { stranger: other })
  if (made === undefined) return
  const { params } = made
  const look = (): Promise<Answer | undefined> => seeRecord(read, owner, params, world)
  for (const [name, entries] of lists) {
    const [before, again] = [await look(), await look()]
    if (before?.isGood !== true || again?.isGood !== true) return
    const body = { ...rewritten(before.json, made.text, text, route), [name]: entries }
    const sent = await world.ask({ route, as: other, params, body })
    const after = await look()
    if (sent === undefined || after?.isGood !== true) return
    const changes = addedIn(before, again, after, () => false).filter((change) => change.startsWith(name))
    if (changes.length === 0 || !after.text.includes(text)) continue
    const title = `a change of ${name} of a record of ${owner.name}, sent by ${other.name}`
    const freely = `writes ${ofAnyRecord(name)}, and nothing else of it: whose it is`
    judgeChange({ route, owner, other, sent, changes, own: undefined, variant: name, title, freely }, world)
  }
}

/** A record as it was read, with another text in the place of that of the run, and without what the server has put around it. */
export function rewritten(record: unknown, text: string, other: string, { inputs }: Pick<Route, 'inputs'>): object {
  const value: unknown = JSON.parse(JSON.stringify(record ?? {}).replaceAll(text, other))
  const names = new Set((inputs?.body ?? []).flatMap(({ path: [name] }) => name ?? []))
  const isOwn = (one: unknown): boolean => isObject(one) && Object.keys(one).some((name) => names.has(name))
  if (!isObject(value)) return {}
  return isOwn(value) ? value : (objectsOfJson(value).find(isOwn) ?? value)
}
