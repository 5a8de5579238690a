import { isSafeMethod } from '../../server/internal.ts'
import type { Plan, RoutePlan } from '../model/plan.ts'
import { plural } from '../text/wording.ts'

/** Routes that are named. */
const NAMED = 6

/**
 * A line about the requests of a plan that may change something, for before they are sent; empty where there are none.
 * What goes to a copy whose handlers do nothing does not count.
 */
export function describeUnsafe(plan: Plan): string {
  const routes = plan.routes.map((route) => ({ key: route.route.key, count: countUnsafe(route) }))
  const unsafe = routes.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
  const total = unsafe.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return ''
  const named = unsafe.slice(0, NAMED).map(({ key, count }) => `${key} (${count})`)
  const more = unsafe.length > NAMED ? [plural(unsafe.length - NAMED, 'more route')] : []
  return (
    `sends ${plural(total, 'request')} with methods that may change something: ${[...named, ...more].join(', ')}; ` +
    "less with unsafe: 'deny-only', none with unsafe: 'never' in the routes of the fixtures\n"
  )
}

function countUnsafe({ scenarios }: RoutePlan): number {
  return scenarios
    .filter(({ exercise }) => exercise !== 'wrapped')
    .flatMap(({ steps }) => steps)
    .filter(({ request, clock = 0 }) => clock === 0 && request.bytes === undefined && !isSafeMethod(request.method))
    .length
}
