import type { Fixtures } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'

/** Whether a route may end what others are asked with: a logout comes when nothing else needs its credentials. */
export function endsSessions(route: Route, { logouts = [] }: Pick<Fixtures, 'logouts'>): boolean {
  return endsSessionsAt(
    route,
    logouts.map(({ request }) => request.target),
  )
}

/** The same, by the targets of the logouts that the fixtures name. */
export function endsSessionsAt({ base, path }: Route, logouts: readonly string[]): boolean {
  const isNamed = logouts.some((target) => target.split('?')[0] === base + path)
  return isNamed || /(?:log|sign)-?(?:out|off)|revoke/i.test(path)
}
