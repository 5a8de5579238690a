import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'
import { whoamiRoutes } from './identities.ts'

/** Members that name what users belong to together. */
const ORGANISATION = /^(?:tenant|organi[sz]ation|org|team|company|workspace|group|department|account)(?:id|name|slug)?$/

/** Those that no two of one company differ in. */
const COMPANY = /^(?:tenant|organi[sz]ation|org|company|workspace)(?:id|name|slug)?$/

/** The organisations that an answer about a user names. */
export function organisationsIn(answer: Answer | undefined, names: RegExp = ORGANISATION): ReadonlySet<string> {
  const own = leavesOfJson(answer?.isGood === true ? answer.json : undefined)
  return new Set(own.flatMap(({ name, value }) => (names.test(foldName(name)) ? [`${foldName(name)} ${value}`] : [])))
}

/** Whether two users say that they are of different organisations. */
export async function areApart(one: User, other: User, world: Exploration): Promise<boolean> {
  const [route] = whoamiRoutes(world)
  if (route === undefined) return false
  const first = organisationsIn(await world.ask({ route, as: one }), COMPANY)
  const second = organisationsIn(await world.ask({ route, as: other }), COMPANY)
  return first.size > 0 && second.size > 0 && [...first].every((name) => !second.has(name))
}
