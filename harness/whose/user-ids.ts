import type { Answer, Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { objectsOfJson } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { paramsOf } from './belongings.ts'
import { valueIn } from './identities.ts'
import { recordsOf } from './record-places.ts'

const OF_USERS =
  /(?:^|\/)(?:users?|accounts?|members?|customers?|(?:admin|users?)\/(?:promote|demote|ban|unban|suspend))\/\[(?:user_?)?(?:id|uuid)\]/i

/** The parameter that names a user by an id, where no operation makes one but a registration: `/users/[id]`. */
export function userIdAt(route: Route, world: Maker): string | undefined {
  const [param, more] = paramsOf(route)
  const isOfUsers = OF_USERS.test(route.path)
  return isOfUsers && more === undefined && recordsOf(route, world) === undefined ? param : undefined
}

/** The id that stands beside the name of a user of the run, else one by which a claim of the token knows the user. */
export function idOf(answer: Answer | undefined, user: User, param: string): string | undefined {
  const named = valueIn(answer, user, param)
  return idBeside(answer, user) ?? (named === user.name ? undefined : named)
}

/** The id that stands beside the name of a user of the run. */
export function idBeside(answer: Answer | undefined, { name }: User): string | undefined {
  const own = objectsOfJson(answer?.isGood === true ? answer.json : undefined).find((one) =>
    Object.values(one).some((value) => typeof value === 'string' && value.includes(name)),
  )
  const [, id] = Object.entries(own ?? {}).find(([member]) => /^(?:user_?)?(?:id|uuid)$/i.test(member)) ?? []
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined
}
