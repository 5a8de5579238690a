import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { foldName, leavesOfJson, singular, standsIn } from '../ask/values.ts'
import { NO_FIXTURE } from '../model/fixtures.ts'
import { isProtected, type Route } from '../model/route.ts'
import { mayUse } from '../subject/standing.ts'
import { isObject, type Json } from '../text/json.ts'
import { saysPublic } from './audience.ts'
import { makerAmong, othersOf } from './belongings.ts'
import { isCommon } from './common-records.ts'
import { areApart } from './organisations.ts'
import { isBetweenUsers, isPrivatePath, paramsOf } from './path-nouns.ts'
import type { MadeRecord } from '../ask/journal.ts'
import type { Pair } from './find-made.ts'
import { isOfWhoAsks, listsOf, type Records } from './record-places.ts'
import { entryIn, isReadInList } from './seen-records.ts'
import { recordsNamed } from './named-records.ts'

/** Whether a record is not for who asks, where its owner gets it by the same request: some servers say that with 400 or 422. */
function isRefusedWith({ status }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 429
}

/**
 * Whether an answer refuses a record, or says nothing of it: some servers answer 200 and `null`.
 *
 * @param own the answer to its owner, who gets it
 */
export function isGivenNothing(answer: Answer, own: Answer): boolean {
  if (isRefusedWith(answer)) return true
  if (!answer.isGood) return false
  const [leaves, owns] = [leavesOfJson(answer.json), leavesOfJson(own.json)]
  // Around all answers of a server may stand the same: `{ success: true, data: null }`.
  const around = owns.filter(({ pointer }) => pointer.lastIndexOf('/') === 0)
  const isSame = leaves.length === around.length && around.every(standsIn(answer.json))
  return owns.length > leaves.length && (leaves.length === 0 || isSame)
}

/** Users between whom records are tried: made for the run where the fixtures say how, else those of the fixtures. */
export interface Users {
  readonly owner: User
  /** Who makes such records: a user of the fixtures where none but those with a role may. */
  readonly ownerOf: (records: Records) => User
  /** One who has nothing to do with the records of who made them; `undefined` where the fixtures have no such user. */
  readonly strangerTo: (route: Route, maker?: User) => User | undefined
  /** Another user of the fixtures who may the same as one who makes such records, and who says that they are of another organisation. */
  readonly peerOf: (route: Route, maker: User) => Promise<User | undefined>
}

export async function usersFor(world: Exploration, people: Throwaways | undefined): Promise<Users | undefined> {
  const [made, second] = people === undefined ? [] : [await people.make(), await people.make()]
  const owner = made ?? makerAmong(world.users)
  if (owner === undefined) return undefined
  const ownerOf = (records: Records): User => makersOf(records, world)[0] ?? owner
  const peerOf = knowingPeers(world)
  return { owner, ownerOf, strangerTo: (route, maker = owner) => second ?? othersOf(maker, route, world)[0], peerOf }
}

/** A user of the fixtures who makes such records. */
export function makerOf(records: Records, world: Exploration): User | undefined {
  return makersOf(records, world)[0] ?? makerAmong(world.users)
}

/** Users of the fixtures who make such a record, and those that it is in, where users without a role may not; none where these may. */
function makersOf({ create, within }: Records, world: Exploration): readonly User[] {
  const { fixtures, users } = world
  const said = fixtures.routes[create.key]
  const may = users.filter(({ name }) => said !== undefined && mayUse(name, fixtures, said) === true)
  const isForRoles = said !== undefined && said.allow.length > 0 && may.every(({ roles }) => roles.length > 0)
  return isForRoles ? may : within === undefined ? [] : makersOf(within, world)
}

/** Finds peers; each two users are asked once whether they are of different organisations. */
function knowingPeers(world: Exploration): Users['peerOf'] {
  const { fixtures, users } = world
  const apart = new Map<string, Promise<boolean>>()
  return async (route, maker) => {
    const said = fixtures.routes[route.key] ?? NO_FIXTURE
    const isPeer = ({ name, roles }: User): boolean =>
      name !== maker.name && mayUse(name, fixtures, said) !== false && roles.join() === maker.roles.join()
    for (const peer of maker.isThrowaway === true ? [] : users.filter(isPeer)) {
      const key = JSON.stringify([maker.name, peer.name])
      const known = apart.get(key) ?? areApart(maker, peer, world)
      apart.set(key, known)
      if (await known) return peer
    }
    return undefined
  }
}

/**
 * Whether the other one is not meant to read a record: its list, or the record that it is in, shows it to its owner alone.
 *
 * @param inner keys of the creations of the records in it, as their bodies name it
 */
export async function isHidden(
  records: Records,
  made: MadeRecord,
  pair: Pair,
  world: Exploration,
  inner: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const { within, create, outer, inBody } = records
  if (within !== undefined) {
    const around = outer === undefined ? {} : { [within.param]: made.params[outer] ?? '' }
    if (!(await isRefused(within, { ...made.params, ...around }, pair, world))) return false
    // A list of its own may show it to all, as one of keywords does.
    const path = inBody?.collection
    return path === undefined || !(await isCommon({ ...records, create: { ...create, path } }, made, pair, world))
  }
  const lists = listsOf(create, world).filter((one) => paramsOf(one).length === 0)
  if (lists.length === 0)
    return (
      (isProtected(create) && isPrivatePath(create.path)) ||
      isInHidden(records, made, pair, world, new Set([...inner, create.key]))
    )
  const id = made.params[records.param] ?? ''
  const shows = async (route: Route, as: User): Promise<boolean | undefined> => {
    const answer = await world.ask({ route, as })
    return answer?.isGood === true ? entryIn(answer, id) !== undefined : undefined
  }
  const shared = lists.filter(({ path }) => !isOfWhoAsks(path))
  let isShared = false
  for (const route of shared) {
    const [own, others] = [await shows(route, pair.owner), await shows(route, pair.other)]
    if (others === true) return false
    if (own === true && others === false) return true
    isShared ||= others === false
  }
  // A page of a list may leave out what is for all: then the record itself has to say that it is not.
  if (shared.length > 0 && !isShared) return false
  const mine = lists.filter(({ path }) => isOfWhoAsks(path))
  const read = await world.ask({ route: records.read, as: pair.owner, params: made.params })
  if (mine.length === 0 || read?.isGood !== true || !saysUnpublished(read)) return false
  for (const route of mine) if ((await shows(route, pair.owner)) === true) return true
  return false
}

/** Whether a record is made in another one, which its body has to name and which is hidden from the other one. */
async function isInHidden(
  records: Records,
  made: MadeRecord,
  pair: Pair,
  world: Exploration,
  inner: ReadonlySet<string>,
): Promise<boolean> {
  const { create, read } = records
  const required = (create.inputs?.body ?? []).filter(({ isRequired, path }) => isRequired && path.length === 1)
  const outer = required.flatMap((member) => {
    const around = recordsNamed(member, world)
    return around === undefined || inner.has(around.create.key) ? [] : [{ around, name: member.path[0] ?? '' }]
  })
  const seen = outer.length === 0 ? undefined : await world.ask({ route: read, as: pair.owner, params: made.params })
  const record = seen?.isGood === true ? (entryIn(seen, made.id) ?? seen.json) : undefined
  for (const { around, name } of outer) {
    const value = isObject(record) ? record[name] : undefined
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const named = { id: String(value), params: { [around.param]: String(value) }, text: made.text }
    if (around.within === undefined && (await isHidden(around, named, pair, world, inner))) return true
  }
  return false
}

/** Whether a record says that it is not for all yet. */
function saysUnpublished({ json }: Answer): boolean {
  return leavesOfJson(json).some(({ name, value }) => isUnpublished(name, value))
}

function isUnpublished(name: string, value: unknown): boolean {
  const folded = foldName(name)
  if (/^(?:is)?(?:published|public|visible)$/.test(folded)) return value === false
  if (/^(?:is)?(?:draft|private|hidden|unpublished)$/.test(folded)) return value === true
  return /^(?:status|state|visibility)$/.test(folded) && /^(?:draft|private|hidden|unpublished)$/i.test(String(value))
}

/** The same of the record itself, which others have got: its author may be hidden, and a version to come a draft. */
export function saysItselfUnpublished({ json }: Answer): boolean {
  const [inner, ...more] = isObject(json) ? Object.values(json) : []
  const record = isObject(inner) && more.length === 0 ? inner : json
  const own = isObject(record) ? Object.entries(record).filter(([, value]) => typeof value !== 'object') : []
  // A draft that says it is not private may be one of a team.
  const isOpen = own.some(([name, value]) => /^(?:is)?private$/i.test(name) && value === false)
  const says = own.some(([name, value]) => isUnpublished(name, value))
  return says && !isOpen && !saysPublic({ json: Object.fromEntries(own) as Json })
}

/** Whether a record is read by its owner, and not by the other one. */
export async function isRefused(
  { read, param }: Records,
  params: Readonly<Record<string, string>>,
  { owner, other }: Pair,
  world: Exploration,
): Promise<boolean> {
  const [own, others] = [
    await world.ask({ route: read, as: owner, params }),
    await world.ask({ route: read, as: other, params }),
  ]
  if (own?.isGood !== true || others === undefined) return false
  const id = params[param] ?? ''
  const isAround = read.part !== undefined && isRefusedWith(others)
  return isReadInList(read) && !isAround
    ? entryIn(own, id) !== undefined && others.isGood && entryIn(others, id) === undefined
    : isGivenNothing(others, own)
}

/** Steps by which strangers ask something of the owner of a record: to join it, to buy it, to look at it. */
const ASKS =
  /(?:request|application|apply|join|response|submission|vote|entry|registration|enroll?ment|attendee|participant|report|flag|invite|invitation|accept|knock|access|subscription|subscriber|subscribe|follow|follower|watch|watcher|waitlist|bid|offer|rsvp|inquiry|enquiry|question|contact|feedback|view|visit|share|redeem|download)$/i

/** Steps by which users who have nothing to do with a record add themselves to it, where the body names no other. */
const JOINS = /(?:member|membership|player|guest)$/i

/** Whether an operation on a record is for those who may not read the record. */
export function isForOthers({ path, inputs }: Pick<Route, 'path' | 'inputs'>): boolean {
  const last = singular(path.split('/').findLast((step) => step !== '' && !step.startsWith('[')) ?? '')
  return isBetweenUsers(path) || ASKS.test(last) || (JOINS.test(last) && (inputs?.body ?? []).length === 0)
}
