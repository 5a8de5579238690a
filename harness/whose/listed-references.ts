import { memberName } from '../ask/bodies.ts'
import type { Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { objectsOfJson, singular } from '../ask/values.ts'
import type { BodyMember, Route } from '../model/route.ts'
import { isPrivatePath, isUsersNoun, lastNounOf, withoutSlash } from './path-nouns.ts'
import { endsWithNoun, nounNamed, recordsNamed } from './named-records.ts'
import { listOf } from './record-places.ts'

/**
 * The members of a body that name records which the run cannot make, each with one that a list gives to who asks: a category of all users, a
 * machine of their own. The record is named, and not changed. That a record names one does not say that the run has made it.
 */
export async function listedReferences(
  create: Route,
  as: User,
  world: Maker,
): Promise<Readonly<Record<string, unknown>>> {
  const members: Record<string, unknown> = {}
  for (const { member, lists } of namedIn(create, world)) {
    const [name = ''] = member.path
    for (const list of lists) {
      const answer = await world.ask({ route: list, as })
      const id = answer?.isGood === true ? firstId(answer.json, member) : undefined
      if (id === undefined) continue
      members[name] = member.type === 'array' ? [id] : id
      break
    }
  }
  return members
}

/** Whether a body names records that the run cannot make, and that a list has. */
export function namesListed(create: Route, world: Maker): boolean {
  return namedIn(create, world).length > 0
}

function namedIn(
  create: Route,
  world: Maker,
): readonly { readonly member: BodyMember; readonly lists: readonly Route[] }[] {
  // An operation without a list is an action: it would be done to the record that it names, which is of a user.
  if (!isOfCollection(create, world)) return []
  return (create.inputs?.body ?? []).flatMap((member) => {
    // A text that may be a word is tried where another text was refused.
    const noun = nounNamed(member, !member.isChoice)
    if (member.path.length > 1 || noun === '' || isUsersNoun(noun) || recordsNamed(member, world) !== undefined)
      return []
    const lists = listsOf(noun, nounNamed(member) === '', create, world)
    return lists.length === 0 ? [] : [{ member, lists }]
  })
}

/** Whether what an operation makes stands in a list, or is named below its path. */
function isOfCollection(create: Route, world: Maker): boolean {
  const start = `${withoutSlash(create.path)}/[`
  return listOf(create, world) !== undefined || world.routes.some(({ path }) => path.startsWith(start))
}

/** @param isWhole whether `category` names the records of `/categories` alone */
function listsOf(noun: string, isWhole: boolean, create: Route, world: Maker): readonly Route[] {
  const lists = world.routes.filter(
    (one) =>
      one.method === 'GET' &&
      !one.path.includes('[') &&
      one.path !== create.path &&
      // A cancellation of an order, a payment of an invoice: what is made changes the record that it names.
      !isPrivatePath(one.path) &&
      (isWhole ? noun === singular(lastNounOf(one)) : endsWithNoun(noun, singular(lastNounOf(one)))),
  )
  return lists.toSorted((one, other) => lastNounOf(other).length - lastNounOf(one).length)
}

/** The first id of a list; a number where the member takes numbers. */
function firstId(json: unknown, member: BodyMember): string | number | undefined {
  const isNumber = member.type === 'integer' || member.type === 'number'
  for (const entry of objectsOfJson(json)) {
    const id = entry['id'] ?? entry['_id'] ?? entry['uuid'] ?? entry['pk'] ?? entry[memberName(member)]
    if (typeof id === 'number' || (typeof id === 'string' && !isNumber)) return id
  }
  return undefined
}
