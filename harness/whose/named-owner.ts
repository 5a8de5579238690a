import type { Route } from '../model/route.ts'
import { memberName } from '../ask/bodies.ts'
import { othersOf } from './belongings.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { type Identities, OWNER_NAMES, traitsFor } from './identities.ts'
import type { Records } from './record-places.ts'
import { createRecord } from './record-writes.ts'
import { foldName, type Leaf, leavesOfJson, valuesByPointer } from '../ask/values.ts'

/** A creation, and a record that it has made for its owner. */
interface Creation {
  readonly route: Route
  readonly records: Records
  readonly owner: User
  readonly before: Answer
}

/**
 * Creations that name another user as the owner, in a member in which answers name who made the record. Where the request does not
 * ask for that member, a record of the other is a finding; else only the people of the application know whether users may.
 */
export async function giveAway(
  { route, records, owner, before }: Creation,
  world: Exploration,
  identities: Identities,
): Promise<void> {
  const [other] = othersOf(owner, route, world)
  if (other === undefined || !world.wants('resource.owner', route)) return
  const asked = new Set((route.inputs?.body ?? []).map(memberName))
  for (const leaf of leavesOfJson(before.json)) {
    const value = valueOf(leaf, owner, other, identities)
    if (value === undefined) continue
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
    if (!isTaken || isAsked) world.passed(tried)
    if (!isTaken) continue
    if (isAsked) world.question(route, `${owner.name} makes a record of ${other.name} with ${leaf.name}: may any user?`)
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

/** The other user in the place of the owner; `undefined` for a member that does not say who made the record. */
function valueOf(
  { name, pointer, value }: Leaf,
  owner: User,
  other: User,
  identities: Identities,
): Leaf['value'] | undefined {
  const isTop = pointer.split('/').length <= 3 && !/\/\d+/.test(pointer)
  if (!isTop || !OWNER_NAMES.test(foldName(name)) || typeof value === 'boolean') return undefined
  const own = (identities.of.get(owner.name) ?? []).find((trait) => trait.value === String(value))
  const theirs = own && traitsFor(own.name, other.name, identities)[0]?.value
  if (theirs === undefined || theirs === String(value)) return undefined
  return typeof value === 'number' ? Number(theirs) : theirs
}
