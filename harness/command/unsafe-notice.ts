import { isSafeMethod, plural } from '../../server/internal.ts'
import { whyNot } from '../ask/asking.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { Plan, RoutePlan } from '../model/plan.ts'
import type { Route } from '../model/route.ts'
import { sessionOf, type Step } from '../model/scenario.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import type { Subject } from '../setup/subject.ts'

/** Routes that are named. */
const NAMED = 6

/** Of the operations that are asked again after the plan, by the answers, those whose requests may change something. */
export function unsafeLater(later: readonly Route[], fixtures: Fixtures, subject: Subject): readonly Route[] {
  const isLocal = subject.kind === 'local'
  const facts = { routes: later, fixtures, mayWrite: isLocal || subject.unsafe }
  return later.filter(
    (route) =>
      !isSafeMethod(route.method) && (!isLocal || !endsSessions(route, fixtures)) && whyNot(route, facts) === undefined,
  )
}

/**
 * A line about the requests of a plan that may change something, for before they are sent; empty if the plan has no such request.
 * A request to a copy whose handlers do nothing does not count. In this process a method that no operation of its path
 * takes does not either: it is answered with 405. Another server may take methods that its document does not name.
 *
 * @param routes all of the application, those that are not in the plan too
 * @param later those of {@link unsafeLater}: how many requests they get, depends on the answers
 */
export function describeUnsafe(
  plan: Plan,
  routes: readonly Route[],
  isRemote: boolean,
  later: readonly Route[] = [],
): string {
  const changing = routes.filter(({ method }) => !isSafeMethod(method))
  if (changing.length === 0 && !isRemote) return ''
  const counts = plan.routes.map((route) => ({ key: route.route.key, count: countUnsafe(route, changing, isRemote) }))
  const unsafe = counts.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
  const total = unsafe.reduce((sum, { count }) => sum + count, 0)
  const named = list(later.map(({ key }) => key))
  const counted = list(unsafe.map(({ key, count }) => `${key} (${count})`))
  const less = "less with unsafe: 'deny-only', none with unsafe: 'never' in the routes of the fixtures\n"
  if (total > 0) {
    const after = named === '' ? '' : `more after them, by the answers, to ${named}; `
    return `sends ${plural(total, 'request')} with methods that may change something: ${counted}; ${after}${less}`
  }
  return named === ''
    ? ''
    : `sends requests that may change something, as many as the answers ask for, to ${named}; ${less}`
}

function list(names: readonly string[]): string {
  const more = names.length > NAMED ? [plural(names.length - NAMED, 'more route')] : []
  return [...names.slice(0, NAMED), ...more].join(', ')
}

function countUnsafe({ route, scenarios }: RoutePlan, changing: readonly Route[], isRemote: boolean): number {
  const methods = new Set(changing.filter(({ path }) => mayBeOne(path, route.path)).map(({ method }) => method))
  // Another verb may stand for the one of its route: X-HTTP-Method-Override.
  const isChanging = isRemote || !isSafeMethod(route.method)
  const reaches = ({ request, route: other }: Step): boolean =>
    other === undefined || other === route.key
      ? isChanging || methods.has(request.method)
      : changing.some(({ key }) => key === other)
  return scenarios
    .filter(({ exercise }) => exercise !== 'wrapped')
    .flatMap(({ steps }) => steps)
    .filter(({ request }) => request.bytes === undefined && !isSafeMethod(request.method))
    .filter((step) => (sessionOf(step).clock ?? 0) === 0)
    .filter(reaches).length
}

/** Whether one path may be meant by both patterns: `/pets/[id]` and `/pets/new`. */
function mayBeOne(pattern: string, other: string): boolean {
  const [steps, others] = [pattern.split('/'), other.split('/')]
  for (const [at, step] of steps.entries()) {
    const [a, b] = [step, others[at] ?? '']
    if (a.startsWith('[...') || b.startsWith('[...')) return true
    if (at >= others.length || (a !== b && !a.startsWith('[') && !b.startsWith('['))) return false
  }
  return steps.length === others.length
}
