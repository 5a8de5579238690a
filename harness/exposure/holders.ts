import type { Exploration } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import type { Credential } from '../model/fixtures.ts'
import { authenticatorsOf, type Route } from '../model/route.ts'
import type { RowName } from '../model/row-name.ts'

/** A credential of the fixtures on a route, and one who has nothing else. */
export interface Held {
  readonly route: Route
  readonly credential: Credential
  readonly as: User
}

/** The routes on which a row is wanted, each with the first credential of its authenticators that is apt. */
export function heldOn(row: RowName, isApt: (credential: Credential) => boolean, world: Exploration): readonly Held[] {
  return world.routes.flatMap((route): readonly Held[] => {
    if (world.whyNot(route) !== undefined || !world.wants(row, route)) return []
    const all = authenticatorsOf([route]).flatMap(({ name }) => world.fixtures.valid[name] ?? [])
    const credential = all.find(isApt)
    if (credential === undefined) return []
    return [
      {
        route,
        credential,
        as: { name: credential.user ?? credential.authenticator, roles: [], credentials: [credential] },
      },
    ]
  })
}
