import { isFor, type Route } from '../model/route.ts'
import { fillBody, memberName } from '../ask/bodies.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { isAbilityName, isRightName, isStaff, isStaffFlag } from '../ask/rights.ts'
import { askSpare, isAskable, isRefusal, reaches, saidOf } from '../ask/standing.ts'
import type { Made, Throwaways } from '../ask/throwaways.ts'
import { foldName, type Leaf, leavesOfJson, valuesByPointer } from '../ask/values.ts'
import { isUsersNoun, paramsOf } from '../whose/path-nouns.ts'
import { type Identities, traitsFor, valueIn } from '../whose/identities.ts'
import type { Inferred } from '../whose/inferred.ts'
import { idOf, userIdAt } from '../whose/user-ids.ts'
import { ownValues } from './field-write.ts'

/** Operations that are tried for one right, and values for one member. */
const MOST = 4

/** An operation with which a user says what it may, in a member that the document names. */
interface Place {
  readonly route: Route
  readonly row: 'field.register' | 'field.write'
  /** The parameter that names the user; absent in `PATCH /me`. */
  readonly param: string | undefined
  /** The operation that reads the user: `GET` and `PUT /users/[id]`. */
  readonly read: Route | undefined
}

/** A member that says what a user may, and the value that a user of the fixtures has there. */
interface Right {
  readonly leaf: Leaf
  readonly value: Leaf['value']
  /** Absent where no user of the fixtures has it: the other truth value of a flag that the staff has. */
  readonly holder?: User
  /** A user of the run as it is without it. */
  readonly plain: Made
  /** Every user with a role has the value, and no other user. */
  readonly isOfStaff: boolean
}

interface Setting {
  readonly world: Exploration
  readonly people: Throwaways
  readonly identities: Identities
}

/**
 * A registration, and changes of a user by itself, with a member of the body or the query that the document names and that says what a
 * user may. The value is that of a user of the fixtures. A finding where it is read afterwards and is for who looks after the application:
 * the user of the run may then what it was refused before, or has what the staff alone has. Else a question.
 */
export async function exploreSaidRights(world: Exploration, { identities, people }: Inferred): Promise<void> {
  const places = people === undefined ? [] : world.routes.flatMap((route) => placeOf(route, world) ?? [])
  const plain = places.length === 0 ? undefined : await people?.make()
  if (people === undefined || plain === undefined) return
  const setting = { world, people, identities }
  for (const place of places)
    for (const right of await rightsAt(place, plain, setting)) {
      if (world.isOver()) return
      if (await tryRight(place, right, setting)) break
    }
}

function placeOf(route: Route, world: Exploration): Place | undefined {
  const { throwaway } = world.fixtures
  if (route.inputs?.body.some((member) => isRightName(memberName(member))) !== true) return undefined
  const isRegistration = throwaway !== undefined && isFor(route, throwaway.register)
  const row = isRegistration ? 'field.register' : 'field.write'
  if (!world.wants(row, route)) return undefined
  // An administrator decides what its users may.
  if (isRegistration && throwaway.as !== undefined) return undefined
  if (isRegistration) return { route, row, param: undefined, read: undefined }
  if (!/^(?:PUT|PATCH)$/.test(route.method) || world.whyNot(route) !== undefined) return undefined
  const read = readOf(route, world)
  const param = userIdAt(route, world) ?? (read && paramsOf(route)[0])
  const isOwn = param !== undefined || /\/(?:me|self|profile|account|user|settings)$/i.test(route.path)
  return isOwn ? { route, row, param, read } : undefined
}

function readOf({ path }: Route, { routes }: Exploration): Route | undefined {
  const [param, more] = paramsOf({ path })
  const steps = path.split('/')
  const isUser = steps.at(-1) === `[${param}]` && isUsersNoun(steps.at(-2) ?? '') && more === undefined
  return isUser ? routes.find((one) => one.method === 'GET' && one.path === path) : undefined
}

/** The path of a place for a user; `undefined` where nothing says how it names the user. */
function paramsFor(
  { route, param }: Place,
  user: User,
  who: Answer | undefined,
  { world, identities }: Setting,
): Readonly<Record<string, string>> | undefined {
  if (param === undefined) return {}
  const [trait] = traitsFor(param, user.name, identities)
  const ofAnswer = userIdAt(route, world) === undefined ? valueIn : idOf
  const value = trait?.value ?? ofAnswer(who, user, param)
  return value === undefined ? undefined : { [param]: value }
}

/** A user as the server shows it: who it is, or where that says nothing of rights, the record that the place changes. */
async function see(user: User, place: Place, setting: Setting): Promise<Answer | undefined> {
  const who = await setting.identities.ask(user)
  if (place.read === undefined || leavesOfJson(who?.json).some(({ name }) => isRightName(name))) return who
  const params = paramsFor(place, user, who, setting)
  return params && setting.world.ask({ route: place.read, as: user, params })
}

async function rightsAt(place: Place, plain: Made, setting: Setting): Promise<readonly Right[]> {
  const names = new Set(place.route.inputs?.body.map(memberName))
  const own = leavesOfJson((await see(plain, place, setting))?.json).filter(
    ({ name }) => isRightName(name) && names.has(foldName(name)),
  )
  const seen: Seen[] = []
  for (const holder of own.length === 0 ? [] : setting.world.users) {
    const answer = await see(holder, place, setting)
    if (answer?.isGood === true) seen.push({ holder, values: valuesByPointer(answer.json) })
  }
  const rights = new Map<string, Right>()
  for (const { holder, values } of seen)
    for (const leaf of own) {
      const value = values.get(leaf.pointer)
      if (value === undefined || value === leaf.value) continue
      const isOfStaff = isOnlyOfStaff(leaf, value, seen)
      rights.set(`${leaf.pointer} ${String(value)}`, { leaf, value, holder, plain, isOfStaff })
    }
  for (const leaf of own) {
    const isKnown = [...rights.values()].some((right) => right.leaf.pointer === leaf.pointer)
    if (leaf.value === false && isStaffFlag(leaf.name) && !isKnown)
      rights.set(leaf.pointer, { leaf, value: true, plain, isOfStaff: true })
  }
  const ofStaff = [...rights.values()].toSorted((a, b) => Number(b.isOfStaff) - Number(a.isOfStaff))
  return ofStaff.slice(0, MOST)
}

interface Seen {
  readonly holder: User
  readonly values: ReadonlyMap<string, Leaf['value']>
}

function isOnlyOfStaff({ name, pointer }: Leaf, value: Leaf['value'], seen: readonly Seen[]): boolean {
  const isStaffs = value === true || (typeof value === 'string' && isStaff(value))
  // A right of its own: one role has it, another has not.
  if (value === true && isAbilityName(name))
    return seen.every(({ holder, values }) => values.get(pointer) !== true || holder.roles.length > 0)
  const isWithRoles = ({ holder, values }: Seen): boolean =>
    values.has(pointer) && (values.get(pointer) === value) === holder.roles.length > 0
  return isStaffs && seen.every(isWithRoles) && seen.some(({ holder }) => holder.roles.length === 0)
}

/** @returns whether it was taken over */
async function tryRight(place: Place, right: Right, setting: Setting): Promise<boolean> {
  const { world, people } = setting
  const { route, row } = place
  const { leaf, value, holder } = right
  const { name } = leaf
  const user = row === 'field.register' ? await people.make({ [name]: value }) : await changed(place, right, setting)
  const after = user && (await see(user, place, setting))
  if (user === undefined || after?.isGood !== true) return false
  const tried = {
    row,
    route,
    variant: `${name}-said`,
    title: `${name}${holder === undefined ? '' : ` of ${holder.name}`}, which the document names, in a request of a user about itself`,
    answers: [after],
  } as const
  if (valuesByPointer(after.json).get(leaf.pointer) !== value) {
    world.passed(tried)
    return false
  }
  const gained = await gainedBy(user, right, world)
  const opened = gained?.route.key ?? ''
  const roles = holder?.roles.join(' ') ?? ''
  const isProven = gained !== undefined && isStaff(`${String(value)} ${name} ${roles} ${opened}`)
  if (!isProven && !right.isOfStaff) {
    world.passed(tried)
    const may = gained === undefined ? '' : `, and may then ${opened}`
    world.question(
      route,
      `any user sets ${name} to ${String(value)}, as ${holder?.name} has it${may}: is that for them?`,
    )
    return true
  }
  const [refused, answered] =
    gained === undefined ? ['', ''] : [`, and ${opened} refused`, `, and ${opened} answers ${gained.answers[1].status}`]
  const who = gained === undefined ? 'what the staff alone is' : `one who may ${opened}`
  world.found({
    ...tried,
    answers: [after, ...(gained?.answers ?? [])],
    code: 'taken-over',
    expected: `${name} ${String(leaf.value)}${refused}`,
    got: `${name} ${String(value)}${answered}`,
    cause: `${route.key} writes what a request says that its user may: ${name} makes any user ${who}`,
  })
  return true
}

/** A user of the run after the change, logged in again. */
async function changed(place: Place, { leaf, value }: Right, setting: Setting): Promise<Made | undefined> {
  const { people, identities, world } = setting
  const user = await people.make()
  const who = user && (await identities.ask(user))
  const before = user && (await see(user, place, setting))
  const params = user && paramsFor(place, user, who, setting)
  if (user === undefined || before?.isGood !== true || params === undefined) return undefined
  const own = ownValues(before, user)
  // A right that a whole record leaves out, or a group, may be one that is taken away.
  const isWhole = place.route.method === 'PUT'
  const body = fillBody(place.route, (member, name) =>
    name === foldName(leaf.name) ? value : member.isRequired || isWhole ? own(member, name) : undefined,
  )
  await world.ask({ route: place.route, as: user, params, body })
  const credential = await people.logIn(user.name, user.password)
  return credential === undefined ? undefined : { ...user, credentials: [credential] }
}

interface Gained {
  readonly route: Route
  /** To the user without the right, and to the one with it. */
  readonly answers: readonly [Answer, Answer]
}

/** An operation that refuses users of the run, and takes the one with the right as far as the user of the fixtures who has it. */
async function gainedBy(user: Made, { holder, plain }: Right, world: Exploration): Promise<Gained | undefined> {
  if (holder === undefined) return undefined
  const guarded = world.routes.filter((route) => isAskable(route, world) && saidOf(holder, route, world) === true)
  const safest = guarded.toSorted((one, other) => costOf(one) - costOf(other))
  for (const route of safest.slice(0, MOST)) {
    const ask = (as: User): Promise<Answer | undefined> => askSpare(route, as, world)
    const refused = await ask(plain)
    if (refused === undefined || !isRefusal(refused)) continue
    const answer = await ask(user)
    if (answer !== undefined && (await reaches(answer, () => ask(holder)))) return { route, answers: [refused, answer] }
  }
  return undefined
}

function costOf({ method }: Route): number {
  return ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'].indexOf(method)
}
