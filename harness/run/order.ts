import type { Fixtures } from '../model/fixtures.ts'
import type { RoutePlan } from '../model/plan.ts'
import type { Scenario } from '../model/scenario.ts'
import { endsSessions } from '../subject/ends-sessions.ts'

/** The scenarios of one route: one after the other, side by side, and one after the other again. */
export interface Order {
  readonly first: readonly Scenario[]
  readonly middle: readonly Scenario[]
  readonly last: readonly Scenario[]
}

/** Scenarios that have to be first, and the controls, come first. Of those that are played side by side, a request that only a deadline answers is begun before the others. */
export function orderOf(scenarios: readonly Scenario[]): Order {
  const earliest: Scenario[] = []
  const first: Scenario[] = []
  const waiting: Scenario[] = []
  const others: Scenario[] = []
  const last: Scenario[] = []
  for (const scenario of scenarios) {
    if (scenario.first === true) earliest.push(scenario)
    else if (scenario.last === true) last.push(scenario)
    else if (scenario.control === 'is') first.push(scenario)
    else if (scenario.fault?.behaviour === 'never') waiting.push(scenario)
    else others.push(scenario)
  }
  return { first: [...earliest, ...first], middle: [...waiting, ...others], last }
}

/** Routes are played after all of an earlier turn: those of the first side by side, the others one after the other. */
export const TURNS = [0, 1, 2] as const

/** When a route is played. */
export type Turn = (typeof TURNS)[number]

/**
 * A login asks other routes with its session: they come first, so that each has answered its own good credential before
 * any other user's, and what a cache keeps is theirs. A logout comes when no other route needs its credentials, and before
 * the logins: wrong passwords may lock the account of which it needs a new login for each request.
 */
export function turnOf({ route, scenarios }: RoutePlan, fixtures: Pick<Fixtures, 'logouts'>): Turn {
  if (endsSessions(route, fixtures)) return 1
  const asksOthers = scenarios.some(({ steps }) => steps.some((step) => (step.route ?? route.key) !== route.key))
  return asksOthers ? 2 : 0
}
