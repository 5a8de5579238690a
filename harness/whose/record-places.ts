import { isSafeMethod } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import { paramsOf } from './belongings.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { type Json } from '../text/json.ts'
import { objectsOfJson } from '../ask/values.ts'

/** Operations on one kind of record: where it is made, read and deleted. */
export interface Records {
  readonly param: string
  readonly create: Route
  /** The record itself, else the list that it stands in. */
  readonly read: Route
  /** Absent where nothing deletes one: then only a user who was made for the run makes one. */
  readonly remove: Route | undefined
  /** The record that it is made in: the article of a comment. */
  readonly within?: Records
}

/** An operation that may change a record. */
export interface Place extends Records {
  readonly route: Route
}

type Known = Pick<Exploration, 'routes' | 'whyNot'>

/** The records that an operation may change; `undefined` where the run could not make one. */
export function placeOf(route: Route, world: Exploration): Place | undefined {
  if (isSafeMethod(route.method) || route.auth === null || world.whyNot(route) !== undefined) return undefined
  const params = paramsOf(route)
  const records = params.length === 2 ? nestedOf(route, world) : undefined
  const own = records ?? recordsAt(route, world)
  return own && { route, ...own }
}

/** Where the record that a path names is made, read and deleted; `undefined` where the run could not do all of them. */
export function recordsOf(
  route: Pick<Route, 'path'>,
  world: Known,
): (Records & { readonly remove: Route }) | undefined {
  const records = recordsAt(route, world)
  return records?.remove === undefined ? undefined : { ...records, remove: records.remove }
}

/** Steps of a path that stand for an action of its collection, and not for another one. */
const CREATES: readonly string[] = ['', '/create', '/new', '/add']
const LISTS: readonly string[] = ['', '/all', '/list', '/mine', '/my']

function recordsAt(route: Pick<Route, 'path'>, world: Known, outer: readonly string[] = []): Records | undefined {
  const [param, more] = paramsOf(route).filter((name) => !outer.includes(name))
  if (param === undefined || more !== undefined) return undefined
  const item = route.path.slice(0, route.path.indexOf(`[${param}]`) + param.length + 2)
  // `/api/v[version]/orders` has no record of that name.
  if (!item.endsWith(`/[${param}]`)) return undefined
  const collection = item.slice(0, item.lastIndexOf('/'))
  const find = (method: string, path: string): Route | undefined =>
    world.routes.find((one) => one.method === method && one.path.replace(/\/$/, '') === path)
  const first = (method: string, ends: readonly string[]): Route | undefined =>
    ends.flatMap((end) => find(method, collection + end) ?? []).at(0)
  const create = first('POST', CREATES) ?? find('PUT', collection)
  // A record that cannot be read alone is looked for in the list.
  const [read, remove] = [find('GET', item) ?? first('GET', LISTS), find('DELETE', item)]
  if (create === undefined || read === undefined) return undefined
  const isAble = [create, read, ...(remove === undefined ? [] : [remove])].every(
    (one) => world.whyNot(one) === undefined,
  )
  return isAble ? { param, create, read, remove } : undefined
}

/** A record in another one, both of which the run can make and delete: `/articles/[slug]/comments/[id]`. */
function nestedOf(route: Route, world: Known): Records | undefined {
  const [outer = ''] = paramsOf(route)
  const parent = route.path.slice(0, route.path.indexOf(`[${outer}]`) + outer.length + 2)
  const within = recordsOf({ path: parent }, world)
  const own = recordsAt(route, world, [outer])
  return within === undefined || own?.remove === undefined ? undefined : { ...own, within }
}

/** Whether a record is read as an entry of a list. */
export function isReadInList({ path }: Pick<Route, 'path'>): boolean {
  return !/\]\/?$/.test(path)
}

/** The entry of a list that an id names; the outermost. */
export function entryIn({ json }: Pick<Answer, 'json'>, id: string): Json | undefined {
  return objectsOfJson(json).find((entry) => Object.values(entry).some((value) => String(value) === id))
}
