import type { Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import type { Route } from '../model/route.ts'
import { foldName, objectsOfJson } from '../ask/values.ts'
import { entriesIn } from '../whose/made-by-run.ts'
import { isUsersNoun, listedNounOf, paramsOf, withoutSlash } from '../whose/path-nouns.ts'

/** An operation by which the staff deletes a user, and how it names this one. */
export interface UserDeletion {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly by: User
}

/**
 * The deletion of a user of the run by a user of the fixtures who has a role. Which id it has is read from the list beside the operation, where
 * an entry has the name, or an address that begins with it; without such a list no user is deleted.
 *
 * @param name begins with the mark of a run, so that no user of before has it
 * @param isWhole whether it is a whole name, or the beginning of one
 */
export async function deletionByStaff(
  name: string,
  { routes, users, whyNot, ask }: Pick<Maker, 'routes' | 'users' | 'whyNot' | 'ask'>,
  isWhole = true,
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
      const first = entriesIn(answer?.json, param, listedNounOf(list)).find(({ entry }) =>
        isNamed(entry, name, isWhole),
      )
      if (first === undefined || !isOwnId(first, param)) continue
      const params = { [param]: first.id }
      const read = routes.find(({ method, path }) => method === 'GET' && path === route.path)
      const record = read && (await ask({ route: read, as: by, params }))
      // The record itself has the last word.
      if (record === undefined || objectsOfJson(record.json).some((entry) => isNamed(entry, name, isWhole)))
        return { route, params, by }
    }
  }
  return undefined
}

/** Whether an id is that of the entry itself: a membership has one of its own beside that of its user. */
function isOwnId({ id, entry }: { readonly id: string; readonly entry: object }, param: string): boolean {
  const members = Object.entries(entry)
  const named = members.find(([member]) => foldName(member) === foldName(param))
  const isPlain = /^_?(?:id|uuid|guid|pk)$/i.test(param) || !members.some(([member]) => /user_?id$/i.test(member))
  return named === undefined
    ? isPlain && members.some(([member, value]) => /^_?(?:id|uuid)$/i.test(member) && String(value) === id)
    : String(named[1]) === id
}

/** Members that hold the name or the address of a user, and not of another one who made or invited them. */
const NAMED = /^(?:user|login|user_?name|name|login_?name|e?_?mail|e?_?mail_?address|account)$/i

function isNamed(entry: object, name: string, isWhole: boolean): boolean {
  return Object.entries(entry).some(
    ([member, value]) =>
      NAMED.test(member) &&
      (isNameOf(value, name) || (!isWhole && typeof value === 'string' && value.startsWith(name))),
  )
}

/** Whether a value is the name of a user, or an address that begins with it. */
export function isNameOf(value: unknown, name: string): boolean {
  return typeof value === 'string' && (value === name || value.startsWith(`${name}@`))
}
