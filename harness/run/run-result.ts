import { formatAuth } from '../../server/internal.ts'
import { addOutcome, NO_COUNTS } from '../model/counts.ts'
import type { Control } from './judge-controls.ts'
import type { Plan, RoutePlan } from '../model/plan.ts'
import type { PlannedRoute } from '../model/event.ts'
import type { RouteResult } from '../model/summary.ts'
import type { Verdict } from '../model/verdict.ts'
import { isProtected } from '../model/route.ts'

/** The event of a route when it ends. */
export function resultOf(
  { route, scenarios, noControl, left }: RoutePlan,
  verdicts: readonly Verdict[],
  control: Control,
  duration: number,
  safe: boolean,
): RouteResult {
  const addresses = new Set(
    scenarios.flatMap(({ steps }) =>
      steps.flatMap(({ request }) => (request.from === undefined ? [] : [request.from])),
    ),
  )
  const reason = control.failure ?? control.reason ?? noControl
  return {
    route,
    auth: formatAuth(route.auth),
    counts: verdicts.reduce((counts, { outcome }) => addOutcome(counts, outcome), NO_COUNTS),
    ...(isProtected(route) && !verdicts.some(provesRefusal) ? { notProven: true as const } : {}),
    ...(left === undefined ? {} : { left }),
    control: safe && isProtected(route) ? 'safe' : control.state,
    ...(reason === undefined ? {} : { controlReason: reason }),
    addresses: [...addresses],
    duration,
  }
}

/** Whether a request that must be refused was seen to be, or not to be. */
function provesRefusal({ scenario, outcome }: Verdict): boolean {
  const mustBeRefused = scenario.expect !== 'allow' && scenario.expect !== 'public' && scenario.expect !== 'described'
  return mustBeRefused && scenario.exercise !== 'wrapped' && (outcome === 'passed' || outcome === 'failed')
}

/** The plan for reports. */
export function plannedRoutes(plan: Plan): readonly PlannedRoute[] {
  return plan.routes.map(({ route, scenarios, noControl }) => ({
    route,
    scenarios: scenarios.length,
    ...(noControl === undefined ? {} : { noControl }),
  }))
}
