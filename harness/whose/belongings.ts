import type { Route } from '../model/route.ts'
import { isSafeMethod } from '../../server/internal.ts'
import type { Exploration } from '../ask/exploration.ts'
import { isOfMost, isPlain } from '../ask/rights.ts'
import type { User } from '../ask/users.ts'
import { entriesFor } from './entries-for.ts'
import { type Identities, ownerOfEntry, traitsFor } from './identities.ts'
import type { Inferred } from './inferred.ts'
import {
  isOfOne,
  isUserParam,
  isUsersNoun,
  lastNounOf,
  nounOf,
  paramsOf,
  privateStepOf,
  withoutSlash,
} from './path-nouns.ts'
import { partsFor } from './parts-of-records.ts'
import type { Reading } from './reading.ts'
import { foldName, ID_NAMES, idInLink, objectsOfJson, singular, standsIn } from '../ask/values.ts'

/** A record of a user: the values of parameters that name it. */
export interface Belonging {
  readonly owner: string
  /** By the name of the parameter. */
  readonly params: Readonly<Record<string, string>>
  /** Where it was found: `order.id from GET /orders`. */
  readonly from: string
  /** The user is the record: `/users/[name]`. */
  readonly isUser?: true
  /** Below a user: `/users/[name]/orders`, and the records of it. What it is called says whether others may read it. */
  readonly below?: string
  /** Nothing but a recording says whose it is. */
  readonly isRecorded?: true
  /** Records of another kind name it to other users: who sees it there may be meant to see it. */
  readonly isReferenced?: true
  /** A sign of the owner beside that it was found with them: other users' answers to the same request do not hold it. */
  readonly isExclusive: boolean
}

/** The results of the reads of a run. */
export type Known = Pick<Inferred, 'reading' | 'identities'>

/** The records that belong to users, for the parameters of one operation. */
export function belongingsFor(route: Route, world: Exploration, known: Known): readonly Belonging[] {
  const { reading, identities } = known
  const params = paramsOf(route)
  const [only, more, most] = params
  const recorded = recordedAt(route, world, identities)
  if (only === undefined || most !== undefined) return recorded
  const records = more === undefined ? recordsAt(route, only, world, known) : []
  // An account is a user, or one of those that a user has.
  const isUserless = records.length > 0 && /^accounts?$/i.test(nounOf(route, only))
  const found =
    more === undefined
      ? [
          ...recorded,
          ...belowAt(route, only, reading),
          ...records,
          ...(isUserless ? [] : usersAt(route, only, world, identities)),
        ]
      : [...recorded, ...belowAt(route, more, reading)]
  // Of several that say the same the last one knows most.
  return [...new Map(found.map((one) => [`${one.owner} ${JSON.stringify(one.params)}`, one])).values()]
}

/** Records of recordings; the answer may say that the record is theirs. */
function recordedAt(route: Route, { recorded, users }: Exploration, identities: Identities): readonly Belonging[] {
  return recorded.flatMap(({ user, route: key, params, answer }): readonly Belonging[] => {
    if (key !== route.key || !users.some(({ name }) => name === user)) return []
    const isNamed = ownerOfEntry(answer, identities) === user
    const from = `${Object.values(params).join('/')} from the recording of ${user}`
    return [{ owner: user, params, from, isExclusive: isNamed, ...(isNamed ? {} : { isRecorded: true as const }) }]
  })
}

/** Names of members that have a value of their own for each user. */
export const IDENTIFYING: RegExp = /(?:..number|..id|mail)$/

/** A parameter that names a user, by its name or by the step before it. */
export function usersAt(
  route: Route,
  param: string,
  { users }: Exploration,
  identities: Identities,
): readonly Belonging[] {
  const folded = foldName(param)
  const isUsers = isUserParam(route, param)
  // `/orders/user/[id]` are the orders of the user, as `/users/[id]/orders` are.
  const below = isOfOne(route) ? privateStepOf(route.path) : lastNounOf(route)
  return users.flatMap(({ name }): readonly Belonging[] => {
    const linked = (identities.of.get(name) ?? []).flatMap((trait) => {
      const id = idInLink(trait, route.path, param)
      return id === undefined ? [] : [{ name: trait.name, value: id }]
    })
    const [trait] = [...linked, ...traitsFor(param, name, identities)]
    // An account number, a customer id: whatever the path is about, it is the user who has it.
    const isOwn = trait !== undefined && foldName(trait.name) === folded && IDENTIFYING.test(folded)
    return trait === undefined || !(isUsers || isOwn)
      ? []
      : [
          {
            owner: name,
            params: { [param]: trait.value },
            from: `${trait.name} of ${name}`,
            ...(below === undefined ? { isUser: true } : { below }),
            isExclusive: true,
          },
        ]
  })
}

/** Records of the lists below a user, which the paths name below the same user or alone. */
function belowAt(route: Route, param: string, { below }: Reading): readonly Belonging[] {
  const isAlone = paramsOf(route).length === 1
  if (isAlone && isUsersNoun(nounOf(route, param))) return []
  return below.flatMap((list): readonly Belonging[] => {
    if (!isAlone && !isInList(route, param, list.route)) return []
    const fits = fittingIn(route, param, list.route)
    const others = below.filter((one) => one.route === list.route && one.owner !== list.owner)
    const isShared = others.map(({ answer }) => standsIn(answer.json))
    const ids = objectsOfJson(list.answer.json).flatMap((entry) =>
      Object.entries(entry).flatMap(([name, value]) =>
        (typeof value === 'string' || typeof value === 'number') && fits(name) ? [{ name, value: String(value) }] : [],
      ),
    )
    return ids.map(({ name, value }) => ({
      owner: list.owner,
      params: { ...(isAlone ? {} : list.params), [param]: value },
      from: `${name} from ${list.route.key}`,
      ...(list.isRefused === true ? {} : { below: lastNounOf(list.route) }),
      isExclusive:
        list.isRefused === true || (others.length > 0 && !isShared.some((stands) => stands({ name, value }))),
    }))
  })
}

/** Whether a path names an entry of a list: `/users/[id]/key/[name]` is one of `/users/[id]/keys`. */
function isInList({ path }: Route, param: string, list: Route): boolean {
  const collection = path.slice(0, Math.max(0, path.indexOf(`/[${param}]`)))
  const [own, other] = [collection, withoutSlash(list.path)].map((one) => {
    const at = one.lastIndexOf('/') + 1
    return one.slice(0, at) + singular(foldName(one.slice(at)))
  })
  return own !== '' && own === other
}

/** An id in a list: its entry, and the users who get it there. */
interface Held {
  readonly entry: unknown
  readonly name: string
  readonly by: Set<string>
}

/** The ids of a list that may be those of a parameter. */
function heldIn(
  list: Route,
  route: Route,
  param: string,
  { reading }: Known,
  { routes, isCounted }: { readonly routes: readonly Route[]; readonly isCounted: (name: string) => boolean },
): ReadonlyMap<string, Held> {
  const fits = fittingIn(route, param, list)
  const held = new Map<string, Held>()
  for (const answer of reading.of(list).filter(({ isGood }) => isGood)) {
    const parts = new Set(partsFor(route, param, answer.json, routes, { answers: reading.answers, isCounted }))
    for (const entry of [...entriesFor(route, param, answer.json).filter((one) => !parts.has(one)), ...parts])
      for (const [name, value] of Object.entries(entry)) {
        const isFit = parts.has(entry) ? ID_NAMES.has(foldName(name)) : fits(name)
        const isPlain = (typeof value === 'string' || typeof value === 'number') && value !== '' && isFit
        const id = idInLink({ name, value }, route.path, param) ?? (isPlain ? String(value) : undefined)
        if (id === undefined) continue
        const known = held.get(id) ?? { entry, name, by: new Set<string>() }
        // A list that is a mistake says whose its records are, and not who may have them.
        if (!reading.isDenied(answer)) known.by.add(answer.as?.name ?? '')
        held.set(id, known)
      }
  }
  return held
}

/** Entries of lists: by the name of the member, or by `id` below the same path. */
function recordsAt(route: Route, param: string, { routes, users }: Exploration, known: Known): readonly Belonging[] {
  const { reading, identities } = known
  const staff = new Set(users.filter((user) => !isOfMost(user, users)).map(({ name }) => name))
  const isCounted = (name: string): boolean => !staff.has(name) || staff.size === users.length
  const lists = routes
    .filter(({ method, path }) => isSafeMethod(method) && !path.includes('['))
    .map((list) => ({
      list,
      held: heldIn(list, route, param, known, { routes, isCounted }),
      isOwn: isListOf(list, route, param),
    }))
  // That the staff's list shows it does not say that users share it.
  const viewersOf = ({ by }: Held): readonly string[] => [...by].filter(isCounted)
  const isOfAll = (id: string): boolean =>
    lists.some(({ held, isOwn }) => isOwn && viewersOf(held.get(id) ?? NOT_HELD).length > 1)
  const askedBy = (list: Route): ReadonlySet<string> =>
    new Set(
      reading.of(list).flatMap((answer) => (!answer.isGood || reading.isDenied(answer) ? [] : [answer.as?.name ?? ''])),
    )
  // The list of such records says whose it is, and what only names it does not.
  const isListedToOne = (id: string): boolean =>
    lists.some(
      ({ list, held, isOwn }) => isOwn && viewersOf(held.get(id) ?? NOT_HELD).length === 1 && askedBy(list).size > 1,
    )
  const isNamedToOthers = (id: string, owner: string): boolean =>
    lists.some(({ held, isOwn }) => !isOwn && viewersOf(held.get(id) ?? NOT_HELD).some((name) => name !== owner))
  return lists.flatMap(({ list, held, isOwn }) => {
    const asked = askedBy(list)
    return [...held].flatMap(([value, one]): readonly Belonging[] => {
      const [first, second] = viewersOf(one)
      const isOfOne = first !== undefined && second === undefined && first !== '' && asked.size > 1
      const named = ownerOfEntry(one.entry, identities)
      const owner = named ?? (isOfOne ? first : undefined)
      const isExclusive = (isOfOne && first === owner) || (first === undefined && named !== undefined)
      if (owner === undefined || !users.some((user) => user.name === owner)) return []
      // The room of a booking is not one of who has booked it.
      if (!isOwn && (isOfAll(value) || isListedToOne(value))) return []
      const isReferenced = isOwn && isExclusive && isNamedToOthers(value, owner) ? { isReferenced: true as const } : {}
      return [{ owner, params: { [param]: value }, from: `${one.name} from ${list.key}`, isExclusive, ...isReferenced }]
    })
  })
}

const NOT_HELD: Held = { entry: undefined, name: '', by: new Set() }

/** `my-orders` and `all-orders` are orders. */
function nounOfList(list: Route): string {
  const own = withoutSlash(list.path).replace(/\/(?:mine|my)$/i, '')
  return singular(lastNounOf({ path: own }).replace(/^(?:my|mine|own|all|list)[-_]/i, ''))
}

/** Whether a list is that of the records of a parameter. */
function isListOf(list: Route, route: Route, param: string): boolean {
  const noun = singular(nounOf(route, param))
  return noun !== '' && noun === nounOfList(list)
}

/** Whether a member of an entry of a list may name the record of a parameter. */
function fittingIn(route: Route, param: string, list: Route): (name: string) => boolean {
  const folded = foldName(param)
  const ofList = nounOfList(list)
  const isSame = isListOf(list, route, param)
  // `orderId`, or `id`, of an entry of `orders`.
  const isAbout = isSame || (ofList !== '' && folded.startsWith(ofList))
  return (name) => {
    const own = foldName(name)
    if (own === folded && !ID_NAMES.has(own)) return true
    const isId = ID_NAMES.has(own) && (ID_NAMES.has(folded) || folded.endsWith(own))
    // `vehicleId` may take the `uuid` of a record that has a number as well.
    return isAbout && (own === folded || isId || (/^(?:uuid|guid)$/.test(own) && folded.endsWith('id')))
  }
}

/** Those who may not more than the owner: a user with a role that the owner has not may well read everything. */
export function othersOf(owner: User, route: Route, { users, fixtures }: Exploration): readonly User[] {
  const said = fixtures.routes[route.key]
  const allow = said === undefined || said.isTaken ? [] : said.allow
  return users.filter(
    (other) =>
      !allow.includes(other.name) &&
      other.roles.every((role) => !allow.includes(role)) &&
      mayNoMore(other, owner, users),
  )
}

/** The first user who makes records that others may be asked for: a role that the others have not hides them. */
export function makerAmong(users: readonly User[]): User | undefined {
  return users.find((one) => users.some((other) => mayNoMore(other, one, users))) ?? users[0]
}

/** Whether a user has no role that another one has not; what all have but for administrators is less than those have. */
function mayNoMore(user: User, owner: User, users: readonly User[]): boolean {
  const isBelow = isPlain(user, users) && !isPlain(owner, users)
  return user.name !== owner.name && user.roles.every((role) => isBelow || owner.roles.includes(role))
}
