import type { Remark } from './remark.ts'
import type { Route } from './route.ts'
import type { Scenario } from './scenario.ts'
import type { Ignored } from './fixtures.ts'

/** Operations of one authenticator and kind of method (reads, writes, deletes) that are asked the whole catalogue, where nothing else is said. */
export const SAMPLE = 6

/** Everything that will be tried on one route. */
export interface RoutePlan {
  readonly route: Route
  readonly scenarios: readonly Scenario[]
  /** Scenarios that are kept back, since others ask the same authenticators: sent where this route turns out to be different. */
  readonly rest?: readonly Scenario[]
  /** The same for routes with the same authenticators and kind of method, of which some keep a rest back. */
  readonly group?: string
  /** Why no good credential can be sent, where none is known. */
  readonly noControl?: string
  /** How many scenarios are not sent: what may be sent is said by options and fixtures. */
  readonly left?: number
  /** The scenarios that the fixtures leave out. */
  readonly ignored: readonly Ignored[]
}

/** The whole plan: pure data, made without sending anything. */
export interface Plan {
  readonly routes: readonly RoutePlan[]
  readonly remarks: readonly Remark[]
}

/** How many requests a plan sends, if each is sent once. */
export function countRequests({ routes }: Plan): number {
  let count = 0
  for (const { scenarios } of routes) for (const { steps } of scenarios) count += steps.length
  return count
}

/** How many scenarios a plan has. */
export function countScenarios(plan: Plan): number {
  return plan.routes.reduce((sum, { scenarios }) => sum + scenarios.length, 0)
}
