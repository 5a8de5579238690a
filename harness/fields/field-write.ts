import { isCreation } from '../subject/creates.ts'
import type { BodyMember, Route } from '../model/route.ts'
import { isOfOne, paramsOf } from '../whose/path-nouns.ts'
import type { Reading } from '../whose/reading.ts'
import { bodyOf, fillBody, isPasswordName, withOwnIds } from '../ask/bodies.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { type Identities, OWNER_NAMES } from '../whose/identities.ts'
import type { Inferred } from '../whose/inferred.ts'
import { makerOf } from '../whose/hidden.ts'
import { giveAway, moveAway } from '../whose/named-owner.ts'
import { recordsAt } from '../whose/record-places.ts'
import { createRecord } from '../whose/making.ts'
import { MADE_UP, otherValue, PRIVILEGE } from './registration.ts'
import { judgeMember, type SentMember } from './taken-over.ts'
import type { Made } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { foldName, ID_NAMES, type Leaf, leavesOfJson, valuesByPointer } from '../ask/values.ts'

/** Members of one operation. */
const MOST = 4
/** Members of a record that its owner should not write, beside those of privileges. */
const PRICED = /paid|price|total|amount|discount|rating|score|fee|cost/

/** Members that operations of their own change: to pay, to ship. */
const STATE = /^(?:status|state|stage|phase)$/
/** Words for those operations. */
const STEP =
  /^(?:accept|activate|approve|archive|cancel|close|complete|confirm|deactivate|deliver|finish|lock|open|pay|pick-?up|publish|refund|reject|reopen|return|ship|sign|start|stop|submit|unlock|verify)$/i

/**
 * Changes and creations with a member that answers have and the request has not, and a value that answers have; then the owner
 * reads. Users and records are made for the run.
 */
export async function exploreFieldWrites(world: Exploration, { identities, reading, people }: Inferred): Promise<void> {
  const [whoami] = identities.whoami
  for (const route of world.routes) {
    if (!/^(?:PUT|PATCH|POST)$/.test(route.method) || world.whyNot(route) !== undefined) continue
    if (!world.wants('field.write', route) || (route.inputs?.body ?? []).length === 0) continue
    if (paramsOf(route).length === 0 && route.as !== undefined && whoami !== undefined && route.method !== 'POST') {
      const user = await people?.make()
      if (user !== undefined) await tryUser(route, whoami, user, world, reading)
    } else await tryRecord(route, world, reading, identities)
  }
}

async function tryUser(route: Route, whoami: Route, user: Made, world: Exploration, reading: Reading): Promise<void> {
  const read = (): Promise<Answer | undefined> => world.ask({ route: whoami, as: user })
  const before = await read()
  if (before?.isGood !== true) return
  const own = ownValues(before, user)
  for (const leaf of candidatesIn(before, namesIn(route))) {
    const value = otherValue(leaf, reading, MADE_UP)
    if (value === undefined) continue
    const valueOf = (member: BodyMember, name: string): unknown => own(member, name) ?? member.sample
    const body = fillBody(route, valueOf, [[[...wrapperOf(route), leaf.name], value]])
    const sent = await world.ask({ route, as: user, body })
    const after = await read()
    if (sent !== undefined && after !== undefined) judge({ route, leaf, value, answers: [sent, after], after }, world)
  }
}

async function tryRecord(route: Route, world: Exploration, reading: Reading, identities: Identities): Promise<void> {
  const isMaking = isCreation(route, world.routes) && paramsOf(route).length === 0
  const item = isMaking ? world.routes.find((one) => isItemOf(one, route)) : route
  const records = item === undefined ? undefined : recordsAt(item, world)
  const owner = records && makerOf(records, world)
  if (records === undefined || owner === undefined) return
  const isAction = isActionOf(route, records.read)
  if (!isMaking && !isAction && records.read.path !== route.path) return
  const id = await createRecord(records, owner, world)
  if (id === undefined) return
  const read = (of: string): Promise<Answer | undefined> =>
    world.ask({ route: records.read, as: owner, params: { [records.param]: of } })
  const first = await read(id)
  if (first?.isGood !== true) return
  // An action may do more than what its record shows: it is asked for nothing that could not be judged.
  if (isAction && candidatesIn(first, namesIn(route)).length === 0) return
  const own = isAction
    ? await changedBy(
        () => change(route, { [records.param]: id }, owner, first, {}, world),
        first,
        () => read(id),
      )
    : []
  const before = isAction ? await read(id) : first
  if (own === undefined || before?.isGood !== true) return
  if (isMaking) await giveAway({ route, records, owner, before }, world, identities)
  if (!isMaking && !isAction)
    await moveAway(
      { route, records, owner, before },
      id,
      (as, more) => changeWhole(route, { [records.param]: id }, as, { before, more }, world),
      world,
      identities,
    )
  const isOwner = ({ name }: Leaf): boolean => isMaking && OWNER_NAMES.test(foldName(name))
  const hasSteps = world.routes.some((one) => isStep(one, records.read))
  const found = candidatesIn(before, namesIn(route), hasSteps && !isAction ? STATE : undefined)
  for (const leaf of found.filter((one) => !isOwner(one) && !isOwnOf(route, one, own))) {
    const value = otherValue(leaf, reading, STATE.test(foldName(leaf.name)) ? MADE_UP : undefined)
    if (value === undefined) continue
    const changed = isMaking
      ? await createRecord(records, owner, world, { more: { [leaf.name]: value } })
      : await change(route, { [records.param]: id }, owner, before, { [leaf.name]: value }, world)
    const after = changed === undefined ? undefined : await read(isMaking ? changed : id)
    if (after !== undefined) judge({ route, leaf, value, answers: [before, after], after }, world)
  }
}

/** `POST /orders/[id]/ship`: one step below a record that is read by its own path. */
function isActionOf({ path }: Route, read: Route): boolean {
  return path.startsWith(`${read.path}/`) && !path.slice(read.path.length).includes('[')
}

function isStep(route: Route, read: Route): boolean {
  return route.method === 'POST' && isActionOf(route, read) && STEP.test(route.path.split('/').at(-1) ?? '')
}

/**
 * The pointers of members that an action changes by itself: to pay for an order makes it paid.
 *
 * @returns `undefined` where it fails without anything more
 */
async function changedBy(
  act: () => Promise<string | undefined>,
  before: Answer,
  read: () => Promise<Answer | undefined>,
): Promise<readonly string[] | undefined> {
  const done = await act()
  const after = done === undefined ? undefined : await read()
  if (after?.isGood !== true) return undefined
  const was = valuesByPointer(before.json)
  return leavesOfJson(after.json).flatMap(({ pointer, value }) => (was.get(pointer) === value ? [] : [pointer]))
}

/** Members that an action is for: it changes them, or takes them under a shorter name, as `limit` is for `card_limit`. */
function isOwnOf(route: Route, { name, pointer }: Leaf, changed: readonly string[]): boolean {
  const folded = foldName(name)
  const isAction = paramsOf(route).length > 0 && !isOfOne(route)
  return changed.includes(pointer) || (isAction && namesIn(route).some((one) => folded.includes(foldName(one))))
}

async function change(
  route: Route,
  params: Readonly<Record<string, string>>,
  as: User,
  { json }: Answer,
  more: Readonly<Record<string, unknown>>,
  world: Exploration,
): Promise<string | undefined> {
  const { body = {} } = bodyOf(route, `${world.mark} changed`, world)
  const answer = await world.ask({ route, as, params, body: { ...withOwnIds(body, json), ...more } })
  return answer?.isGood === true ? 'changed' : undefined
}

/** The record as it was read, with other values: a change may ask for all of it. */
async function changeWhole(
  route: Route,
  params: Readonly<Record<string, string>>,
  as: User,
  { before, more }: { readonly before: Answer; readonly more: Readonly<Record<string, unknown>> },
  world: Exploration,
): Promise<Answer | undefined> {
  const own = new Map(ownLeaves(before).map(({ name, value }) => [foldName(name), value]))
  const body = fillBody(route, ({ sample, isRequired }, name) => own.get(name) ?? (isRequired ? sample : undefined))
  return world.ask({ route, as, params, body: { ...body, ...more } })
}

/** The innermost first: a member of the record itself stands for its name. */
function ownLeaves({ json }: Answer): readonly Leaf[] {
  return leavesOfJson(json).toSorted((a, b) => b.pointer.split('/').length - a.pointer.split('/').length)
}

function isItemOf({ method, path }: Route, collection: Route): boolean {
  return method === 'GET' && path.startsWith(`${collection.path.replace(/\/$/, '')}/[`) && path.split('[').length === 2
}

function namesIn({ inputs }: Route): readonly string[] {
  return inputs?.body.map(({ path }) => path.at(-1) ?? '') ?? []
}

/** Members of an answer that say what its record may, or is worth, and that the request does not have. */
export function candidatesIn({ json }: Answer, names: readonly string[], more?: RegExp): readonly Leaf[] {
  const asked = new Set(names.map(foldName))
  const found = leavesOfJson(json).filter(({ name, pointer }) => {
    const folded = foldName(name)
    const isTop = pointer.split('/').length <= 3 && !/\/\d+/.test(pointer)
    const isId = ID_NAMES.has(folded) || /[-_]id$|[a-z]I[dD]$/.test(name)
    return (
      isTop &&
      !isId &&
      !asked.has(folded) &&
      (PRIVILEGE.test(folded) || PRICED.test(folded) || more?.test(folded) === true)
    )
  })
  return found.slice(0, MOST)
}

/** The name of the only object that holds all members of a body; nothing where they stand at its top. */
function wrapperOf({ inputs }: Route): readonly string[] {
  const [outer, ...others] = new Set(inputs?.body.map(({ path }) => (path.length > 1 ? path[0] : undefined)))
  return outer === undefined || others.length > 0 ? [] : [outer]
}

/** The values of a user of the run for the members of its own record: its password, those of an answer, else what has to be there. */
export function ownValues(answer: Answer, { password }: Made): (member: BodyMember, name: string) => unknown {
  const own = new Map(ownLeaves(answer).map(({ name, value }) => [foldName(name), value]))
  return ({ sample, isRequired }, name) =>
    isPasswordName(name) ? password : (own.get(name) ?? (isRequired ? sample : undefined))
}

function judge(member: Pick<SentMember, 'route' | 'leaf' | 'value' | 'answers' | 'after'>, world: Exploration): void {
  const { name } = member.leaf
  judgeMember(
    {
      ...member,
      row: 'field.write',
      title: `a request with ${name}, which answers have and the request has not`,
      read: 'when its owner reads',
      cause: `writes the members of the body into the record as they are: ${name} among them`,
    },
    world,
  )
}
