import type { Route } from '../model/route.ts'
import { memberName } from '../ask/bodies.ts'
import { othersOf } from './belongings.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { isPlain } from '../ask/rights.ts'
import { namesCaller } from '../model/caller.ts'
import { type Identities, OWNER_NAMES, ownerOfEntry, traitsFor } from './identities.ts'
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

/** A member of a creation that may say whose its record is. */
interface Naming {
  readonly name: string
  /** That of who makes the record, and that of another user. */
  readonly own: Leaf['value']
  readonly value: Leaf['value']
  readonly other: User
  /** Whether the record that was made with it is the other one's. */
  readonly isTaken: (after: Answer) => boolean
}

/**
 * Creations that name another user as the owner, in a member in which answers name who made the record, or in one of the request that says
 * who sends it. Where the request does not ask for that member, a record of the other is a finding, and where it is of a kind that no user makes
 * for another (an order, a review) or every client reads it as that one's; else only the people of the application know whether users may.
 */
export async function giveAway(creation: Creation, world: Exploration, identities: Identities): Promise<void> {
  const { route, records, owner, before } = creation
  if (!world.wants('resource.owner', route)) return
  const asked = new Set((route.inputs?.body ?? []).map(memberName))
  for (const naming of [...namingsIn(creation, asked, world, identities), ...callersIn(creation, world, identities)]) {
    const { name, own, value, other } = naming
    // A user may be in several organisations, and say which.
    const isBoth =
      !asked.has(foldName(name)) &&
      TENANT_NAMES.test(foldName(name)) &&
      leavesOfJson((await identities.ask(owner))?.json).some((one) => one.value === value)
    if (isBoth) continue
    const id = await createRecord(records, owner, world, { more: { [name]: value }, reader: other })
    if (id === undefined) continue
    const look = (as: User | undefined): Promise<Answer | undefined> =>
      world.ask({ route: records.read, as, params: { [records.param]: id } })
    const theirs = await look(other)
    const after = theirs?.isGood === true ? theirs : await look(owner)
    if (after === undefined) return
    const title = `a creation by ${owner.name} that says ${name}: ${value}`
    const tried = { row: 'resource.owner', route, variant: name, title, answers: [before, after] } as const
    const isTaken = naming.isTaken(after)
    // A record that names them both says who made it.
    const isInTheirName =
      theirs?.isGood === true && isPlain(owner, world.users) && ownerOfEntry(after.json, identities) === other.name
    const noun = singular(lastNounOf(route))
    const isAlone =
      (theirs?.isGood === true && isPlain(owner, world.users) && NOT_FOR_OTHERS.test(noun)) ||
      (isInTheirName &&
        saysAuthor(after, noun, other, identities) &&
        (WRITTEN.test(noun) || (await look(undefined))?.isGood === true))
    const isMeant = asked.has(foldName(name)) && !isAlone
    if (!isTaken || isMeant) world.passed(tried)
    if (!isTaken) continue
    if (isMeant) world.question(route, `${owner.name} makes a record of ${other.name} with ${name}: may any user?`)
    else
      world.found({
        ...tried,
        code: 'taken-over',
        expected: `${name} ${String(own)}, who made it`,
        got: `${name} ${String(value)}`,
        cause: `${route.key} takes who owns the record from the body: ${name}`,
      })
    return
  }
}

/** Members in which answers name who made the record. */
function namingsIn(
  { route, owner, before }: Creation,
  asked: ReadonlySet<string>,
  world: Exploration,
  identities: Identities,
): readonly Naming[] {
  const others = othersOf(owner, route, world)
  const peers = world.users.filter(({ name }) => name !== owner.name)
  return leavesOfJson(before.json).flatMap((leaf) => {
    if (asked.has(foldName(leaf.name)) && hasCollection(leaf.name, world)) return []
    // A member of the request for a tenant is for users who are in several.
    const names = asked.has(foldName(leaf.name)) || !TENANT_NAMES.test(foldName(leaf.name)) ? OWNER_NAMES : TENANT_NAMES
    for (const other of names === TENANT_NAMES ? peers : others) {
      const value = valueOf(leaf, names, { owner, other, identities })
      const { name, pointer, value: own } = leaf
      if (value === undefined) continue
      return { name, own, value, other, isTaken: (after) => valuesByPointer(after.json).get(pointer) === value }
    }
    return []
  })
}

/** Members of the request that say who sends it, where answers say it in another way: `userId`, and `author` with a name. */
function callersIn({ route, owner, before }: Creation, world: Exploration, identities: Identities): readonly Naming[] {
  const shown = new Set(leavesOfJson(before.json).map(({ name }) => foldName(name)))
  const [other] = othersOf(owner, route, world)
  if (other === undefined || ownerOfEntry(before.json, identities) !== owner.name) return []
  return (route.inputs?.body ?? []).flatMap((member) => {
    const [name = '', inner] = member.path
    if (inner !== undefined || shown.has(foldName(name)) || !namesCaller(foldName(name), member.format)) return []
    const [own, theirs] = [owner, other].map((user) => traitsFor(name, user.name, identities)[0]?.value)
    if (own === undefined || theirs === undefined || own === theirs) return []
    const value = typeof member.sample === 'number' ? Number(theirs) : theirs
    return { name, own, value, other, isTaken: (after) => ownerOfEntry(after.json, identities) === other.name }
  })
}

/** Records that no user makes for another one. */
const NOT_FOR_OTHERS = /^(?:order|cart|basket|wallet|address|paymentmethod|watchlist|diary)$/
/** Records that say what their author thinks. */
const WRITTEN = /(?:review|comment|rating|vote|feedback|reply|reaction|like)$/
/** Those whose user is their author; a review of a user is about that one, and one of a product is not. */
const BY_USERS = /(?:comment|post|message|reply|article|story|thread|topic)$|.(?:review|rating|feedback)$/
const AUTHOR = /author|writer|creator|createdby|postedby|sender|reviewer|commenter|owner/

/** Whether a record names a user as who has written it, and not as the one whom it is about. */
function saysAuthor({ json }: Answer, noun: string, other: User, { of }: Identities): boolean {
  const values = new Set((of.get(other.name) ?? []).map(({ value }) => value))
  const places = leavesOfJson(json).filter(({ value }) => values.has(String(value)))
  return BY_USERS.test(noun) || places.some(({ pointer }) => AUTHOR.test(foldName(pointer)))
}

/** Whether the document has a collection of the records that a member names: customers who are not users. */
function hasCollection(name: string, { routes }: Exploration): boolean {
  const noun = foldName(name).replace(/(?:id|uuid)$/, '')
  const isOfUsers = /^(?:user|account|member)$/.test(noun)
  return !isOfUsers && routes.some((route) => route.method === 'GET' && singular(lastNounOf(route)) === noun)
}

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
