import type { Fixtures } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'

/** Whether a route may end what others are asked with: a logout comes when nothing else needs its credentials. */
export function endsSessions({ base, path }: Route, { logouts = [] }: Pick<Fixtures, 'logouts'>): boolean {
  const isNamed = logouts.some(({ request }) => request.target.split('?')[0] === base + path)
  return isNamed || /(?:log|sign)-?(?:out|off)|revoke/i.test(path)
}
