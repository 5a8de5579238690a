import { setTimeout as delay } from 'node:timers/promises'
import type { Exploration } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { isSafeMethod } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import { isCreation } from '../subject/creates.ts'
import { makeRecord } from '../whose/making.ts'
import { shapeOf } from '../whose/operations.ts'
import { paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import { type Records, recordsFor } from '../whose/record-places.ts'
import { recordsNamed } from '../whose/named-records.ts'

/** Steps of paths at which a server may call the addresses that it keeps. */
const STARTS =
  /\/(?:test|try|trigger|fire|ping|run|re-?run|re-?send|send|execute|re-?deliver|notify|refresh|sync|check|dispatch)(?:\/|$)/i
/** Milliseconds that a server may take to call an address, after its answer. */
export const PATIENCE = 300
/** Kinds of records that are made for an event. */
const MOST = 12

/** An address that an operation has taken, and not called. */
export interface KeptAddress {
  readonly route: Route
  /** Of who gave it. */
  readonly as: User
  /** Of the record that has it, where the run can delete that. */
  readonly id: string | undefined
  readonly isCalled: () => boolean
}

/** Does with each address that is kept that for which a server may call it; the operation at which it was called. */
export async function startCalls<Kept extends KeptAddress>(
  kept: readonly Kept[],
  world: Exploration,
): Promise<ReadonlyMap<Kept, Route>> {
  const called = new Map<Kept, Route>()
  const note = async (route: Route, isSent: boolean): Promise<void> => {
    if (isSent) await delay(PATIENCE)
    for (const one of kept) if (one.isCalled() && !called.has(one)) called.set(one, route)
  }
  // Records are made for starts, too: events first.
  for (const as of new Set(kept.flatMap((one) => (one.as.isThrowaway === true ? [one.as] : []))))
    for (const [route, records] of eventsFor(kept, world))
      if (kept.some((one) => one.as === as && !called.has(one)))
        await note(route, (await makeRecord(records, as, world)) !== undefined)
  for (const one of kept)
    for (const route of startsOf(one, world)) if (!called.has(one)) await note(route, await start(route, one, world))
  return called
}

/** Operations on what has the address, and on nothing else. An administrator says which addresses there are. */
function startsOf({ route: { path }, as, id }: KeptAddress, world: Exploration): readonly Route[] {
  const collection = shapeOf(path)
  if (id === undefined || collection === '' || as.roles.length > 0) return []
  return world.routes.filter((one) => {
    const rest = shapeOf(one.path).slice(collection.length)
    const isBelow = shapeOf(one.path).startsWith(`${collection}/[]/`) && STARTS.test(rest)
    const isAble = one.method === 'POST' || one.method === 'PUT' || isSafeMethod(one.method)
    const isOfUser = one.kept !== undefined || one.as !== undefined
    return isBelow && isAble && !isOfUser && world.whyNot(one) === undefined
  })
}

async function start(route: Route, kept: KeptAddress, world: Exploration): Promise<boolean> {
  const params = await paramsFor(route, kept, world)
  return params !== undefined && (await world.ask({ route, as: kept.as, params })) !== undefined
}

/** The values of a path that begins with the record that has the address; other records are made. */
async function paramsFor(
  route: Route,
  { route: made, as, id }: KeptAddress,
  world: Exploration,
): Promise<Readonly<Record<string, string>> | undefined> {
  const [own, ...names] = paramsOf(route).slice(paramsOf(made).length)
  if (own === undefined || id === undefined) return undefined
  const params: Record<string, string> = { [own]: id }
  for (const name of names) {
    const records = recordsNamed({ path: [name], type: 'integer', sample: 1, isRequired: true, isChoice: false }, world)
    const value = records && (await makeRecord(records, as, world))?.id
    if (value === undefined) return undefined
    params[name] = value
  }
  return params
}

/** The id of the record that the run made last in a collection, where it can delete that. */
export function lastMade({ path }: Route, { journal }: Exploration): string | undefined {
  const item = `${shapeOf(path)}/[]`
  const made = journal.made.flatMap((one) =>
    one.kind === 'record' && shapeOf(one.remove.slice(one.remove.indexOf(' ') + 1)) === item ? [one.params] : [],
  )
  return Object.values(made[0] ?? {}).at(-1)
}

/** Operations that make something, of which a server may send word. */
function eventsFor(kept: readonly KeptAddress[], world: Exploration): readonly (readonly [Route, Records])[] {
  const own = new Set(kept.map(({ route }) => route.key))
  return world.routes
    .flatMap((one) => {
      const records = isCreation(one, world.routes) && !own.has(one.key) ? recordsFor(itemOf(one), world) : undefined
      return records === undefined ? [] : [[one, records] as const]
    })
    .slice(0, MOST)
}

function itemOf({ path }: Route): Pick<Route, 'path'> {
  return { path: `${withoutSlash(path)}/[id]` }
}
