import { FORM } from '../model/request.ts'
import { isSafeMethod, unescapeStep } from '../../server/internal.ts'
import type { OwnedResource, ResourcePlace } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import type { Answer, Ask, Exploration, User } from '../ask/exploration.ts'
import { singular, withValueAt } from '../ask/values.ts'

/** The values of the parameters that name one record. */
export type RecordParams = Readonly<Record<string, string>>

/** An operation that takes the id of a record, and where it takes it. */
export interface OwnedPlace {
  readonly route: Route
  readonly in: ResourcePlace['in']
  /** Of the parameter or the field; a JSON pointer in a body; empty in a path. */
  readonly name: string
}

/** A record that the fixtures name, and its owner. */
export interface Owned {
  readonly owner: User
  readonly params: RecordParams
}

/** A change by the owner of a record, and the operation with which the owner looks at it. */
export interface OwnChange {
  readonly resource: OwnedResource
  readonly place: OwnedPlace
  readonly look: OwnedPlace
  readonly record: Owned
  /** Those of all owners. */
  readonly records: readonly Owned[]
  readonly world: Exploration
}

/** Records of users who have a credential. */
export function recordsOf({ of }: OwnedResource, { users }: Exploration): readonly Owned[] {
  return Object.entries(of).flatMap(([name, params]) =>
    users.filter((user) => user.name === name).map((owner) => ({ owner, params })),
  )
}

/**
 * Users who may not have the records of this owner: where `shared` names the operation, all whom it does not name. Else those without
 * a role that the owner has not, which may well read everything; `allow` of the route says who may call it, not whose records
 * they may have, and sets no user apart whom it names beside the owner.
 */
export function strangersTo(owner: User, route: Route, resource: OwnedResource, world: Exploration): readonly User[] {
  const { users, fixtures } = world
  // Of what has no id each user has one: without their own to compare with, it looks like the owner's.
  const hasId = Object.keys(resource.of[owner.name] ?? {}).length > 0
  const others = users.filter(({ name }) => name !== owner.name && (hasId || resource.of[name] !== undefined))
  const isIn = (names: readonly string[], { name, roles }: User): boolean =>
    [name, ...roles].some((one) => names.includes(one))
  const shared = resource.shared[route.key]
  if (shared !== undefined) return others.filter((user) => !isIn(shared, user))
  const said = fixtures.routes[route.key]
  const allow = said === undefined || said.isTaken ? [] : said.allow
  return others.filter(
    (user) => user.roles.every((role) => owner.roles.includes(role)) && (isIn(allow, owner) || !isIn(allow, user)),
  )
}

/**
 * The operations that take ids of a resource: those that the fixtures name. Where none of them takes the id in its path, those that
 * declare the resource too, or that are below its path: who names what stands in a body alone does not give up the rest.
 */
export function placesOf(resource: OwnedResource, world: Exploration): readonly OwnedPlace[] {
  const { at = [] } = resource
  const said = at.flatMap((place) =>
    world.routes.filter(({ key }) => key === place.route).map((route) => ({ ...place, route })),
  )
  if (at.some((place) => place.in === 'path')) return said
  const { declaring, below } = unsaidOf(resource, world)
  const chosen = declaring.length > 0 ? declaring : below
  return [...said, ...chosen.map((route) => ({ route, in: 'path', name: '' }) as const)]
}

/** Operations that declare the resource, and that the fixtures leave out since they name others by their paths. */
export function leftOutOf(resource: OwnedResource, world: Exploration): readonly Route[] {
  return resource.at?.some((place) => place.in === 'path') === true ? unsaidOf(resource, world).declaring : []
}

/** The operations that the fixtures do not name: those that declare the resource, and those below its path. */
function unsaidOf(
  resource: OwnedResource,
  { routes, fixtures }: Exploration,
): { readonly declaring: readonly Route[]; readonly below: readonly Route[] } {
  const { name, at = [] } = resource
  const params = paramNamesOf(resource)
  // A record below this one is asked for with its own ids.
  const isOfChild = (route: Route): boolean =>
    fixtures.resources?.some((one) => {
      const names = one === resource ? [] : paramNamesOf(one)
      const isMore = names.length > params.length && params.every((param) => names.includes(param))
      return isMore && names.every((param) => paramsOf(route).includes(param))
    }) === true
  const isSaid = ({ key }: Route): boolean => at.some((place) => place.route === key)
  const fitting = routes.filter(
    (route) => params.every((param) => paramsOf(route).includes(param)) && !isOfChild(route) && !isSaid(route),
  )
  return {
    declaring: fitting.filter(({ resources = [] }) => resources.some((own) => own.name === name)),
    below: fitting.filter((route) => isBelow(route, name, params)),
  }
}

/** The operation with which an owner looks at a record: the shortest path that has nothing but its parameters. */
export function lookAt(resource: OwnedResource, world: Exploration): OwnedPlace | undefined {
  const count = paramNamesOf(resource).length
  const own = placesOf(resource, world).filter(
    ({ route, in: where }) => where === 'path' && route.method === 'GET' && paramsOf(route).length === count,
  )
  return own.toSorted((a, b) => a.route.path.length - b.route.path.length)[0]
}

/** How an owner looks at what this operation changes: by {@link lookAt}, else by a GET of the same path. */
export function lookFor(place: OwnedPlace, resource: OwnedResource, world: Exploration): OwnedPlace | undefined {
  const { path } = place.route
  const own = world.routes.find((route) => route.method === 'GET' && route.path === path)
  return lookAt(resource, world) ?? (own && place.in === 'path' ? { ...place, route: own } : undefined)
}

/** Names of the parameters of a resource, outermost first. */
export function paramNamesOf({ of }: OwnedResource): readonly string[] {
  return [...new Set(Object.values(of).flatMap((params) => Object.keys(params)))]
}

/** Asks an operation for a record. */
export function askAt(
  { route, in: where, name }: OwnedPlace,
  as: User | undefined,
  params: RecordParams,
  world: Exploration,
  more: Pick<Ask, 'method' | 'headers' | 'query' | 'again'> = {},
): Promise<Answer | undefined> {
  const id = Object.values(params).at(-1) ?? ''
  switch (where) {
    case 'path':
      return world.ask({ route, as, params, ...more })
    case 'query':
      return world.ask({ route, as, ...more, query: { [name]: id } })
    case 'header':
      return world.ask({ route, as, ...more, headers: { ...more.headers, [name]: id } })
    case 'body':
      return world.ask({ route, as, body: withValueAt(bodyOfFixture(route, world), stepsOf(name), id), ...more })
  }
}

/** The names that a JSON pointer goes through (RFC 6901). */
function stepsOf(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescapeStep)
}

/** The JSON body or the form that the fixtures give an operation; an empty object where they give none. */
export function bodyOfFixture({ key }: Route, { fixtures }: Exploration): unknown {
  const { text, contentType } = fixtures.routes[key]?.body ?? {}
  if (text === undefined) return {}
  if (contentType === FORM) return Object.fromEntries(new URLSearchParams(text))
  try {
    return JSON.parse(text) as unknown
  } catch {
    return {}
  }
}

/** Whether requests of it change nothing. */
export function isRead({ route }: OwnedPlace): boolean {
  return isSafeMethod(route.method)
}

/** Whether a parameter of the path follows the name of the resource: `/orders/[id]/lines` is below an order. */
function isBelow({ path }: Route, name: string, params: readonly string[]): boolean {
  const steps = path.split('/')
  const at = steps.findIndex((step) => params.some((param) => step === `[${param}]`))
  return at > 0 && singular(steps[at - 1] ?? '') === singular(name)
}
