import { isSafeMethod } from '../../server/internal.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'

/** Whether a route may end what others are asked with: a logout comes when nothing else needs its credentials. */
export function endsSessions({ method, base, path }: Route, { logout }: Pick<Fixtures, 'logout'>): boolean {
  if (isSafeMethod(method)) return false
  const named = logout?.request.target.split('?')[0]
  return base + path === named || /(?:log|sign)-?(?:out|off)|revoke/i.test(path)
}
