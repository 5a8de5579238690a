import type { Answer, Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { idInLink, objectsHolding, objectsOfJson, ownMembers } from '../ask/values.ts'
import { isObject, type Json } from '../text/json.ts'
import { isRegistration } from '../model/login.ts'
import type { Route } from '../model/route.ts'
import { paramsOf } from './path-nouns.ts'
import { valueIn } from './identities.ts'
import { recordsAt } from './record-places.ts'

const OF_USERS =
  /(?:^|\/)(?:users?|accounts?|members?|customers?|(?:admin|users?)\/(?:promote|demote|ban|unban|suspend))\/\[(?:user_?)?(?:name_?or_?)?(?:id|uuid)(?:_?or_?name)?\]/i

/** The parameter that names a user by an id, where no operation makes one but a registration: `/users/[id]`. */
export function userIdAt(route: Route, world: Maker): string | undefined {
  const [param, more] = paramsOf(route)
  if (!OF_USERS.test(route.path) || more !== undefined) return undefined
  const create = recordsAt(route, world)?.create
  const isRegistered = create === undefined || isRegistration(create, world.fixtures)
  return isRegistered ? param : undefined
}

/** The id that stands beside the name of a user of the run, else one by which a claim of the token knows the user. */
export function idOf(answer: Answer | undefined, user: User, param: string): string | undefined {
  const named = valueIn(answer && { ...answer, json: ownRecord(answer, user) }, user, param)
  return idBeside(answer, user) ?? (named === user.name ? undefined : named)
}

/** The id that stands beside the name of a user of the run. */
export function idBeside(answer: Answer | undefined, user: User): string | undefined {
  return idIn(recordNaming(goodJson(answer), user))
}

function idIn(record: Json | undefined): string | undefined {
  const [, id] = Object.entries(record ?? {}).find(([member]) => OF_USER.test(member)) ?? []
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}

function goodJson(answer: Answer | undefined): unknown {
  return answer?.isGood === true ? answer.json : undefined
}

/** The id beside the name of a user in the answer to their login, else the one of its only user. */
export function idByLogin(user: User): string | undefined {
  const ids = user.credentials.flatMap(({ answered }) => {
    if (answered === undefined) return []
    const { user: of } = answered
    return idIn(recordNaming(answered, user)) ?? idIn(isObject(of) ? of : undefined) ?? []
  })
  return ids.at(0)
}

const OF_USER = /^(?:_|user_?)?(?:id|uuid)$/i

/** The object of an answer that has the name of a user of the run, without those inside it: any of them may be of another user. */
export function ownRecord(answer: Answer | undefined, user: User): Json {
  const all = objectsOfJson(goodJson(answer))
  return recordNaming(goodJson(answer), user) ?? ownMembers((all.length === 1 ? all[0] : undefined) ?? {})
}

/** The members beside the name of a user of the run. Where it stands in several objects, one of them may be a session: what they differ in says nothing. */
function recordNaming(json: unknown, { name, credentials }: User): Json | undefined {
  const names = [name, ...credentials.flatMap(({ login }) => login ?? [])]
  const [first, ...others] = (names.map((one) => objectsHolding(json, one)).find((all) => all.length > 0) ?? []).map(
    ownMembers,
  )
  if (first === undefined) return undefined
  const members = [first, ...others].flatMap((one) => Object.entries(one))
  return Object.fromEntries(
    members.filter(([member, value]) => members.every(([one, other]) => one !== member || other === value)),
  )
}

/** The value by which a parameter of a path names a user: of the run, never that of another one. */
export function nameIn(answer: Answer | undefined, user: User, param: string, path: string): string {
  return user.isThrowaway === true ? namingOf(answer, user, param, path) : valueIn(answer, user, param)
}

/** The value by which a parameter of a path names a user of the run, by an answer that says who they are: never that of another user. */
export function namingOf(answer: Answer | undefined, user: User, param: string, path: string): string {
  const own = ownRecord(answer, user)
  const [linked] = Object.entries(own).flatMap(([name, value]) => idInLink({ name, value }, path, param) ?? [])
  return linked ?? valueIn(answer && { ...answer, json: own }, user, param)
}
