import type { Route } from '../model/route.ts'
import { NoAnswer } from '../replay/connection.ts'
import { takeFrom } from '../replay/replay.ts'
import type { Answer, Exploration, Maker } from '../ask/exploration.ts'
import { sendLogin } from '../ask/later-second.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { claimsOf } from './token-claims.ts'
import { foldName, ID_NAMES, isSecretName, isTime, leavesOfJson, valuesByPointer } from '../ask/values.ts'

/** A value by which a user is known. */
export interface Trait {
  /** Of the member that it was found at: `username`. */
  readonly name: string
  readonly value: string
}

/** Who the users are, by the server's own answers. */
export interface Identities {
  /** By the user's name: values that no other user has. */
  readonly of: ReadonlyMap<string, readonly Trait[]>
  /** Operations that answer with the user who asks; the first is the plainest. */
  readonly whoami: readonly Route[]
  /** Who a user is: by the plainest of these operations, else by the answer to their login. */
  readonly ask: (user: User) => Promise<Answer | undefined>
}

/** Last steps of paths that are about the user who asks. */
const WHOAMI = /^(?:me|self|whoami|profile|user|account|userinfo|current|current[-_]?user|session)$/i
/** The longest text that names a user; tokens are longer. */
const LONGEST = 120

/** Asks each user who they are. Values that differ between them are who they are. */
export async function identify(world: Maker, people: Throwaways | undefined): Promise<Identities> {
  const routes = whoamiRoutes(world)
  const traits = new Map<string, Trait[]>(
    world.users.map((user) => [user.name, [...namesOf(user), ...ownClaims(user, world.users)]]),
  )
  const whoami: Route[] = []
  for (const route of routes) {
    const answers: Answer[] = []
    for (const user of world.users) {
      const answer = await world.ask({ route, as: user })
      if (answer?.isGood === true) answers.push(answer)
    }
    const own = traitsIn(answers)
    if ([...own.values()].some((found) => found.length > 0)) whoami.push(route)
    for (const [name, found] of own) traits.get(name)?.push(...found)
  }
  const [plainest] = whoami
  const ask = async (user: User): Promise<Answer | undefined> =>
    plainest === undefined ? logIn(user, world, people) : world.ask({ route: plainest, as: user })
  if (plainest === undefined && world.users.length > 1)
    for (const [name, found] of await traitsOfLogins(world, ask)) traits.get(name)?.push(...found)
  return { of: new Map([...traits].map(([name, found]) => [name, distinct(found)])), whoami, ask }
}

/** The answer to the login of a user, without the token; `undefined` where the fixtures have no login of theirs. */
async function logIn(user: User, world: Maker, people: Throwaways | undefined): Promise<Answer | undefined> {
  const made = people?.made.find(({ name }) => name === user.name)
  const known = world.fixtures.logins?.find((login) => login.user === user.name)
  const request = made === undefined ? known?.request : people?.loginOf(made)
  const sent = request && (await sendLogin(request, world))
  if (sent === undefined || sent.replayed.answer instanceof NoAnswer) return undefined
  const take = world.fixtures.throwaway?.take ?? known?.take
  const token = take && takeFrom(sent.replayed.answer, take)
  if (token !== undefined) world.hide(token)
  return sent.isGood ? { ...sent, as: user } : undefined
}

/** Values in the answers to logins that are the same the next time, and differ between the users. */
async function traitsOfLogins(world: Maker, ask: Identities['ask']): Promise<ReadonlyMap<string, readonly Trait[]>> {
  const answers: Answer[] = []
  for (const user of world.users) {
    const [first, again] = [await ask(user), await ask(user)]
    if (first === undefined || again === undefined) continue
    const kept = valuesByPointer(again.json)
    const lasting = leavesOfJson(first.json).filter(
      ({ name, pointer, value }) => kept.get(pointer) === value && !isSecretName(name),
    )
    answers.push({
      ...first,
      json: Object.fromEntries(lasting.map(({ pointer, name, value }) => [pointer, { [name]: value }])),
    })
  }
  return traitsIn(answers)
}

/** Operations that may answer with the user who asks, the plainest first. */
export function whoamiRoutes({ routes, fixtures }: Pick<Exploration, 'routes' | 'fixtures'>): readonly Route[] {
  const { whoami } = fixtures
  if (whoami !== undefined) return routes.filter(({ key }) => key === whoami)
  const own = routes.filter(({ method, path }) => {
    const last = path.split('/').at(-1) ?? ''
    return method === 'GET' && !path.includes('[') && WHOAMI.test(last)
  })
  return own.toSorted((a, b) => Number(!/me$/i.test(a.path)) - Number(!/me$/i.test(b.path)))
}

/** Traits that the fixtures themselves say of a user: the name that they log in with. */
function namesOf({ credentials }: User): Trait[] {
  return credentials.flatMap(({ value, login }) => [
    ...(value.type === 'basic' ? [{ name: 'username', value: value.username }] : []),
    ...(login === undefined ? [] : [{ name: 'username', value: login }]),
  ])
}

/** Claims of a user's token that no other user has. With one user alone nothing differs. */
function ownClaims(user: User, users: readonly User[]): readonly Trait[] {
  const others = users.filter((other) => other !== user).flatMap(claimsOf)
  if (users.length < 2) return []
  return claimsOf(user).filter((claim) => !others.some((one) => one.name === claim.name && one.value === claim.value))
}

/** The values of one place that differ from user to user. With one user alone nothing differs. */
function traitsIn(answers: readonly Answer[]): ReadonlyMap<string, readonly Trait[]> {
  const leaves = answers.map(({ json }) => new Map(leavesOfJson(json).map((leaf) => [leaf.pointer, leaf])))
  return new Map(
    answers.map(({ as }, at) => {
      const own = [...(leaves[at]?.values() ?? [])].filter(({ pointer, value }) => {
        const isText =
          typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length < LONGEST)
        return isText && !isTime(value) && leaves.every((other, i) => i === at || other.get(pointer)?.value !== value)
      })
      const isAlone = answers.length < 2
      return [as?.name ?? '', isAlone ? [] : own.map(({ name, value }) => ({ name, value: String(value) }))]
    }),
  )
}

function distinct(traits: readonly Trait[]): readonly Trait[] {
  return [...new Map(traits.map((trait) => [`${foldName(trait.name)} ${trait.value}`, trait])).values()]
}

/** Names of members that say who owns an entry. */
export const OWNER_NAMES: RegExp =
  /user|owner|author|customer|account|member|creator|createdby|client|patient|holder|sender|uploader|seller|buyer|reviewer|writer|postedby/

/**
 * The only user whose identity stands in an entry; `undefined` where none does, or more than one. A number, or a short
 * text, counts only under a name that says that it is an owner: any entry may hold a 1.
 */
export function ownerOfEntry(entry: unknown, { of }: Identities): string | undefined {
  const leaves = leavesOfJson(entry)
  const owners = [...of].filter(([, traits]) =>
    traits.some((trait) =>
      leaves.some(({ name, pointer, value }) => {
        if (String(value) !== trait.value) return false
        const isNamed = OWNER_NAMES.test(foldName(pointer.replace(/\/\d+(?=\/|$)/g, '')))
        return (
          isNamed || (typeof value === 'string' && value.length > 3 && !/^\d+$/.test(value) && foldName(name) !== 'id')
        )
      }),
    ),
  )
  return owners.length === 1 ? owners[0]?.[0] : undefined
}

/** The values of a user that may stand in the place of a parameter that names users; the best first. */
export function traitsFor(name: string, user: string, { of }: Identities): readonly Trait[] {
  const folded = foldName(name)
  const traits = of.get(user) ?? []
  // `/users/[name]` takes the name that is in no other account, and no text of several words.
  const unique = folded === 'name' ? traits.filter((trait) => UNIQUE.test(foldName(trait.name))) : []
  const exact = traits.filter((trait) => foldName(trait.name) === folded)
  const byEnd = traits.filter((trait) => folded.endsWith(foldName(trait.name)) && foldName(trait.name).length > 1)
  // `user_id` is the id of a user, wherever a path is about users.
  const whole = traits.filter(
    (trait) => ID_NAMES.has(folded) && OF_A_USER.test(foldName(trait.name)) && foldName(trait.name).endsWith(folded),
  )
  return [...new Set([...unique, ...exact, ...byEnd, ...whole])]
}

const UNIQUE = /^(?:user|login|account|nick|screen)name$|^(?:login|handle|nick)$/
const OF_A_USER = /^(?:user|account|member|customer|profile|person)/

/**
 * The value by which a parameter names a user: a member of an answer that says who they are, such as the id, or a claim of their token, else
 * the name that they log in with.
 */
export function valueIn(answer: Answer | undefined, user: User, param: string): string {
  const leaves = [...(answer?.isGood === true ? leavesOfJson(answer.json) : []), ...claimsOf(user)]
  const { name } = user
  const folded = foldName(param)
  const exact = leaves.find((leaf) => foldName(leaf.name) === folded)
  const end = leaves.find((leaf) => ID_NAMES.has(foldName(leaf.name)) && folded.endsWith(foldName(leaf.name)))
  return String((exact ?? end)?.value ?? name)
}
