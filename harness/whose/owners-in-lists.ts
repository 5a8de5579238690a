import type { Exploration } from '../ask/exploration.ts'
import { foldName, objectsOfJson } from '../ask/values.ts'
import { namesCaller } from '../model/caller.ts'
import type { Identities } from './identities.ts'
import type { Reading } from './reading.ts'

/** Lists that have to agree: one alone may be of messages, each of which another user has sent. */
const FEWEST = 2

/**
 * The identities with the ids that say in lists whose an entry is: where all entries of a list have one `user_id`, another one for each user, and
 * several lists have the same, it is that of the user who asks. For servers that say nowhere who asks, but by a name.
 */
export function withOwnersInLists(
  identities: Identities,
  reading: Reading,
  { routes, users }: Pick<Exploration, 'routes' | 'users'>,
): Identities {
  const known = (name: string): boolean =>
    (identities.of.get(name) ?? []).some((trait) => namesCaller(foldName(trait.name)) || foldName(trait.name) === 'id')
  const unknown = users.filter(({ name }) => !known(name))
  if (unknown.length < 2) return identities
  const votes = new Map(unknown.map(({ name }) => [name, [] as string[]]))
  for (const route of routes.filter(({ method, path }) => method === 'GET' && !path.includes('['))) {
    const own = unknown.flatMap(({ name }) => {
      const answer = reading.of(route).find(({ as, isGood }) => isGood && as?.name === name)
      const value = answer && onlyOwnerIn(answer.json)
      return value === undefined ? [] : [[name, value] as const]
    })
    // The records of all users have one owner where all of them are of one.
    if (own.length < 2 || new Set(own.map(([, value]) => value)).size < own.length) continue
    for (const [name, value] of own) votes.get(name)?.push(value)
  }
  const of = new Map(identities.of)
  for (const [name, values] of votes) {
    const [value, other] = new Set(values)
    if (value === undefined || other !== undefined || values.length < FEWEST) continue
    of.set(name, [...(of.get(name) ?? []), { name: 'user_id', value }])
  }
  return { ...identities, of }
}

/** The value that all entries of an answer have in the member that says whose they are. */
function onlyOwnerIn(json: unknown): string | undefined {
  const values = objectsOfJson(json).flatMap((entry) =>
    Object.entries(entry).flatMap(([name, value]) =>
      namesCaller(foldName(name)) && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : [],
    ),
  )
  return new Set(values).size === 1 ? values[0] : undefined
}
