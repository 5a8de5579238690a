import { formatAuth, isSafeMethod } from '../../server/internal.ts'
import type { Plan, RoutePlan } from '../model/plan.ts'
import { isProtected, type Route } from '../model/route.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import type { Fixtures } from '../model/fixtures.ts'
import { isCore } from './core-rows.ts'

/**
 * Hundreds of operations of one server ask one authenticator: of those with the same authenticators and kind of method, `size` keep the whole
 * catalogue, each in another collection where there are as many, and of the others everything but the core is kept back.
 * The rest is in {@link RoutePlan.rest}: the run sends it where an operation turns out to be different.
 *
 * @param size 0 for all of them
 */
export function withSample(plan: Plan, size: number, fixtures: Pick<Fixtures, 'logouts'>): Plan {
  if (size === 0) return plan
  const whole = new Set<RoutePlan>()
  const perCollection = new Map<string, number>()
  const groups = groupsOf(plan, fixtures)
  for (const alike of groups.values()) {
    const left = alike.toSorted((a, b) => Number(a.noControl !== undefined) - Number(b.noControl !== undefined))
    for (let count = 0; count < size && left.length > 0; count++) {
      const [next] = left.splice(leastOften(left, perCollection), 1) as [RoutePlan]
      whole.add(next)
      const collection = collectionOf(next.route)
      perCollection.set(collection, (perCollection.get(collection) ?? 0) + 1)
    }
  }
  const sampled = plan.routes.map((one) => {
    const group = groupOf(one, fixtures)
    if (group === undefined || (groups.get(group)?.length ?? 0) <= size) return one
    return { ...(whole.has(one) ? one : withoutRest(one)), group }
  })
  return { ...plan, routes: sampled }
}

/** The authenticators and the kind of method of a route; `undefined` for one that is always asked everything. */
function groupOf({ route, scenarios }: RoutePlan, fixtures: Pick<Fixtures, 'logouts'>): string | undefined {
  const asksOthers = scenarios.some(({ steps }) => steps.some((step) => (step.route ?? route.key) !== route.key))
  return isProtected(route) && !asksOthers && !endsSessions(route, fixtures)
    ? `${kindOf(route)} ${formatAuth(route.auth)}`
    : undefined
}

/** Methods of one kind bring the same kind of request to the guard. */
function kindOf({ method }: Route): string {
  if (isSafeMethod(method)) return 'reads'
  return method === 'DELETE' ? 'deletes' : 'writes'
}

function groupsOf(plan: Plan, fixtures: Pick<Fixtures, 'logouts'>): ReadonlyMap<string, readonly RoutePlan[]> {
  const groups = new Map<string, RoutePlan[]>()
  for (const one of plan.routes) {
    const group = groupOf(one, fixtures)
    if (group !== undefined) groups.set(group, [...(groups.get(group) ?? []), one])
  }
  return groups
}

function withoutRest(one: RoutePlan): RoutePlan {
  const rest = one.scenarios.filter((scenario) => !isCore(scenario))
  return rest.length === 0 ? one : { ...one, scenarios: one.scenarios.filter(isCore), rest }
}

/** `/api/orders` of `/api/orders/[id]/lines`. */
function collectionOf({ path }: Route): string {
  return path.split('/[')[0] as string
}

function leastOften(plans: readonly RoutePlan[], perCollection: ReadonlyMap<string, number>): number {
  const counts = plans.map(({ route }) => perCollection.get(collectionOf(route)) ?? 0)
  return counts.indexOf(Math.min(...counts))
}
