import type { LedgerEntry } from '../observe/ledger.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import type { RouteFixture } from '../model/fixtures.ts'
import { fixtureFor, plainRequest } from '../subject/plain-request.ts'

/** A path that no application has. */
const NONSENSE = 'svc-no-such-path'

/** Whether a request names another path or another method than its route has, in its first line or in a header field. */
export function isAltered(request: RequestData, route: Route, fixture: RouteFixture | undefined): boolean {
  const { method, target, headers } = request
  const isClaimed = headers.some(([name, value]) => OVERRIDING.test(name) && value !== method)
  return method !== route.method || isClaimed || !ownOf(route, fixture).paths.has(pathOf(target))
}

/** Facts that follow from a route and its fixture alone: every answer needs them, so they are computed once. */
interface Own {
  readonly fixture: RouteFixture | undefined
  readonly plain: RequestData
  /** Of the plain request. */
  readonly path: string
  /** Those of the users of the fixtures, too. */
  readonly paths: ReadonlySet<string>
  /** With another word in place of its last fixed one. */
  readonly sibling: string
}

const known = new WeakMap<Route, Own>()

function ownOf(route: Route, fixture: RouteFixture | undefined): Own {
  const before = known.get(route)
  if (before !== undefined && before.fixture === fixture) return before
  const plain = plainRequest(route, fixture)
  const path = pathOf(plain.target)
  const others = Object.keys(fixture?.paramsOf ?? {}).map((user) =>
    pathOf(plainRequest(route, fixture && fixtureFor(fixture, user)).target),
  )
  const own = { fixture, plain, path, paths: new Set([path, ...others]), sibling: siblingOf(route, fixture) }
  known.set(route, own)
  return own
}

/**
 * A request beside the one that was sent, to which no route answers: what answers it all the same answers everything. Of
 * a path it is the route's own with another last word, so that a guard by prefix does not refuse it; of the root with a
 * path in a header, or of another route, it is that without.
 */
export function nonsenseOf(request: RequestData, route: Route, fixture: RouteFixture | undefined): RequestData {
  const { plain, path, sibling } = ownOf(route, fixture)
  const root = `${route.base}/`
  const isRoot = request.target === root && path !== root
  const { body: _, ...rest } = plain
  const target = isRoot || isRewritten(request, route, fixture) ? request.target : route.base + sibling
  return { ...rest, method: request.method, target }
}

/** Whether a request names the path of a route in a header field, beside another target. */
export function isRewritten(
  { target, headers }: RequestData,
  route: Route,
  fixture: RouteFixture | undefined,
): boolean {
  const own = ownOf(route, fixture).path
  return pathOf(target) !== own && headers.some(([name, value]) => REWRITING.test(name) && pathOf(value) === own)
}

const OVERRIDING = /^x-(?:http-)?method(?:-override)?$/i
const REWRITING = /^x-(?:original-ur[li]|rewrite-url|forwarded-(?:uri|path))$/i

function siblingOf(route: Route, fixture: RouteFixture | undefined): string {
  const segments = route.path.split('/')
  const at = segments.findLastIndex((segment) => segment !== '' && !segment.includes('['))
  const path = at < 0 ? `/${NONSENSE}${route.path}` : segments.with(at, NONSENSE).join('/')
  return pathOf(plainRequest({ ...route, base: '', path }, fixture).target)
}

/** Another declared operation that a request leads to: as the ledger has it, else by its path. */
export function elsewhere(
  request: RequestData,
  route: Route,
  entry: LedgerEntry | undefined,
  routes: ReadonlyMap<string, Route>,
): string | undefined {
  if (entry !== undefined) return entry.operation === route.key ? undefined : entry.operation
  return routeOf(request, routes.values(), route)?.key
}

/** The first operation, but for one, that a request leads to by its method and path. */
export function routeOf({ method, target }: RequestData, routes: Iterable<Route>, except?: Route): Route | undefined {
  const path = pathOf(target)
  for (const one of routes) if (one.key !== except?.key && one.method === method && matches(one, path)) return one
  return undefined
}

function matches({ base, path }: Route, target: string): boolean {
  const segments = (base + path).split('/')
  const given = target.split('/')
  if (given.length !== segments.length) return false
  return segments.every((segment, i) => (segment.includes('[') ? given[i] !== '' : segment === given[i]))
}

function pathOf(target: string): string {
  const end = target.indexOf('?')
  return end < 0 ? target : target.slice(0, end)
}
