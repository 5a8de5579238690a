import { BEARER, describeLeaf } from '../../server/internal.ts'
import type { AuthCall, Verdict } from '../model/verdict.ts'
import { type Fixtures, type RouteFixture, NO_FIXTURE } from '../model/fixtures.ts'
import type { Plan, RoutePlan } from '../model/plan.ts'
import type { Route } from '../model/route.ts'
import type { RowName } from '../model/row-name.ts'
import type { Scenario } from '../model/scenario.ts'
import { createScenario } from '../subject/scenario.ts'

/** `GET /pets`, behind a bearer token. */
export function sampleRoute(changes: Partial<Route> = {}): Route {
  const { method = 'GET', path = '/pets' } = changes
  return {
    key: `${method} ${path}`,
    method,
    path,
    base: '',
    auth: describeLeaf(BEARER, { name: 'Token' }),
    level: 'operation',
    authSource: undefined,
    source: undefined,
    csrf: true,
    declaresBody: false,
    ...changes,
  }
}

/** One request to a route that must be refused. */
export function sampleScenario(route: Route, name: string, changes: Partial<Omit<Scenario, 'route'>> = {}): Scenario {
  const expect = changes.expect ?? 'deny'
  const request = { method: route.method, target: route.base + route.path, headers: [] }
  return {
    ...createScenario({
      route,
      row: name as RowName,
      family: 'common',
      exercise: 'wire',
      expect,
      title: 'a title',
      cause: 'a cause',
      cwe: 287,
      transport: 'fetch',
      steps: [{ request, expect }],
      order: 'sequence',
      control: 'needs-control',
    }),
    ...changes,
  }
}

const CHANGES: Readonly<Record<string, Partial<Scenario>>> = { once: { isSentOnce: true }, good: { expect: 'allow' } }

/** A route with a control and with scenarios of the given names. */
export function sampleRoutePlan(route: Route, ...names: readonly string[]): RoutePlan {
  const control = sampleScenario(route, 'valid', { family: 'control', expect: 'allow', control: 'control' })
  return {
    route,
    scenarios: [control, ...names.map((name) => sampleScenario(route, name, CHANGES[name] ?? {}))],
    ignored: [],
  }
}

/** The names of what a plan tries, by route. */
export function namesIn({ routes }: Plan): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(routes.map(({ route, scenarios }) => [route.key, scenarios.map(({ name }) => name)]))
}

/** Fixtures that say nothing. */
export function sampleFixtures(changes: Partial<Fixtures> = {}): Fixtures {
  return {
    users: {},
    valid: {},
    invalid: {},
    routes: {},
    scenarios: [],
    policy: { undeclared: 'fail', challenge: 'always' },
    secrets: [],
    literals: [],
    ...changes,
  }
}

/** The defaults of a route that the fixtures do not mention. */
export function sampleRouteFixture(changes: Partial<RouteFixture> = {}): RouteFixture {
  return { ...NO_FIXTURE, ...changes }
}

/** The end of a scenario; `calls` of its one exchange, absent for a server in another process. */
export function sampleVerdict(scenario: Scenario, outcome: Verdict['outcome'], calls?: readonly AuthCall[]): Verdict {
  const exchange = { sent: '', received: '', method: 'GET', target: '/', status: 200, duration: 1, startedAt: 0 }
  return { scenario, outcome, exchanges: [{ ...exchange, ...(calls && { calls }) }], duration: 1 }
}
