import type { Route } from '../model/route.ts'
import type { Answer, Exploration } from './exploration.ts'

/** An operation of the document that a path outside of it is reported at. */
export function routeOf(target: string, { routes }: Pick<Exploration, 'routes'>): Route {
  return (routes.find(({ base }) => base !== '' && target.startsWith(`${base}/`)) ?? routes[0]) as Route
}

/** Asks for a path that the document does not have, without a credential. */
export function askPath(target: string, world: Exploration): Promise<Answer | undefined> {
  return world.send({ method: 'GET', target, headers: [['Accept', 'application/json']] })
}

/** An operation that the document does not have, which takes the credentials of another one. */
export function readAt(path: string, { sample: _, inputs: _inputs, ...like }: Route): Route {
  return { ...like, base: '', path, key: `GET ${path}` }
}
