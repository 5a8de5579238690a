import type { Expectation, Fixtures, RequestData, Route, Scenario } from '../model.ts'
import { weakestTransport } from '../plain-request.ts'
import { createScenario } from '../scenario.ts'
import { withAuthorization, withCookie } from './place.ts'

/** A route without auth: it must be meant so, and bad credentials must not matter to it. */
export function openScenarios(route: Route, request: RequestData, fixtures: Fixtures): readonly Scenario[] {
  const must = mustBeClosed(route, fixtures)
  if (must !== undefined)
    return [build(route, 'level.protected', 'a request without a credential', must, 306, request, 'deny')]
  const cause = 'an authenticator of an outer level is asked although the route is public'
  return [
    build(route, 'open.anonymous', 'a request without a credential', cause, 284, request, 'open'),
    build(
      route,
      'open.bad-bearer',
      'a bad bearer token',
      cause,
      284,
      withAuthorization(request, 'Bearer svc-bad'),
      'open',
    ),
    build(
      route,
      'open.bad-basic',
      'a malformed Basic credential',
      cause,
      284,
      withAuthorization(request, 'Basic !!!'),
      'open',
    ),
    build(route, 'open.bad-cookie', 'a cookie that means nothing', cause, 284, withCookie(request, 'svc=bad'), 'open'),
  ]
}

function mustBeClosed(route: Route, fixtures: Fixtures): string | undefined {
  if (fixtures.routes[route.key]?.protected) return 'the fixtures say that this route is protected'
  if (route.auth === null || fixtures.policy.undeclared === 'allow') return undefined
  return "nothing at any level declares auth: write auth: null if it is meant to be open, or policy: { undeclared: 'allow' } in the fixtures"
}

function build(
  route: Route,
  name: string,
  title: string,
  cause: string,
  cwe: number,
  request: RequestData,
  expect: Expectation,
): Scenario {
  return createScenario({
    route,
    name,
    family: 'level',
    exercise: 'wire',
    expect,
    title,
    cause,
    cwe,
    transport: weakestTransport(request),
    steps: [{ request, expect }],
    order: 'sequence',
    control: 'free',
  })
}
