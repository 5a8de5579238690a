import type { Route } from '../model/route.ts'
import type { Answer, Exploration, Found, User } from '../ask/exploration.ts'
import { saidOf } from '../ask/standing.ts'
import { isPersonalName, isTelling, type Leaf, leavesOfJson, objectsOfJson, standsIn } from '../ask/values.ts'
import { belongingsFor, othersOf } from './belongings.ts'
import { paramsOf } from './path-nouns.ts'
import type { Reading } from './reading.ts'
import { type Identities, ownerOfEntry } from './identities.ts'

/** An entry about a user, of a list that is denied to another user. */
interface Kept {
  readonly list: Route
  readonly owner: User
  /** To whom the list is denied. */
  readonly other: User
  readonly control: Answer
  readonly leaves: readonly Leaf[]
}

/**
 * A list that the fixtures deny to a user holds entries about other users: no other operation gives that user, or every client, such
 * an entry whole. An entry with less is a directory, and may be for everybody; so is one that says no more of a person than an address
 * of mail.
 */
export async function exploreDeniedLists(world: Exploration, reading: Reading, identities: Identities): Promise<void> {
  const all = world.routes.flatMap((list) => keptBy(list, world, reading, identities))
  const kept = [...new Map(all.map((one) => [`${one.other.name} ${one.owner.name}`, one])).values()]
  const mistakes = kept.flatMap((one) => judgeLists(one, world, reading))
  for (const answer of mistakes) reading.hideNothing(answer)
  for (const one of kept) await judgeRecords(one, world, reading, identities)
}

function keptBy(list: Route, world: Exploration, reading: Reading, identities: Identities): readonly Kept[] {
  const answers = reading.of(list)
  const denied = world.users.filter((user) => saidOf(user, list, world) === false)
  const control = answers.find(({ as, isGood }) => isGood && as !== undefined && !denied.some((one) => one === as))
  if (list.method !== 'GET' || denied.length === 0 || control === undefined) return []
  return world.users.flatMap((owner) => {
    const entry = objectsOfJson(control.json).find((one) => ownerOfEntry(one, identities) === owner.name)
    const leaves = leavesOfJson(entry).filter(({ value }) => isTelling(value))
    const personal = leaves.filter(({ name }) => isPersonalName(name))
    if (!personal.some(({ name }) => !/mail/i.test(name))) return []
    const others = othersOf(owner, list, world).filter((one) => denied.includes(one))
    return others.map((other) => ({ list, owner, other, control, leaves }))
  })
}

/** An object of an answer that has everything that the denied list says of the owner. */
function holds({ json, isGood }: Answer, { leaves }: Kept): boolean {
  const isWhole = (one: unknown): boolean => leaves.every(standsIn(one))
  return isGood && isWhole(json) && objectsOfJson(json).some(isWhole)
}

/** @returns the answers that are mistakes */
function judgeLists(one: Kept, world: Exploration, reading: Reading): readonly Answer[] {
  const { list, owner, other, control } = one
  const mistakes: Answer[] = []
  for (const route of world.routes) {
    if (route.key === list.key || !world.wants('resource.list', route)) continue
    // An operation that the fixtures deny as well is a finding of roles.
    const own = reading.of(route).filter((answer) => answer.isGood && !reading.isDenied(answer))
    const answer = own.find(({ as }) => as === undefined) ?? own.find(({ as }) => as?.name === other.name)
    if (answer === undefined) continue
    const whom = answer.as === undefined ? 'every client' : 'a user'
    const tried = {
      row: 'resource.list',
      route,
      variant: `${answer.as?.name ?? 'anonymous'}.${owner.name}.denied`,
      title: `the answer to ${answer.as?.name ?? 'a request without a credential'}, looked through for ${owner.name}`,
      answers: [control, answer],
    } as const
    if (!holds(answer, one)) {
      world.passed(tried)
      continue
    }
    mistakes.push(...own.filter((each) => holds(each, one)))
    const cause = `${route.key} gives ${whom} what ${list.key} says of users, which is not for everybody`
    world.found({ ...tried, ...givenIn(answer, one), cause })
  }
  return mistakes
}

async function judgeRecords(one: Kept, world: Exploration, reading: Reading, identities: Identities): Promise<void> {
  const { list, owner, other } = one
  for (const route of world.routes) {
    if (route.method !== 'GET' || paramsOf(route).length !== 1 || world.whyNot(route) !== undefined) continue
    if (!world.wants('resource.other', route)) continue
    const belonging = belongingsFor(route, world, { reading, identities }).find((found) => found.owner === owner.name)
    if (belonging === undefined || saidOf(other, route, world) === false) continue
    const { params } = belonging
    const control = await world.ask({ route, as: owner, params })
    const answer = await world.ask({ route, as: other, params })
    if (control === undefined || !holds(control, one) || answer === undefined) continue
    const isGiven = holds(answer, one)
    const note = isGiven || !answer.isGood ? undefined : 'not the whole record'
    const tried = {
      row: 'resource.other',
      route,
      variant: `${other.name}.${owner.name}.denied`,
      title: `the user ${Object.values(params).join()}, asked for by ${other.name}, who is denied the list of users`,
      answers: [control, answer],
      record: { owner, user: other, own: control, note },
    } as const
    const cause = `${route.key} gives any user who names its id what ${list.key} says of users, which is not for everybody: whose it is, is not compared with who asks`
    if (isGiven) world.found({ ...tried, ...givenIn(answer, one), cause })
    else world.passed(tried)
  }
}

function givenIn({ status }: Answer, { list, owner, other }: Kept): Pick<Found, 'code' | 'expected' | 'got'> {
  const expected = `not what ${list.key} has of ${owner.name}, and ${other.name} is denied`
  return { code: 'foreign', expected, got: `${status} with all of it` }
}
