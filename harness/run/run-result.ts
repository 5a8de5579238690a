import { factsOf } from '../model/scenario.ts'
import { addOutcome, NO_COUNTS } from '../model/counts.ts'
import type { Plan, RoutePlan } from '../model/plan.ts'
import type { PlannedRoute } from '../model/event.ts'
import type { RouteResult } from '../model/summary.ts'
import type { Verdict } from '../model/verdict.ts'
import { describeAuth, isProtected } from '../model/route.ts'

/** What became of the positive controls of a route. */
export interface Control {
  readonly state: 'good' | 'failed' | 'none' | 'public'
  readonly failure: string | undefined
  /** Name of the one that failed. */
  readonly failed?: string
}

/** A control that failed, and what came instead. */
export function failedControl(name: string, got: string): Control {
  const which = name === 'valid' ? 'positive control' : `positive control ${name}`
  return { state: 'failed', failure: `${which} failed: ${got}`, failed: name }
}

/** What is told of a route when it ends. */
export function resultOf(
  { route, scenarios, noControl }: RoutePlan,
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
  const reason = control.failure ?? noControl
  return {
    route,
    auth: describeAuth(route.auth),
    counts: verdicts.reduce((counts, { outcome }) => addOutcome(counts, outcome), NO_COUNTS),
    control: safe && isProtected(route) ? 'safe' : control.state,
    ...(reason === undefined ? {} : { controlReason: reason }),
    addresses: [...addresses],
    duration,
  }
}

/** The plan for reports: without the requests, which may hold secrets. */
export function plannedRoutes(plan: Plan): readonly PlannedRoute[] {
  return plan.routes.map(({ route, scenarios, noControl }) => ({
    route,
    scenarios: scenarios.map(factsOf),
    ...(noControl === undefined ? {} : { noControl }),
  }))
}
