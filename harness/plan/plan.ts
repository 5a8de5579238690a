import type { AuthDescription } from 'svc'
import { leavesOf } from '../../server/internal.ts'
import type { SessionValue } from '../model/fixtures.ts'
import type { Plan, RoutePlan } from '../model/plan.ts'
import type { Remark } from '../model/remark.ts'
import type { Route } from '../model/route.ts'
import type { Scenario } from '../model/scenario.ts'
import { plainRequest } from '../subject/plain-request.ts'
import { planRoute } from './plan-route.ts'
import { flowScenarios } from '../scenarios/flow.ts'
import { createScenario } from '../subject/scenario.ts'
import type { PlanInput } from '../subject/plan-input.ts'

/** Works out what will be tried. Pure: the same input gives the same plan, and nothing is sent. */
export function createPlan(input: PlanInput): Plan {
  const remarks: Remark[] = []
  const taken = new Map<readonly string[], number>()
  const takeSpare = ({ spares }: SessionValue): string | undefined => {
    const at = taken.get(spares) ?? 0
    taken.set(spares, at + 1)
    return spares[at]
  }
  const once = new Set<string>()
  const takeOnce = (text: string): boolean => once.size < once.add(text).size
  const routes = input.routes.map((route) => planRoute(route, { ...input, takeSpare, takeOnce }, remarks))
  return { routes: withFlows(routes, input), remarks }
}

/** The same plan with only some of its scenarios; a route without any is left out. */
export function selectScenarios(plan: Plan, keep: (scenario: Scenario, route: Route) => boolean): Plan {
  const routes = plan.routes.map((routePlan) => ({
    ...routePlan,
    scenarios: routePlan.scenarios.filter((scenario) => keep(scenario, routePlan.route)),
  }))
  return { ...plan, routes: routes.filter(({ scenarios }) => scenarios.length > 0) }
}

/** The application's own login belongs to the route of its request, and is tried on the first route that a session opens. */
function withFlows(
  routes: readonly RoutePlan[],
  { fixtures, safe, local, hasPublicMode }: PlanInput,
): readonly RoutePlan[] {
  if (fixtures.login === undefined || safe) return routes
  const target = routes.find(({ route }) => route.method === 'GET' && opensWithSession(route.auth))
  const session = Object.values(fixtures.valid)
    .flat()
    .find(({ value }) => value.type === 'session' || value.type === 'cookie')
  const cookieName =
    session?.value.type === 'session' || session?.value.type === 'cookie' ? session.value.name : undefined
  if (target === undefined || cookieName === undefined) return routes
  const request = plainRequest(target.route, fixtures.routes[target.route.key])
  const { login } = fixtures
  const home = routes.findIndex(
    ({ route }) => route.method === login.request.method && route.base + route.path === login.request.target,
  )
  return routes.map((routePlan, i) => {
    if (i !== Math.max(home, 0)) return routePlan
    const flows = flowScenarios(fixtures, { request, cookieName, route: target.route.key, local, hasPublicMode }).map(
      (flow) =>
        createScenario({
          order: 'sequence',
          transport: 'socket',
          ...flow,
          family: 'session',
          route: routePlan.route,
          exercise: 'wire',
          control: 'free',
        }),
    )
    return { ...routePlan, scenarios: [...routePlan.scenarios, ...flows] }
  })
}

function opensWithSession(auth: AuthDescription | null | undefined): boolean {
  return (
    leavesOf(auth).length === 1 &&
    leavesOf(auth)[0]?.kind === 'session' &&
    !(leavesOf(auth)[0] as { superuser?: boolean }).superuser
  )
}
