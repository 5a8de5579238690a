import type { Fixtures } from '../model/fixtures.ts'
import type { RoutePlan } from '../model/plan.ts'
import { extraOf, type Scenario } from '../model/scenario.ts'
import { endsSessions } from '../subject/ends-sessions.ts'

/** The scenarios of one route: one after the other, side by side, one after the other, side by side, and one after the other again. */
export interface Order {
  readonly first: readonly Scenario[]
  readonly middle: readonly Scenario[]
  /** Good logins, whose tokens may end those of others of the same user: one after the other, before accounts are locked. */
  readonly late: readonly Scenario[]
  /** Logins that must be refused: many of them lock the account that the others log in to. */
  readonly guesses: readonly Scenario[]
  readonly last: readonly Scenario[]
}

/** Scenarios that have to be first, and the controls, come first. Of those that are played side by side, a request that only a deadline answers is begun before the others. */
export function orderOf(scenarios: readonly Scenario[]): Order {
  const earliest: Scenario[] = []
  const first: Scenario[] = []
  const waiting: Scenario[] = []
  const others: Scenario[] = []
  const late: Scenario[] = []
  const guesses: Scenario[] = []
  const last: Scenario[] = []
  for (const scenario of scenarios) {
    if (scenario.turn === 'first') earliest.push(scenario)
    else if (scenario.turn === 'last') last.push(scenario)
    else if (scenario.turn === 'late') late.push(scenario)
    else if (scenario.control === 'control') first.push(scenario)
    else if (scenario.expect === 'refused-login') guesses.push(scenario)
    else if (extraOf(scenario, 'fault')?.fault.behaviour === 'never') waiting.push(scenario)
    else others.push(scenario)
  }
  return { first: [...earliest, ...first], middle: [...waiting, ...others], late, guesses, last }
}

/** Routes are played after all of an earlier turn: those of the first side by side, the others one after the other. */
const TURNS = [0, 1, 2, 3] as const

/** When a route is played. */
type Turn = (typeof TURNS)[number]

/**
 * Routes that delete a record come after those that read it. A login asks other routes with its session:
 * they come first, so that each has answered its own good credential before any other user's, and what a cache keeps is
 * theirs. A logout comes when no other route needs its credentials, and before the logins: wrong passwords may lock the
 * account of which it needs a new login for each request.
 */
export function turnOf({ route, scenarios }: RoutePlan, fixtures: Pick<Fixtures, 'logouts'>): Turn {
  if (endsSessions(route, fixtures)) return 2
  const asksOthers = scenarios.some(({ steps }) => steps.some((step) => (step.route ?? route.key) !== route.key))
  if (asksOthers) return 3
  return route.method === 'DELETE' ? 1 : 0
}

/** Routes in their turns; of two that delete, what is below the other comes first, and of two that log in the one without wrong passwords, which lock accounts. */
export function inTurns(
  routes: readonly RoutePlan[],
  fixtures: Pick<Fixtures, 'logouts'>,
): readonly (readonly RoutePlan[])[] {
  const depthOf = ({ route }: RoutePlan): number => route.path.split('/').length
  const isGuessed = ({ scenarios }: RoutePlan): boolean => orderOf(scenarios).guesses.length > 0
  return TURNS.map((turn) => {
    const those = routes.filter((plan) => turnOf(plan, fixtures) === turn)
    if (turn === 1) return those.toSorted((a, b) => depthOf(b) - depthOf(a))
    return turn === 3 ? those.toSorted((a, b) => Number(isGuessed(a)) - Number(isGuessed(b))) : those
  })
}
