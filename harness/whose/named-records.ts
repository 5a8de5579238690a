import type { Exploration } from '../ask/exploration.ts'
import { memberName } from '../ask/bodies.ts'
import { foldName, singular } from '../ask/values.ts'
import { type BodyMember, isProtected, type Route } from '../model/route.ts'
import { isOfOne, isUsersNoun, lastNounOf, nounOf, paramsOf } from './path-nouns.ts'
import { type Records, recordsFor } from './record-places.ts'

type Known = Pick<Exploration, 'routes' | 'whyNot'>

/** Letters of a noun that may end a longer one: `club` of `homeclubid`. */
const SHORTEST = 4

/** Whether a noun is that of some records, or a longer one that ends with it. */
export function endsWithNoun(noun: string, own: string): boolean {
  return own === noun || (own.length >= SHORTEST && noun.endsWith(own))
}

const ENDS_AS_ID = /^(.{3,}?)(?:uu)?ids?$/

/**
 * The noun of the records that a member of a body names: `club` of `club_id`, and of `club` where it is a number or a UUID; empty for others.
 *
 * @param isText whether `club` may be any text: the slug of one
 */
export function nounNamed(member: Pick<BodyMember, 'path' | 'type' | 'format'>, isText = false): string {
  const name = memberName(member)
  const isSlug = isText && member.type === 'string' && member.format === undefined
  const isId = member.type === 'integer' || member.format === 'uuid' || isSlug
  const last = goalOf(member)
  return ENDS_AS_ID.exec(name)?.[1] ?? (isId ? singular(foldName(last ?? name)) : '')
}

/** Whether a member says where a record goes. */
export function isTowards({ path }: Pick<BodyMember, 'path'>): boolean {
  return goalOf({ path }) !== undefined
}

/** The name of the records that a member moves its record to, or from; `undefined` for those who receive something that is for them. */
function goalOf({ path }: Pick<BodyMember, 'path'>): string | undefined {
  const [, last] = TOWARDS.exec(path.at(-1) ?? '') ?? []
  return last === undefined || RECEIVES.test(singular(foldName(last))) ? undefined : last
}

const RECEIVES =
  /(?:account|address|channel|chat|customer|inbox|locker|mail|mailbox|member|number|party|person|phone|queue|recipient|user|wallet)$/

/** A word before the name of records that are moved to, or from: `toSpace`, `target_folder`. */
const TOWARDS = /^(?:to|into|from|new|target|dest(?:ination)?|source)(?:_|-|(?=[A-Z]))(\w+)$/

/** The value of a path that a member of its body repeats: `workspace_id` of `POST /workspaces/[id]/notes`. */
export function repeatedFromPath(
  route: Route,
  member: Pick<BodyMember, 'path' | 'type' | 'format'>,
  params: Readonly<Record<string, string>>,
): string | undefined {
  const noun = nounNamed(member)
  const param = noun === '' ? undefined : paramsOf(route).find((one) => singular(nounOf(route, one)) === noun)
  return param === undefined ? undefined : params[param]
}

/** Users elsewhere, and records of those who keep accounts or books where a credential is asked for to make one. */
const KEPT = /^(?:account|customer)$/

/**
 * The records that a member of a body names: `club_id`, `homeClubId`, and `club` where it is a number or a UUID. An account is a record where a credential is asked for to make one, and a
 * user elsewhere.
 *
 * @param isText whether `club` may be the slug of one
 * @returns `undefined` where the run makes none of them
 */
export function recordsNamed(member: BodyMember, world: Known, isText = false): Records | undefined {
  const noun = member.isChoice ? nounNamed(member) : nounNamed(member, isText)
  if (noun === '') return undefined
  const isWhole = ENDS_AS_ID.test(memberName(member))
  const items = world.routes.filter((one) => isOfOne(one) && paramsOf(one).length < 3)
  const found = items.flatMap((one) => {
    const own = singular(lastNounOf(one))
    const isNamed = isWhole ? endsWithNoun(noun, own) : own === noun
    return isNamed ? [{ one, own }] : []
  })
  return found
    .toSorted((one, other) => other.own.length - one.own.length)
    .flatMap(({ one, own }) => {
      const records = recordsFor(one, world)
      const isUser = isUsersNoun(own) && !(KEPT.test(own) && records && isProtected(records.create))
      return records === undefined || isUser ? [] : [records]
    })
    .at(0)
}

/** The id of a record as a member names it, in a list where it takes one; `undefined` where it takes numbers, and the id is a text. */
export function referenceTo(
  id: string,
  { type }: { readonly type: string | undefined },
): string | number | readonly string[] | undefined {
  if (type === 'array') return [id]
  if (type !== 'integer' && type !== 'number') return id
  return String(Number(id)) === id ? Number(id) : undefined
}
