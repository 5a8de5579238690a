import type { Route } from '../model/route.ts'
import { isProtected } from '../model/route.ts'
import type { FixtureFile } from './define.ts'

/**
 * Routes of a document whose credential is optional, because the fixtures allow `anonymous`. A server that makes its
 * document from its guards calls such a route protected.
 */
export function allowAnonymous(
  routes: readonly Route[],
  { roles = {}, routes: known = {} }: FixtureFile,
): readonly Route[] {
  return routes.map((route) => {
    const { key, auth } = route
    const isAllowed = [roles[key]?.allow, known[key]?.allow].flat().includes('anonymous')
    if (!isAllowed || auth === null || auth === undefined || !isProtected(route)) return route
    return { ...route, auth: { kind: 'optional', member: auth } }
  })
}
