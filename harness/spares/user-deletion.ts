import type { Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import type { Route } from '../model/route.ts'
import { entriesIn } from '../whose/made-by-run.ts'
import { isUsersNoun, paramsOf, withoutSlash } from '../whose/path-nouns.ts'

/** An operation by which the staff deletes a user, and how it names this one. */
export interface UserDeletion {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly by: User
}

/**
 * The deletion of a user of the run by a user of the fixtures who has a role. Which id it has is read from the list beside the operation, where
 * exactly one entry has the name, or an address that begins with it; where there is no such list, no user is deleted.
 *
 * @param name begins with the mark of a run
 */
export async function deletionByStaff(
  name: string,
  { routes, users, whyNot, ask }: Pick<Maker, 'routes' | 'users' | 'whyNot' | 'ask'>,
): Promise<UserDeletion | undefined> {
  for (const route of routes) {
    const [param, more] = paramsOf(route)
    const at = route.path.lastIndexOf('/[')
    const collection = route.path.slice(0, at)
    const isOfUser = isUsersNoun(collection.slice(collection.lastIndexOf('/') + 1)) && route.path.endsWith(']')
    if (route.method !== 'DELETE' || param === undefined || more !== undefined || !isOfUser) continue
    const list = routes.find(({ method, path }) => method === 'GET' && withoutSlash(path) === collection)
    if (list === undefined || whyNot(route) !== undefined) continue
    for (const by of users.filter(({ roles }) => roles.length > 0)) {
      const answer = await ask({ route: list, as: by })
      const [first, second] = entriesIn(answer?.json, param).filter(({ entry }) => isNamed(entry, name))
      if (first !== undefined && second === undefined) return { route, params: { [param]: first.id }, by }
    }
  }
  return undefined
}

function isNamed(entry: object, name: string): boolean {
  return Object.values(entry).some(
    (value) => value === name || (typeof value === 'string' && value.startsWith(`${name}@`)),
  )
}
