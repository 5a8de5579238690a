import { type BodyMember, isProtected, type Route } from '../model/route.ts'
import { fillBody, memberName } from '../ask/bodies.ts'
import type { Answer, Ask, Exploration } from '../ask/exploration.ts'
import { isStaffStep } from '../ask/rights.ts'
import type { Made, Throwaways } from '../ask/throwaways.ts'
import { foldName, type Leaf, leavesOfJson } from '../ask/values.ts'
import { isLogin, isRegistration } from '../model/login.ts'
import { NAMES, userPlaceOf } from '../spares/user-writes.ts'
import { isSentCode } from './mailed-codes.ts'
import { isCallerStep, paramsOf } from '../whose/path-nouns.ts'
import type { Identities } from '../whose/identities.ts'
import { idBeside, idOf, namingOf, ownRecord, userIdAt } from '../whose/user-ids.ts'

/** An operation by which users change themselves. */
export interface OwnChange {
  readonly route: Route
  /** The parameter of the path that names the user; absent where it is the user who asks. */
  readonly param?: string
}

/** The world of a part that changes users of the run. */
export interface Setting {
  readonly world: Exploration
  readonly people: Throwaways
  readonly identities: Identities
}

/** Members that ask for the end of other sessions. */
const ENDS = /session|device|log(?:out|off)|sign(?:out|off)|revoke|everywhere/

/** Steps by which users who have logged in say once more who they are. */
const CONFIRMS = /re-?auth|sudo|step-?up|(?:confirm|verify|check)[-_/]?password|password[-_/](?:confirm|verify|check)/i

/** Whether users who have logged in say once more who they are by an operation, before they change something. */
export function confirms({ method, path }: Route): boolean {
  return method !== 'GET' && CONFIRMS.test(path)
}

/** Whether a path is about the user who asks, as a step of it says. */
export function isOfCaller({ path }: Pick<Route, 'path'>): boolean {
  return path.split('/').some(isCallerStep)
}

/** Whether users come in by an operation: a login or the registration of the fixtures. */
export function isEntry(route: Route, { fixtures }: Pick<Exploration, 'fixtures'>): boolean {
  return isLogin(route, fixtures) || isRegistration(route, fixtures)
}

/**
 * An operation by which users may change themselves; `undefined` for logins, registrations, what is for the staff, and what takes a code.
 *
 * @param isNamed whether it is about the user who asks, where its path has no parameter
 */
export function ownChangeOf(route: Route, isNamed: boolean, world: Exploration): OwnChange | undefined {
  const { method, path, auth, inputs } = route
  const isOpen = auth === null || (auth !== undefined && !isProtected(route))
  if (!/^(?:PUT|PATCH|POST)$/.test(method) || isOpen || world.whyNot(route) !== undefined) return undefined
  // One that need not be there is for users with a device for codes.
  const takesCode = inputs?.body.some((member) => member.isRequired && isSentCode(memberName(member)))
  if (isEntry(route, world) || takesCode || path.split('/').some(isStaffStep)) return undefined
  const [param, more] = paramsOf(route)
  if (param === undefined) return isNamed ? { route } : undefined
  const place = userPlaceOf(route)
  const named = place !== undefined && 'param' in place ? place.param : userIdAt(route, world)
  return named === undefined || more !== undefined ? undefined : { route, param: named }
}

/** A user of the run, as an operation names them, and the values of their record. */
export interface Caller {
  readonly user: Made
  readonly params: Ask['params']
  readonly mail: string
  /** `undefined` where no answer says it. */
  readonly id: string | undefined
  /** By folded name. */
  readonly values: ReadonlyMap<string, Leaf['value']>
}

/** A user of the run, as the server knows them. */
export async function callerOf(
  { route, param }: OwnChange,
  user: Made,
  { world, people, identities }: Setting,
): Promise<Caller> {
  const who = await identities.ask(user)
  const byId = param !== undefined && userIdAt(route, world) === param ? idOf(who, user, param) : undefined
  const params = param === undefined ? {} : { [param]: byId ?? namingOf(who, user, param, route.path) }
  const read = world.routes.find(({ method, path }) => method === 'GET' && path === route.path)
  const record = read && (await world.ask({ route: read, as: user, params }))
  const leaves = [who, record].flatMap((answer: Answer | undefined) => leavesOfJson(ownRecord(answer, user)))
  const values = new Map(leaves.map(({ name, value: own }) => [foldName(name), own]))
  return { user, params, mail: people.mailOf(user), id: idBeside(who, user), values }
}

/**
 * The members that are sent beside those of a change, each with the value that the user has: the fewest first, since a rule may be about
 * each of them, and an operation may want them all.
 */
export function companionsOf({ route }: OwnChange, caller: Caller): readonly (readonly BodyMember[])[] {
  const all = (route.inputs?.body ?? []).filter((member) => valueOf(member, caller) !== undefined)
  const due = all.filter((member) => member.isRequired || namesUser(member) || endsOthers(member))
  const sets = [...(route.method === 'PATCH' ? [all.filter(endsOthers)] : []), due, all]
  return sets.filter((set, at) => sets.findIndex((other) => other.length === set.length) === at)
}

/** A body for a change. @param given the members of the change itself; one without a value is left out */
export function bodyOfChange(
  { route }: OwnChange,
  caller: Caller,
  companions: readonly BodyMember[],
  given: ReadonlyMap<BodyMember, unknown>,
): object {
  return fillBody(route, (member) => {
    if (given.has(member)) return given.get(member)
    return companions.includes(member) ? valueOf(member, caller) : undefined
  })
}

/** Flags that a user has, or has to set. */
const STATES = /active|enabled|accept|agree|consent|terms|visible|public|verified/

/** Whether a member asks for the end of other sessions. */
export function endsOthers(member: BodyMember): boolean {
  return member.type === 'boolean' && ENDS.test(memberName(member))
}

/** Whether a member names a user by what they log in with. */
export function namesUser(member: BodyMember): boolean {
  // `new_username` beside `new_password`.
  const name = memberName(member).replace(/^new/, '')
  return NAMES.has(name) && name !== 'name'
}

function valueOf(member: BodyMember, { user, mail, id, values }: Caller): unknown {
  const name = memberName(member)
  const own = values.get(name)
  const isNumber = member.type === 'integer' || member.type === 'number'
  if (own !== undefined && (isNumber ? typeof own === 'number' : typeof own === member.type)) return own
  if (/^user(?:uu)?id$/.test(name) && id !== undefined) return isNumber ? Number(id) : id
  if (name.includes('mail') && mail !== '') return mail
  if (endsOthers(member)) return true
  if (namesUser(member) && member.type === 'string') return user.name
  if (!member.isRequired || isSign(name)) return undefined
  // A flag of which nothing is known asks for something more: to refuse logins with the password, say.
  return member.type === 'boolean' && !STATES.test(name) ? false : member.sample
}

/** Whether a member may tell which user is meant: the example of a document may be a real one. */
export function isSign(name: string): boolean {
  return /id$|mail|phone|mobile|user|login|account/.test(name)
}

/** Whether an operation ends all other sessions of the user. */
export function isEndOfOthers({ method, path }: Route): boolean {
  const isAll =
    /(?:log|sign)-?_?(?:out|off)[-_/]?(?:all|others?|everywhere)|(?:revoke|end|terminate|invalidate)[-_/]?(?:all|others?)/i
  return (
    (/^(?:POST|DELETE|PUT)$/.test(method) && isAll.test(path)) ||
    (method === 'DELETE' && /\/(?:me|account|profile|users\/\[[^\]]+\])\/(?:sessions|tokens)$/i.test(path))
  )
}
