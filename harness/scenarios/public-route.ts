import type { Expectation } from '../model/expectation.ts'
import type { Fixtures, RouteFixture } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import { isProtected, type Route } from '../model/route.ts'
import type { Remark } from '../model/remark.ts'
import type { RowName } from '../model/row-name.ts'
import type { Scenario } from '../model/scenario.ts'
import type { PlanContext } from '../subject/plan-input.ts'
import { createScenario } from '../subject/scenario.ts'
import { withAuthorization, withCookie } from '../subject/place.ts'

/** A route without auth: it must be meant so, and bad credentials must not matter to it. */
export function openScenarios(route: Route, request: RequestData, fixtures: Fixtures): readonly Scenario[] {
  const must = mustBeClosed(route, fixtures)
  if (must !== undefined)
    return [build(route, 'level.protected', 'a request without a credential', must, 306, request, 'deny')]
  const cause = 'an authenticator of an outer level is asked although the route is public'
  const open = (row: RowName, title: string, sent: RequestData): Scenario =>
    build(route, row, title, cause, 284, sent, 'public')
  return [
    open('public.anonymous', 'a request without a credential', request),
    open('public.bad-bearer', 'a bad bearer token', withAuthorization(request, 'Bearer svc-bad')),
    open('public.bad-basic', 'a malformed Basic credential', withAuthorization(request, 'Basic !!!')),
    open('public.bad-cookie', 'a cookie that means nothing', withCookie(request, 'svc=bad')),
  ]
}

/** A request without a credential where the fixtures allow one, and the route asks for a credential. */
export function allowedAnonymous(route: Route, request: RequestData, { allow }: RouteFixture): readonly Scenario[] {
  const cause = 'the fixtures allow this route to anonymous clients, and it asks for a credential'
  return allow.includes('anonymous')
    ? [build(route, 'public.anonymous', 'a request without a credential', cause, 284, request, 'allow')]
    : []
}

/** Whether the fixtures demand a credential here. */
export function mustRefuseAnonymous({ protected: isProtected, deny }: RouteFixture): boolean {
  return isProtected === true || deny.includes('anonymous')
}

function mustBeClosed(route: Route, fixtures: Fixtures): string | undefined {
  const fixture = fixtures.routes[route.key]
  if (fixture?.protected) return 'the fixtures say that this route is protected'
  // On a public route everyone passes, with a denied user's credential or without it.
  if (fixture && fixture.deny.length > 0)
    return `the fixtures deny this route to ${fixture.deny.join(', ')}, and it needs no credential`
  const isMeant = fixture?.protected === false || fixtures.policy.undeclared === 'allow'
  if (route.auth === null || isMeant) return undefined
  return 'nothing at any level declares auth: write auth: null if it is meant to be public, or protected: false for it in the fixtures'
}

/** HEAD is GET without a body: its fields say what GET asks a credential for (RFC 9110 section 9.3.2). */
export function openRemarks(
  { key, method, path }: Route,
  { fixtures: { routes: said }, routes }: Pick<PlanContext, 'fixtures' | 'routes'>,
): readonly Remark[] {
  const get = method === 'HEAD' ? routes.find((one) => one.method === 'GET' && one.path === path) : undefined
  const isMeant = said[key]?.protected === false || said[key]?.allow.includes('anonymous') === true
  if (get === undefined || !isProtected(get) || isMeant) return []
  const message = `${key} is open, and ${get.key} asks for a credential: its header fields go to every client. On purpose? Write protected: false for it in the fixtures`
  return [{ kind: 'question', route: key, message }]
}

function build(
  route: Route,
  row: RowName,
  title: string,
  cause: string,
  cwe: number,
  request: RequestData,
  expect: Expectation,
): Scenario {
  return createScenario({
    route,
    row,
    family: 'level',
    title,
    cause,
    cwe,
    steps: [{ request, expect }],
    control: 'independent',
  })
}
