import type { SessionValue } from '../model/fixtures.ts'
import type { Plan, RoutePlan } from '../model/plan.ts'
import type { Remark } from '../model/remark.ts'
import type { Route } from '../model/route.ts'
import type { Scenario } from '../model/scenario.ts'
import { planRoute } from './plan-route.ts'
import { flowScenarios } from '../scenarios/flow.ts'
import { findFlowTarget } from '../scenarios/flow-target.ts'
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
  return { routes: withFlows(routes, input, remarks), remarks }
}

/** The same plan with only some of its scenarios; a route without any is left out. */
export function selectScenarios(plan: Plan, keep: (scenario: Scenario, route: Route) => boolean): Plan {
  const routes = plan.routes.map((routePlan) => ({
    ...routePlan,
    scenarios: routePlan.scenarios.filter((scenario) => keep(scenario, routePlan.route)),
  }))
  return { ...plan, routes: routes.filter(({ scenarios }) => scenarios.length > 0) }
}

/** The application's own login belongs to the route of its request, and is tried on the first route that it opens. */
function withFlows(
  routes: readonly RoutePlan[],
  { fixtures, safe, local, hasPublicMode }: PlanInput,
  remarks: Remark[],
): readonly RoutePlan[] {
  const { login } = fixtures
  if (login === undefined) return routes
  const target = safe
    ? 'it would be sent to the server; allow that with --unsafe'
    : findFlowTarget(
        routes.map(({ route }) => route),
        fixtures,
      )
  if (typeof target === 'string') {
    remarks.push({ kind: 'warning', message: `The login of the fixtures is not tried: ${target}.` })
    return routes
  }
  const home = routes.findIndex(
    ({ route }) => route.method === login.request.method && route.base + route.path === login.request.target,
  )
  return routes.map((routePlan, i) => {
    if (i !== Math.max(home, 0)) return routePlan
    const flows = flowScenarios(fixtures, target, { local, hasPublicMode }).map((flow) =>
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
