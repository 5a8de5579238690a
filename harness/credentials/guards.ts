import { describeLeaf, REQUEST } from '../../server/internal.ts'
import type { FixtureFile } from './define.ts'
import { HarnessError } from '../model/failure.ts'
import type { Route } from '../model/route.ts'

/** Routes and fixtures in which the guards that only the fixtures describe are authenticators like others. */
export interface DescribedGuards {
  readonly routes: readonly Route[]
  readonly fixtures: FixtureFile
}

/**
 * Takes `as` of the fixtures for what the document of a server leaves out: the route is protected by a function of the
 * request, and `as` is what it passes.
 *
 * @param isRemote whether the routes come from a document; an application of svc declares its guards itself
 * @throws HarnessError for `as` on a route that declares what protects it.
 */
export function describeGuards(routes: readonly Route[], fixtures: FixtureFile, isRemote: boolean): DescribedGuards {
  const described = Object.entries(fixtures.routes ?? {}).flatMap(([key, route]) =>
    route?.as === undefined ? [] : [{ key, as: route.as }],
  )
  if (described.length === 0) return { routes, fixtures }
  const guards = new Map(described.map(({ key, as }) => [key, { name: `guard of ${key}`, as }]))
  for (const { key } of described) {
    const route = routes.find((one) => one.key === key)
    if (!isRemote || (route?.auth !== null && route?.auth !== undefined))
      throw new HarnessError(
        'SVC_FIXTURE_CONFLICT',
        `routes, ${key}, as describes a guard that no document declares, and this route declares its own: give its credential under credentials`,
      )
  }
  return {
    routes: routes.map((route) => {
      const guard = guards.get(route.key)
      return guard === undefined ? route : { ...route, auth: describeLeaf(REQUEST, { name: guard.name }) }
    }),
    fixtures: {
      ...fixtures,
      credentials: {
        ...fixtures.credentials,
        ...Object.fromEntries([...guards.values()].map(({ name, as }) => [name, { valid: as }])),
      },
    },
  }
}
