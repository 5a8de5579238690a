import { isCreation } from '../subject/creates.ts'
import type { Exploration } from '../ask/exploration.ts'
import type { Route } from '../model/route.ts'
import { operationAt } from './operations.ts'
import { paramsOf, userAbove } from './path-nouns.ts'

type Known = Pick<Exploration, 'routes' | 'whyNot'>

/** A collection below a user into which others may write: `POST /users/[userId]/orders`. */
export interface Collection {
  readonly route: Route
  readonly list: Route
  /** The parameter of the user. */
  readonly of: string
}

/** The collection below a user in which an operation makes a record; `undefined` for any other. */
export function collectionOf(route: Route, world: Known): Collection | undefined {
  const [of, more] = paramsOf(route)
  if (!isCreation(route, world.routes) || of === undefined || more !== undefined || userAbove(route) !== of)
    return undefined
  const list = operationAt('GET', route.path, world)
  if (list === undefined || [route, list].some((one) => world.whyNot(one) !== undefined)) return undefined
  return { route, list, of }
}
