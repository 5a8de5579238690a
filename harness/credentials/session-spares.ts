import { isSafeMethod, leavesOf } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import { endsSessionsAt } from '../subject/ends-sessions.ts'
import type { FixtureFile } from './define.ts'

/** For each kind of session that a route takes: an unsafe request may end the session. */
const SPARES_PER_KIND = 60
/** A GET route is asked in more ways than one that changes something. */
const SPARES_PER_LOGOUT = 200

/** Sessions of one user: at least as many as the routes that may end a session use, and one for each other. */
export function countSpares({
  fixtures: { logout = [] },
  routes,
}: {
  readonly fixtures: FixtureFile
  readonly routes: readonly Route[]
}): number {
  const ways = [logout].flat().map(({ request: { method = 'POST', path } }) => ({ method, target: path }))
  const sparesOf = (route: Route): number => {
    const kinds = leavesOf(route.auth).filter(({ carrier }) => carrier.in === 'session').length
    if (!isSafeMethod(route.method)) return kinds * SPARES_PER_KIND
    return kinds * (endsSessionsAt(route, ways) ? SPARES_PER_LOGOUT : 1)
  }
  return routes.reduce((sum, route) => sum + sparesOf(route), 0)
}
