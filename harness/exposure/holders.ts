import type { Answer, Exploration } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import type { Credential } from '../model/fixtures.ts'
import { authenticatorsOf, type Route } from '../model/route.ts'
import type { RowName } from '../model/row-name.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { withoutSignature } from '../subject/wrong-parts.ts'

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
    if (endsSessions(route, world.fixtures)) return []
    return credentialsOn(route, world)
      .filter(({ credential }) => isApt(credential))
      .slice(0, 1)
  })
}

/** Each credential of the fixtures on a route, with one who has nothing else. */
export function credentialsOn(route: Route, { fixtures }: Pick<Exploration, 'fixtures'>): readonly Held[] {
  const all = authenticatorsOf([route]).flatMap(({ name }) => fixtures.valid[name] ?? [])
  return all.map((credential) => ({
    route,
    credential,
    as: { name: credential.user ?? credential.authenticator, roles: [], credentials: [credential] },
  }))
}

/** The parameters of a link that its signature covers, as they were sent: those of the credential, or of the request that a function has signed. */
export function signedParameters(
  { value }: Credential,
  { request }: Answer,
): readonly (readonly [name: string, value: string])[] {
  if (value.type !== 'parts' || value.signs?.includes('query') !== true) return []
  const sent = Object.fromEntries(new URLSearchParams(request.target.split('?')[1]))
  return Object.entries(withoutSignature(value.query ?? sent))
}
