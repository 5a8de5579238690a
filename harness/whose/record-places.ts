import { collectionOf } from './collections.ts'
import { isSafeMethod } from '../../server/internal.ts'
import { type BodyMember, isProtected, type Route } from '../model/route.ts'
import { isCallerStep, isOfOne, isPrivatePath, paramsOf, userAbove, withoutSlash } from './path-nouns.ts'
import type { Exploration } from '../ask/exploration.ts'
import { isStaffStep } from '../ask/rights.ts'
import { isCreation } from '../subject/creates.ts'
import { namedAs, operationAt, operationBelow, shapeOf } from './operations.ts'
import { foldName, ID_NAMES, singular } from '../ask/values.ts'

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
  /** The name of that record's parameter in `create` and `read`, where both records have one name for it. */
  readonly outer?: string
  /** The parameter of the user whom it is below: `/users/[userId]/orders/[id]`. */
  readonly of?: string
  /** Where `create` makes the record around it: the list of the body, the folded noun of the list that has it, in it or below, and the path of a list of its own. */
  readonly inBody?: { readonly list: string; readonly noun: string; readonly collection: string }
}

/** A record in another one. */
export interface Nested extends Records {
  readonly within: Records
}

/** An operation that may change a record. */
export interface Place extends Records {
  readonly route: Route
  /** The member of the body that names the record, where the path does not. */
  readonly member?: BodyMember
}

type Known = Pick<Exploration, 'routes' | 'whyNot'>

/** The records that an operation may change; `undefined` where the run could not make one. */
export function placeOf(route: Route, world: Exploration): Place | undefined {
  if (isSafeMethod(route.method) || world.whyNot(route) !== undefined) return undefined
  const user = userAbove(route)
  const below = user === undefined ? undefined : recordsAt(route, world, [user])
  if (user !== undefined && below !== undefined) return { route, ...below, of: user }
  if (collectionOf(route, world) !== undefined) return undefined
  const own = recordsOrTwins(route, world)
  // Strangers may do something with many a record, and nothing with an order of a user.
  const isOpen = route.auth === null && !(own && isProtected(own.create) && isPrivatePath(route.path))
  return isOpen ? undefined : own && { route, ...own }
}

/** Records that are made and deleted, and that no operation reads. */
export interface Unread {
  readonly param: string
  readonly create: Route
  readonly remove: Route
}

/** Where the record that a path names is made and deleted, and not read; `undefined` where it is read, or the run could not do both. */
export function unreadOf(route: Pick<Route, 'path'>, world: Known): Unread | undefined {
  const [param, more] = paramsOf(route)
  const item = route.path.slice(0, route.path.lastIndexOf(']') + 1)
  if (param === undefined || more !== undefined || !item.endsWith(`/[${param}]`)) return undefined
  if (recordsAt(route, world) !== undefined) return undefined
  const collection = item.slice(0, item.lastIndexOf('/'))
  const [create, remove] = [creationAt(collection, world), operationAt('DELETE', item, world)]
  if (create === undefined || remove === undefined) return undefined
  return [create, remove].every((one) => world.whyNot(one) === undefined) ? { param, create, remove } : undefined
}

/** The operation that makes a record of a collection. */
function creationAt(collection: string, { routes }: Pick<Known, 'routes'>): Route | undefined {
  return routes.find((one) => withoutSlash(one.path) === collection && isCreation(one, routes))
}

/** Steps of a path that stand for an action of its collection, and not for another one; the plainest first. */
const CREATES: readonly RegExp[] = [
  /^$/,
  /^\/(?:create|new|add)$/,
  /^\/(?:apply|book|generate|issue|make|place|request|submit)$/,
]
/** A path that is called a list is one; beside it the collection itself may be an overview. */
const LISTS: readonly RegExp[] = [/^\/list$/, /^$/, /^\/(?:all|mine|my|own)$/, /^\/(?:my|own)[-_][\w-]+$/]

/** The list of what a creation makes: at its own path, else that of its collection. */
export function listOf(create: Pick<Route, 'path' | 'method'>, { routes }: Pick<Known, 'routes'>): Route | undefined {
  const path = collectionPath(create)
  const own = operationAt('GET', path, { routes })
  const collection = path.slice(0, path.lastIndexOf('/'))
  const isAction = CREATES.some((end) => end.test(path.slice(collection.length)))
  return own ?? (isAction ? operationBelow('GET', collection, LISTS, { routes }) : undefined)
}

/**
 * All lists that may have what a creation makes, the likeliest first: a server may have an overview at its path, and the list below it, or one of those of who
 * asks beside it, `/my-orders` and `/me/orders`.
 */
export function listsOf(create: Pick<Route, 'path' | 'method'>, world: Pick<Known, 'routes'>): readonly Route[] {
  const collection = withoutSlash(collectionPath(create))
  const noun = collection.slice(collection.lastIndexOf('/') + 1)
  const own = world.routes.find(
    ({ method, path }) => method === 'GET' && !path.includes('[') && MINE.exec(withoutSlash(path))?.[1] === noun,
  )
  const all = [listOf(create, world), operationBelow('GET', collection, LISTS, world), own]
  return [...new Set(all.flatMap((one) => one ?? []))]
}

/** A list of who asks, and its noun. */
const MINE = /\/(?:my|own|me)[-_/]([\w-]+)$/

export function isOfWhoAsks(path: string): boolean {
  return MINE.test(withoutSlash(path))
}

/** Steps before the id of a record that is read there. */
const DETAIL = /\/(?:details?|info|get|view|show|find|read|one|by-?id)$/i

function creationOf(collection: string, world: Known): Route | undefined {
  return operationBelow('POST', collection, CREATES, world) ?? operationAt('PUT', collection, world)
}

/** Whether an operation reads a record of a collection below a step of its own: `GET /orders/detail/[id]`. */
export function isDetailOf({ method, path }: Route, collection: string): boolean {
  const [around = '', more, deeper] = path.split('/[')
  const isOne = deeper === undefined && more?.endsWith(']') === true && DETAIL.test(around)
  return method === 'GET' && isOne && around.replace(DETAIL, '') === collection
}

function detailIn(collection: string, param: string, { routes }: Known): Route | undefined {
  const isSame = (name: string): boolean => foldName(name) === foldName(param) || /id$/i.test(name)
  const found = routes.find((one) => isDetailOf(one, collection) && paramsOf(one).every(isSame))
  return found && namedAs(found, `${collection}/detail/[${param}]`)
}

/** The same, also where nothing deletes one. @param outer parameters before that of the record */
export function recordsAt(
  route: Pick<Route, 'path'>,
  world: Known,
  outer: readonly string[] = [],
): Records | undefined {
  const [param, more] = paramsOf(route).filter((name) => !outer.includes(name))
  if (param === undefined || more !== undefined) return undefined
  const item = route.path.slice(0, route.path.indexOf(`[${param}]`) + param.length + 2)
  // `/api/v[version]/orders` has no record of that name.
  if (!item.endsWith(`/[${param}]`)) return undefined
  const plain = item.slice(0, item.lastIndexOf('/'))
  const made = creationOf(plain, world)
  // `/orders/detail/[id]` is an order, too.
  const collection = made === undefined ? plain.replace(DETAIL, '') : plain
  const create = made ?? creationOf(collection, world) ?? upsertOf(item, param, world)
  // A record that cannot be read alone is looked for in the list.
  const read =
    operationAt('GET', item, world) ??
    detailIn(collection, param, world) ??
    operationBelow('GET', collection, LISTS, world) ??
    readAround(collection, world)
  const remove = operationAt('DELETE', `${collection}/[${param}]`, world)
  if (create === undefined || read === undefined) return undefined
  const isAble = [create, read, ...(remove === undefined ? [] : [remove])].every(
    (one) => world.whyNot(one) === undefined,
  )
  return isAble ? { param, create, read, remove } : undefined
}

/** `PUT` of a record whose id its client chooses, where no other operation makes one: it writes over one that is there, else it makes it. */
function upsertOf(item: string, param: string, world: Known): Route | undefined {
  const put = operationAt('PUT', item, world)
  const [noun] = item.split('/').slice(-2)
  if (world.routes.some((one) => isMadeIn(one, noun, world))) return undefined
  const isChosen = UUID.test(put?.sample?.params[param] ?? '')
  return isChosen && operationAt('DELETE', item, world) !== undefined ? put : undefined
}

/** An id that any client makes up (RFC 9562), as a document gives it for an example. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The path of the collection of a creation: that before the id where its client chooses it. */
export function collectionPath({ method, path }: Pick<Route, 'path' | 'method'>): string {
  return method === 'PUT' ? withoutSlash(path).replace(/\/\[[^\]]+\]$/, '') : path
}

/** The read of the nearest record that a collection is in, where it has none of its own: `GET /trips/[trip]` with the items of its days. */
function readAround(collection: string, world: Known): Route | undefined {
  const part = foldName(collection.slice(collection.lastIndexOf('/') + 1))
  const ends = [...collection.matchAll(/\]/g)].map(({ index }) => index + 1)
  const read = ends.toReversed().flatMap((end) => operationAt('GET', collection.slice(0, end), world) ?? [])[0]
  return read && { ...read, part }
}

/** The records that a path names, alone or in another one; `undefined` where the run could not make one. */
export function recordsFor(route: Pick<Route, 'path'>, world: Known): Records | undefined {
  return recordsAt(route, world) ?? nestedOf(route, world)
}

/** The same, and those of the same path under the prefix of other users. */
export function recordsOrTwins(route: Pick<Route, 'path'>, world: Known): Records | undefined {
  return recordsFor(route, world) ?? twinOf(route, world)
}

/** Steps of paths that say who uses what is below them. */
const USERS =
  /^(?:users?|customers?|vendors?|sellers?|clients?|members?|public|private|internal|moderation|management|support)$/i

/** A path without the steps that say for whom it is: `/api/videos` of `/api/admin/videos`, and of `/api/user/videos`. */
function forAll(path: string): string {
  const steps = withoutSlash(path).split('/')
  return steps.filter((step) => !isStaffStep(step) && !isCallerStep(step) && !USERS.test(step)).join('/')
}

/**
 * Records that are made under the prefix of other users: `DELETE /admin/videos/[video_id]` beside `POST /user/videos`. The path is the same but for who uses it,
 * and the id is called the same in both, or made so that no two are one.
 */
function twinOf(route: Pick<Route, 'path'>, world: Known): Records | undefined {
  const [param, more] = paramsOf(route)
  const [collection = ''] = route.path.split('/[')
  const isItem = param !== undefined && more === undefined && route.path.startsWith(`${collection}/[${param}]`)
  if (!isItem || creationOf(collection, world) !== undefined) return undefined
  const [create, other] = world.routes.filter(
    (one) => isCreation(one, world.routes) && !one.path.includes('[') && forAll(one.path) === forAll(collection),
  )
  if (create === undefined || other !== undefined) return undefined
  const own = `${withoutSlash(create.path)}/[`
  // Two tables count by themselves: the name of the id, or an id that is like no other, says that they are one.
  const isSameId = !ID_NAMES.has(foldName(param)) && world.routes.some(({ path }) => path.startsWith(`${own}${param}]`))
  const isUnique = world.routes.some(
    ({ path, sample }) => path.startsWith(own) && Object.values(sample?.params ?? {}).some((one) => UUID.test(one)),
  )
  return isSameId || isUnique ? recordsAt({ path: `${own}${param}]` }, world) : undefined
}

/** Parameters of a path, each of which names a record in the one before. */
const DEEPEST = 3

/** A record in another one, both of which the run can make: `/articles/[slug]/comments/[id]`, or `/comments/[id]`. */
function nestedOf(route: Pick<Route, 'path'>, world: Known): Nested | undefined {
  const params = paramsOf(route)
  if (params.length < 2) return madeInOf(route, world)
  const around = params.slice(0, -1)
  const outer = around.at(-1) ?? ''
  const parent = route.path.slice(0, route.path.indexOf(`[${outer}]`) + outer.length + 2)
  const own = params.length > DEEPEST ? undefined : recordsAt(route, world, around)
  const within = own && recordsFor({ path: parent }, world)
  return within === undefined || own === undefined ? undefined : { ...own, within }
}

/** Whether an operation makes records of a noun in another one: `/templates/[id]/versions` those of `/versions/[id]`, and of `/template_versions/[id]`. */
function isMadeIn(one: Route, noun = '', { routes }: Known): boolean {
  const [outer = '', param = '', own = ''] = withoutSlash(one.path).split('/').slice(-3)
  const isNamed = own === noun || foldName(noun) === singular(foldName(outer)) + foldName(own)
  return isNamed && param.endsWith(']') && paramsOf(one).length === 1 && isCreation(one, routes)
}

/** A record that is made in another one, and named alone afterwards: `POST /articles/[slug]/comments`, `DELETE /comments/[id]`. */
function madeInOf(route: Pick<Route, 'path'>, world: Known): Nested | undefined {
  const [param = ''] = paramsOf(route)
  const item = route.path.slice(0, route.path.indexOf(']') + 1)
  const [noun, last] = item.split('/').slice(-2)
  if (last !== `[${param}]` || recordsAt(route, world) !== undefined) return undefined
  const create = world.routes.find((one) => isMadeIn(one, noun, world))
  const within = create && userAbove(create) === undefined ? recordsAt(create, world) : undefined
  const read = operationAt('GET', item, world) ?? operationAt('GET', create?.path ?? '', world)
  const remove = operationAt('DELETE', item, world)
  if (create === undefined || within === undefined || read === undefined) return undefined
  const isAble = [create, read, remove].every((one) => one === undefined || world.whyNot(one) === undefined)
  if (!isAble) return undefined
  if (within.param !== param) return { param, create, read, remove, within }
  const outer = `outer ${param}`
  const renamed = (one: Route): Route =>
    withoutSlash(one.path) === item ? one : { ...one, path: one.path.replace(`[${param}]`, `[${outer}]`) }
  return { param, create: renamed(create), read: renamed(read), remove, within, outer }
}

/** The operations on the records that a collection makes. */
export function recordsAround(route: Route, world: Known): Records | undefined {
  const { path } = route
  const start = `${shapeOf(path)}/[`
  const depth = paramsOf({ path }).length + 1
  const item = world.routes.find(
    (one) => shapeOf(one.path).startsWith(start) && isOfOne(one) && paramsOf(one).length === depth,
  )
  return isCreation(route, world.routes) && item ? recordsFor(namedAs(item, path), world) : undefined
}
