import type { AuthDescription, LeafDescription } from 'svc'
import { describeLeaf, type NamedCarrier } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import { carrierOf } from '../model/taken-credential.ts'
import type { FixtureFile } from './define.ts'
import { isLogin } from './entries.ts'

/** Routes whose authenticators read their credential where `take.as` of a login says, whatever the document says of them. */
export function withPlaces(routes: readonly Route[], { credentials = {} }: FixtureFile): readonly Route[] {
  const places = new Map(
    Object.entries(credentials).flatMap(([name, fixture]) =>
      [fixture, ...Object.values(fixture)].flatMap((one: unknown) => {
        const as = isLogin(one) ? one.login.take.as : undefined
        return as === undefined ? [] : [[name, carrierOf(as)] as const]
      }),
    ),
  )
  return places.size === 0 ? routes : routes.map((route) => withCarriers(route, places))
}

function withCarriers(route: Route, places: ReadonlyMap<string, NamedCarrier>): Route {
  const { auth, sample } = route
  if (auth === null || auth === undefined) return route
  const moved = [...places.values()]
  const without = (
    values: Readonly<Record<string, string>>,
    place: 'header' | 'query',
  ): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(values).filter(
        ([name]) => !moved.some((one) => one.in === place && one.name.toLowerCase() === name.toLowerCase()),
      ),
    )
  return {
    ...route,
    auth: moveIn(auth, places),
    ...(sample === undefined
      ? {}
      : { sample: { ...sample, headers: without(sample.headers, 'header'), query: without(sample.query, 'query') } }),
  }
}

function moveIn(auth: AuthDescription, places: ReadonlyMap<string, NamedCarrier>): AuthDescription {
  if ('members' in auth) return { ...auth, members: auth.members.map((one) => moveIn(one, places)) }
  if ('member' in auth) return { ...auth, member: moveIn(auth.member, places) }
  const leaf: LeafDescription = auth
  const carrier = places.get(leaf.name)
  return carrier === undefined ? leaf : describeLeaf(carrier, { name: leaf.name })
}
