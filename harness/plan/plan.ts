import type { AuthDescription, LeafDescription } from 'svc'
import type { ServedDocument } from '../document/documented.ts'
import type { Fixtures, Plan, Remark, Route, RoutePlan, Scenario, SessionValue } from '../model.ts'
import { plainRequest } from './plain-request.ts'
import { planRoute } from './plan-route.ts'
import { leavesOf } from '../route.ts'
import { flowScenarios } from '../scenarios/flow.ts'
import { createScenario } from './scenario.ts'

/** Origins by which requests prove where they come from. */
export interface Origins {
  /** The application's own, for requests with {@link host}. */
  readonly own: string
  /** Value of `Host`. */
  readonly host: string
  readonly trusted: readonly string[]
}

/** What the plan is made from. */
export interface PlanInput {
  readonly routes: readonly Route[]
  /** Every authenticator of the application, one of each name. */
  readonly knownLeaves: readonly LeafDescription[]
  readonly fixtures: Fixtures
  /** The OpenAPI document that the application serves, where it is to be compared. */
  readonly document?: ServedDocument | undefined
  /** Varies the stand-ins for credentials that are not known. */
  readonly seed: string
  /** Whether the application runs in this process, so that copies of it can be made. */
  readonly local: boolean
  /** Whether the application has another cookie mode for the public. */
  readonly hasPublicMode: boolean
  /** How requests prove where they come from; absent for a server in another process. */
  readonly origins?: Origins | undefined
  /** Against a server of somebody else: only what must be refused, with safe methods. */
  readonly safe: boolean
}

/** What the parts of the plan see besides. */
export interface PlanContext extends PlanInput {
  /** A session that no other request brings, while there are any. */
  readonly takeSpare: (session: SessionValue) => string | undefined
  /** Whether nobody has taken this text before. */
  readonly takeOnce: (text: string) => boolean
}

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

/** How many scenarios a plan has. */
export function countScenarios(plan: Plan): number {
  return plan.routes.reduce((sum, { scenarios }) => sum + scenarios.length, 0)
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
