import type { Route } from '../model/route.ts'
import type { Exploration } from '../ask/exploration.ts'

/** An operation of the document that it is reported at. */
export function routeOf(target: string, { routes }: Exploration): Route {
  return (routes.find(({ base }) => base !== '' && target.startsWith(`${base}/`)) ?? routes[0]) as Route
}
