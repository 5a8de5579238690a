import { HarnessError } from '../model/failure.ts'
import type { Credential, Fixtures, SessionValue } from '../model/fixtures.ts'
import type { Plan } from '../model/plan.ts'
import type { Remark } from '../model/remark.ts'
import { authenticatorsOf, type Route } from '../model/route.ts'
import type { Scenario } from '../model/scenario.ts'
import { withFlows } from './flows.ts'
import { withFewGuesses } from './guesses.ts'
import { planRoute } from './plan-route.ts'
import { plainRequest } from '../subject/plain-request.ts'
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
  const routes = input.routes.map((route) =>
    planRoute(route, { ...input, fixtures: fixturesOf(input.fixtures, route), takeSpare, takeOnce }, remarks),
  )
  const whole = withFlows(routes, { ...input, fixtures: fixturesOf(input.fixtures) }, remarks)
  const isCareful = !input.local && (input.safe || input.harmless === true)
  return { routes: isCareful ? withFewGuesses(whole, input.fixtures, remarks) : whole, remarks }
}

/** The fixtures with credentials of the user whom an operation is asked as, else with those of no user that was made for the run. */
function fixturesOf(fixtures: Fixtures, route?: Route): Fixtures {
  const all = Object.entries(route === undefined ? fixtures.valid : signedFor(route, fixtures))
  if (!all.some(([, credentials]) => credentials.some(({ spare }) => spare)))
    return { ...fixtures, valid: Object.fromEntries(all) }
  const isMeant = ({ spare, user }: Credential): boolean =>
    route?.as === undefined ? spare !== true : user === route.as
  return {
    ...fixtures,
    valid: Object.fromEntries(all.map(([name, credentials]) => [name, credentials.filter(isMeant)])),
  }
}

/**
 * The credentials with the signatures for the plain request of a route, where the fixtures sign it. A function that can sign no request
 * of a route without its authenticator (it reads a body, where none is sent) gives no credential for that route.
 */
function signedFor(route: Route, { valid, routes }: Fixtures): Fixtures['valid'] {
  const isSigned = Object.values(valid).some((credentials) => credentials.some(({ signed }) => signed !== undefined))
  if (!isSigned) return valid
  const plain = plainRequest(route, routes[route.key])
  const own = new Set(authenticatorsOf([route]).map(({ name }) => name))
  const sign = (one: Credential): Credential => ({ ...one, value: one.signed?.(plain) ?? one.value })
  const signForeign = (one: Credential): readonly Credential[] => {
    try {
      return [sign(one)]
    } catch (error) {
      if (error instanceof HarnessError) return []
      throw error
    }
  }
  return Object.fromEntries(
    Object.entries(valid).map(([name, all]) => [name, own.has(name) ? all.map(sign) : all.flatMap(signForeign)]),
  )
}

/** The same plan with only some of its scenarios; a route without any is left out. */
export function selectScenarios(plan: Plan, keep: (scenario: Scenario, route: Route) => boolean): Plan {
  const routes = plan.routes.map((routePlan) => ({
    ...routePlan,
    scenarios: routePlan.scenarios.filter((scenario) => keep(scenario, routePlan.route)),
  }))
  return { ...plan, routes: routes.filter(({ scenarios }) => scenarios.length > 0) }
}
