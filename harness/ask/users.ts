import { leavesOf } from '../../server/internal.ts'
import type { Credential, Fixtures } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { isStaffStep } from './rights.ts'

/** A user of the fixtures, or one that was registered for the run. */
export interface User {
  readonly name: string
  readonly roles: readonly string[]
  readonly credentials: readonly Credential[]
  /** Made for the run: it may be destroyed. */
  readonly isThrowaway?: true
}

/** The users of the fixtures who have a credential, in their order. Who alone may do things of the staff has a role, though the fixtures do not name it. */
export function usersOf({ users, valid, routes }: Fixtures): readonly User[] {
  const credentials = Object.values(valid).flat()
  return Object.entries(users).flatMap(([name, { roles }]): readonly User[] => {
    const own = credentials.filter(({ user }) => user === name)
    const known = roles.length === 0 && isAlone(name, routes) ? [name] : roles
    return own.length === 0 ? [] : [{ name, roles: known, credentials: own }]
  })
}

/** Whether the fixtures let a user alone do things of the staff, by name, and deny the user none of them. */
function isAlone(name: string, routes: Fixtures['routes']): boolean {
  const said = Object.entries(routes).filter(
    ([key, { isTaken }]) => isTaken !== true && key.split('/').some(isStaffStep),
  )
  const isAllowed = said.some(([, { allow, deny }]) => allow.includes(name) && deny.some((one) => one !== 'anonymous'))
  return isAllowed && !said.some(([, { deny }]) => deny.includes(name))
}

/** The user once more for each further authenticator of the operation, with the credential of that one alone. */
export function otherWays({ credentials, ...user }: User, { auth }: Pick<Route, 'auth'>): readonly User[] {
  const own = leavesOf(auth).flatMap(({ name }) => credentials.filter(({ authenticator }) => authenticator === name))
  return own.length < 2 ? [] : own.slice(1).map((credential) => ({ ...user, credentials: [credential] }))
}
