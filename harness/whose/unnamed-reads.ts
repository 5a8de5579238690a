import type { Exploration, Tried } from '../ask/exploration.ts'
import { isProtected, type Route } from '../model/route.ts'
import { operationAt, shapeOf } from './operations.ts'
import { isOfOne, lastNounOf, paramsOf } from './path-nouns.ts'

/** A read, and the operation of the document that it is reported at where the document has none of it. */
export interface Read {
  readonly route: Route
  readonly reportedAt?: Route
}

/**
 * Reads of records that are changed or deleted by their ids, and that the document does not have. What stands before the id is called as a
 * collection is: a GET of `/orders/cancel/[id]` may do it.
 */
export function unnamedReads({ routes, fixtures }: Pick<Exploration, 'routes' | 'fixtures'>): readonly Read[] {
  const collections = new Set(
    routes.filter((one) => !isOfOne(one) && /^(?:GET|POST)$/.test(one.method)).map(lastStepOf),
  )
  const items = routes.filter(
    (one) =>
      isOfOne(one) &&
      paramsOf(one).length === 1 &&
      /^(?:PUT|PATCH|DELETE)$/.test(one.method) &&
      isProtected(one) &&
      !/^(?:never|deny-only)$/.test(String(fixtures.routes[one.key]?.unsafe)) &&
      collections.has(lastNounOf(one)),
  )
  const first = new Map(items.map((one) => [shapeOf(one.base + one.path), one]))
  return [...first.values()]
    .filter(({ path }) => operationAt('GET', path, { routes }) === undefined)
    .map((one) => {
      const {
        key: _key,
        sample: _,
        inputs: _inputs,
        spare: _spare,
        as: _as,
        kept: _kept,
        sentAs: _sentAs,
        ...like
      } = one
      return { route: { ...like, method: 'GET', key: `GET ${one.path}` }, reportedAt: one }
    })
}

function lastStepOf({ path }: Route): string {
  return path.split('/').at(-1) ?? ''
}

/** The operation that it is reported at, and the variant there. */
export function placeOfRead({ route, reportedAt }: Read, variant: string): Pick<Tried, 'route' | 'variant'> {
  return reportedAt === undefined ? { route, variant } : { route: reportedAt, variant: `GET.${variant}` }
}

/** As a cause begins with it. */
export function nameOfRead({ route, reportedAt }: Read): string {
  return reportedAt === undefined ? route.key : `${route.key} (not in the document)`
}
