import type { Route } from '../model/route.ts'
import { memberName } from '../ask/bodies.ts'
import { othersOf } from './belongings.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { type Identities, OWNER_NAMES, traitsFor } from './identities.ts'
import type { Records } from './record-places.ts'
import { createRecord } from './making.ts'
import { foldName, type Leaf, leavesOfJson, singular, valuesByPointer } from '../ask/values.ts'
import { lastNounOf } from './path-nouns.ts'

/** A creation, and a record that it has made for its owner. */
interface Creation {
  readonly route: Route
  readonly records: Records
  readonly owner: User
  readonly before: Answer
}

/**
 * Creations that name another user as the owner, in a member in which answers name who made the record. Where the request does not
 * ask for that member, a record of the other is a finding, and where it is of a kind that no user makes for another (an order) and the other one
 * has it then; else only the people of the application know whether users may.
 */
export async function giveAway(creation: Creation, world: Exploration, identities: Identities): Promise<void> {
  const { route, records, owner, before } = creation
  const others = othersOf(owner, route, world)
  const peers = world.users.filter(({ name }) => name !== owner.name)
  if (peers.length === 0 || !world.wants('resource.owner', route)) return
  const asked = new Set((route.inputs?.body ?? []).map(memberName))
  for (const leaf of leavesOfJson(before.json)) {
    // A member of the request for a tenant is for users who are in several.
    const names = asked.has(foldName(leaf.name)) || !TENANT_NAMES.test(foldName(leaf.name)) ? OWNER_NAMES : TENANT_NAMES
    const theirValue = (other: User): Leaf['value'] | undefined => valueOf(leaf, names, { owner, other, identities })
    const other = (names === TENANT_NAMES ? peers : others).find((one) => theirValue(one) !== undefined)
    const value = other && theirValue(other)
    if (other === undefined || value === undefined) continue
    // A user may be in several organisations, and say which.
    const isBoth =
      names === TENANT_NAMES && leavesOfJson((await identities.ask(owner))?.json).some((one) => one.value === value)
    if (isBoth) continue
    const id = await createRecord(records, owner, world, { more: { [leaf.name]: value }, reader: other })
    if (id === undefined) continue
    const ask = { route: records.read, params: { [records.param]: id } }
    const theirs = await world.ask({ ...ask, as: other })
    const after = theirs?.isGood === true ? theirs : await world.ask({ ...ask, as: owner })
    if (after === undefined) return
    const title = `a creation by ${owner.name} that says ${leaf.name}: ${value}`
    const tried = { row: 'resource.owner', route, variant: leaf.name, title, answers: [before, after] } as const
    const isTaken = valuesByPointer(after.json).get(leaf.pointer) === value
    const isAsked = asked.has(foldName(leaf.name))
    const isForOwner = NOT_FOR_OTHERS.test(singular(lastNounOf(route))) && theirs?.isGood === true
    const isMeant = isAsked && !isForOwner
    if (!isTaken || isMeant) world.passed(tried)
    if (!isTaken) continue
    if (isMeant) world.question(route, `${owner.name} makes a record of ${other.name} with ${leaf.name}: may any user?`)
    else
      world.found({
        ...tried,
        code: 'taken-over',
        expected: `${leaf.name} ${String(leaf.value)}, who made it`,
        got: `${leaf.name} ${String(value)}`,
        cause: `${route.key} takes who owns the record from the body: ${leaf.name}`,
      })
    return
  }
}

/** Records that no user makes for another one. */
const NOT_FOR_OTHERS = /^(?:order|cart|basket|wallet|address|paymentmethod|watchlist|diary)$/

/** Members that say which tenant has a record. */
const TENANT_NAMES =
  /^(?:group|household|tenant|org|organi[sz]ation|company|team|workspace|customer|account)(?:id|uuid|slug)$/

/**
 * A change of an own record that names the tenant of another user, who does not read it before. A finding where that user reads it then, or
 * the record says so itself; it is moved back.
 *
 * @param change sends the whole record with other values
 */
export async function moveAway(
  { route, records, owner, before }: Creation,
  id: string,
  change: (as: User, more: Readonly<Record<string, unknown>>) => Promise<Answer | undefined>,
  world: Exploration,
  identities: Identities,
): Promise<void> {
  const [other] = othersOf(owner, route, world)
  if (other === undefined || !world.wants('resource.owner', route)) return
  const asked = new Map((route.inputs?.body ?? []).map((member) => [memberName(member), member.path.at(-1) ?? '']))
  const moved = leavesOfJson(before.json).flatMap((leaf) => {
    const value = valueOf(leaf, TENANT_NAMES, { owner, other, identities })
    const name = asked.get(foldName(leaf.name))
    return value === undefined || name === undefined ? [] : [{ leaf, value, name }]
  })
  const [first] = moved
  const look = (as: User): Promise<Answer | undefined> =>
    world.ask({ route: records.read, as, params: { [records.param]: id } })
  if (first === undefined || (await look(other))?.isGood !== false) return
  const sent = await change(owner, Object.fromEntries(moved.map(({ name, value }) => [name, value])))
  const [theirs, mine] = [await look(other), await look(owner)]
  if (sent === undefined || theirs === undefined || mine === undefined) return
  const isTheirs = theirs.isGood && theirs.text.includes(world.mark)
  const isMoved = isTheirs || (mine.isGood && valuesByPointer(mine.json).get(first.leaf.pointer) === first.value)
  const title = `a change by ${owner.name} that says ${first.leaf.name} of ${other.name}`
  const tried = { row: 'resource.owner', route, variant: first.leaf.name, title, answers: [sent] } as const
  if (!isMoved) return world.passed(tried)
  world.found({
    ...tried,
    answers: [sent, isTheirs ? theirs : mine],
    code: 'taken-over',
    expected: `${first.leaf.name} as before`,
    got: isTheirs ? `${other.name} reads the record` : `${first.leaf.name} of ${other.name}`,
    cause: `${route.key} takes the tenant of the record from the body: ${moved.map(({ leaf }) => leaf.name).join(', ')}`,
  })
  await change(isTheirs ? other : owner, Object.fromEntries(moved.map(({ name, leaf }) => [name, leaf.value])))
}

/** The value of the other user in the place of that of the owner; `undefined` for a member of another name. A tenant has its name. */
function valueOf(
  { name, pointer, value }: Leaf,
  names: RegExp,
  { owner, other, identities }: Pick<Creation, 'owner'> & { readonly other: User; readonly identities: Identities },
): Leaf['value'] | undefined {
  const isTop = pointer.split('/').length <= 3 && !/\/\d+/.test(pointer)
  if (!isTop || !names.test(foldName(name)) || typeof value === 'boolean') return undefined
  const traits = identities.of.get(owner.name)?.filter((trait) => trait.value === String(value)) ?? []
  const own = traits.find((trait) => names === OWNER_NAMES || foldName(trait.name) === foldName(name))
  const isNamed = (trait: { readonly name: string }): boolean => foldName(trait.name) === foldName(name)
  const found = own && traitsFor(own.name, other.name, identities)
  // The id of a user is not that of a tenant.
  const theirs = (names === TENANT_NAMES ? found?.find(isNamed) : found?.[0])?.value
  if (theirs === undefined || theirs === String(value)) return undefined
  return typeof value === 'number' ? Number(theirs) : theirs
}
