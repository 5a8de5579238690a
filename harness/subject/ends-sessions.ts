import type { Fixtures } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'

/** Whether a route may end what others are asked with: a logout comes when nothing else needs its credentials. */
export function endsSessions(route: Route, { logouts = [] }: Pick<Fixtures, 'logouts'>): boolean {
  return endsSessionsAt(
    route,
    logouts.map(({ request }) => request),
  )
}

/** The same, by the logouts that the fixtures name: a login may be at the same path, `POST /session` beside `DELETE /session`, and a logout by `POST` may be one by `GET`, too. */
export function endsSessionsAt(
  { method, base, path }: Route,
  logouts: readonly { readonly method: string; readonly target: string }[],
): boolean {
  const isNamed = logouts.some(
    (one) =>
      one.target.split('?')[0] === base + path &&
      (one.method === method || (one.method === 'POST' && method === 'GET')),
  )
  return isNamed || /(?:log|sign)-?(?:out|off)|revoke/i.test(path)
}
