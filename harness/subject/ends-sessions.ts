import type { Fixtures } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'

/** Whether a route may end what others are asked with: a logout comes when nothing else needs its credentials. */
export function endsSessions({ base, path }: Route, { logout }: Pick<Fixtures, 'logout'>): boolean {
  const named = logout?.request.target.split('?')[0]
  return base + path === named || /(?:log|sign)-?(?:out|off)|revoke/i.test(path)
}
