import type { Answer, Exploration } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { foldName, ID_NAMES, leavesOfJson, objectsOfJson } from '../ask/values.ts'
import { isUsersNoun, lastNounOf } from './path-nouns.ts'
import type { Reading } from './reading.ts'
import type { Identities, Trait } from './identities.ts'
import { claimsOf } from './token-claims.ts'

/** Members of an entry that hold the name which a user logs in with. */
const NAMES = /^(?:user_?name|e?-?mail|e?-?mail_?address|login|name|handle|account|nick(?:name)?)$/i

/**
 * The identities with the ids of entries in lists of users: the entry that holds the name which a user logs in with, and no other user's,
 * is that user's. Any user may have got the list, since an id gives no right.
 */
export function withListedIds(
  identities: Identities,
  reading: Reading,
  world: Pick<Exploration, 'routes' | 'users' | 'ask'>,
): Identities {
  const { routes, users } = world
  const of = new Map<string, readonly Trait[]>(identities.of)
  const lists = routes.filter((route) => isUsersNoun(lastNounOf(route)))
  for (const entry of lists
    .flatMap((list) => reading.of(list))
    .flatMap(({ isGood, json }) => (isGood ? objectsOfJson(json) : []))) {
    const named = users.filter(({ name }) => isNamed(entry, namesOf(name, identities)))
    const [only] = named
    if (only === undefined || named.length > 1) continue
    const known = of.get(only.name) ?? []
    const ids = Object.entries(entry).flatMap(([name, value]) =>
      isId(name) && (typeof value === 'string' || typeof value === 'number') ? [{ name, value: String(value) }] : [],
    )
    const fresh = ids.filter(
      ({ name, value }) => !known.some((one) => foldName(one.name) === foldName(name) || one.value === value),
    )
    of.set(only.name, [...known, ...fresh])
  }
  const held = {
    lists: lists.flatMap((route) => reading.of(route).flatMap(({ as, isGood }) => (isGood ? [{ route, as }] : []))),
  }
  const ask = async (user: User): Promise<Answer | undefined> => {
    const answer = await identities.ask(user)
    const hasId =
      leavesOfJson(answer?.json).some(({ name }) => isId(name)) || claimsOf(user).some(({ name }) => isId(name))
    if (user.isThrowaway !== true || hasId) return answer
    for (const one of held.lists) {
      const listed = await world.ask(one)
      const entry = objectsOfJson(listed?.json).find((each) => isNamed(each, new Set([user.name])))
      if (listed === undefined || entry === undefined) continue
      // The next user of the run stands there, too.
      held.lists = [one]
      return { ...listed, as: user, json: entry }
    }
    return answer
  }
  return { ...identities, of, ask }
}

function namesOf(user: string, { of }: Identities): ReadonlySet<string> {
  const traits = (of.get(user) ?? []).filter(({ name }) => NAMES.test(name))
  return new Set([user, ...traits.map(({ value }) => value)])
}

/** An address begins with the name where the login has it so: `{user}@example.com`. */
function isNamed(entry: object, names: ReadonlySet<string>): boolean {
  return Object.entries(entry).some(
    ([name, value]) =>
      typeof value === 'string' && NAMES.test(name) && (names.has(value) || names.has(value.replace(/@.*$/, ''))),
  )
}

function isId(name: string): boolean {
  const folded = foldName(name)
  return ID_NAMES.has(folded) || /^(?:user|account|member|customer)(?:id|uuid|uid|guid|number)$/.test(folded)
}
