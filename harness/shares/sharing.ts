import type { BodyMember, Route } from '../model/route.ts'
import { isProtected } from '../model/route.ts'
import { isLogin } from '../model/login.ts'
import { memberName } from '../ask/bodies.ts'
import type { Exploration } from '../ask/exploration.ts'
import { foldName, singular } from '../ask/values.ts'
import { namedAs, operationAt, shapeOf } from '../whose/operations.ts'
import { isOfOne, isUsersNoun, lastNounOf, paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import { type Records, recordsFor } from '../whose/record-places.ts'

/** How a record is given to another user: `POST /lists/[id]/members`, `PUT /lists/[id]/shares/[name]`. */
export interface Sharing {
  /** The record that is given. */
  readonly records: Records
  readonly give: Route
  /** The path of those to whom it is given: `/lists/[id]/members`. */
  readonly place: string
  /** The parameter of its path that names the user. */
  readonly param?: string | undefined
  /** The member of its body that names the user. Without both, its answer has a code that the user takes. */
  readonly member?: BodyMember | undefined
  /** The member of its body that says what the user may. */
  readonly right?: Right | undefined
  /** Ends it: `DELETE /lists/[id]/members/[name]`; absent where no operation does. */
  readonly end?: Route | undefined
  /** Changes what one may: `PATCH /lists/[id]/members/[name]`. */
  readonly change?: Route | undefined
  /** Those to whom it is given. */
  readonly list?: Route | undefined
}

/** A member that says what a user may, and its values. */
export interface Right {
  readonly name: string
  /** To read, and no more. */
  readonly reads: unknown
  /** To do all that a user may whom the record is given to. */
  readonly writes: unknown
}

/** Last steps of paths that list the users of a record: a deletion that names none of them may be that of who asks, who leaves. */
const OF_USERS = /(?:member|membership|collaborator|contributor|participant|guest|editor|viewer|reader|user|people)$/
/** Those of other paths at which users are added to a record. */
const OF_SHARES = /(?:share|sharing|invite|invitation|permission|grant|access)$/

/** Names of members that name a user. */
const USER =
  /^(?:(?:to|with|for)?(?:shared?with|user|member|invitee|invited|collaborator|contributor|participant|guest|recipient|account|person|people|friend|cook|login|handle|nick)?(?:name|id|uuid|e?mail|address|emailaddress|handle|login)?s?|to|with|who)$/

/** Names of members that say what a user may. */
const RIGHT = /^(?:\w*role|\w*permissions?|access\w*|rights?|level|mode|grant|scope)$/
/** Truth values that say that a user may write, and that one may not. */
const MAY = /^(?:can|may|allow)?_?(?:edit|write|change|modify|update)(?:able|ing)?$|^(?:writ|edit)able$/i
const MAY_NOT = /^(?:is)?_?read_?only$/i

/** Words for a right to read, and no more. */
const READS = /^(?:can|may)?[-_ ]?(?:reads?|reader|read-?_?only|ro|r|views?|viewer|view-?_?only|observer|look|see)$/i
/** Words for a right to change it. */
const WRITES =
  /^(?:can|may)?[-_ ]?(?:writes?|writer|read-?_?write|rw|edits?|editor|change|changer|modify|contributor|collaborator|member|full)$/i

/** The way in which an operation gives a record to users; `undefined` where it does not, or the run could not make one. */
export function sharingOf(give: Route, world: Exploration): Sharing | undefined {
  const isAsked = /^(?:POST|PUT)$/.test(give.method) && isProtected(give) && world.whyNot(give) === undefined
  if (!isAsked || isLogin(give, world.fixtures)) return undefined
  const path = withoutSlash(give.path)
  const names = paramsOf(give)
  const param = isOfOne(give) ? names.at(-1) : undefined
  const place = param === undefined ? path : path.slice(0, path.lastIndexOf('/'))
  const around = place.slice(0, place.lastIndexOf('/'))
  const isShare = around.endsWith(']') && isOfSharing(place.slice(around.length + 1))
  if (!isShare || isUsersNoun(lastNounOf({ path: around }))) return undefined
  const records = recordsFor({ path: around }, world)
  const plain = (give.inputs?.body ?? []).filter((one) => one.path.length === 1)
  // An account may be made there, which would stay.
  const isAccount = /\/(?:users?|people|members?)$/i.test(place) && isOfAccount(plain.map(memberName))
  if (records === undefined || isAccount) return undefined
  const member = param === undefined ? plain.find(namesUser) : undefined
  const changes = ['PATCH', 'PUT'].flatMap((method) =>
    world.routes.filter((one) => one.method === method && isOfOne(one) && isBelow(one.path, place)),
  )
  const change = changes.find((one) => one.key !== give.key && world.whyNot(one) === undefined)
  const end = endOf(place, around, world)
  return {
    records,
    give,
    place,
    param,
    member,
    right: rightIn(plain),
    end: end && belowNamed(end, around),
    change: change && belowNamed(change, around),
    list: operationAt('GET', place, world),
  }
}

/** Whether members of a body are those of a new account: a password, or a name beside an address. */
function isOfAccount(names: readonly string[]): boolean {
  const hasName = names.some((name) => /^(?:(?:first|last|full|given|family|user|display)?name|login)$/.test(name))
  return names.some((name) => /passw/.test(name)) || (hasName && names.some((name) => name.includes('mail')))
}

/** The operation that takes a record from a user: below its place, at it, or, where that has invitations, below the members. */
function endOf(place: string, around: string, world: Exploration): Route | undefined {
  const removals = world.routes.filter((one) => one.method === 'DELETE' && world.whyNot(one) === undefined)
  const items = removals.filter((one) => isOfOne(one))
  const wholeEnd = operationAt('DELETE', place, { routes: removals })
  const own = items.find(({ path }) => isBelow(path, place))
  const beside = items.find(({ path }) => {
    const [above, noun = ''] = [path.slice(0, path.lastIndexOf('/')), path.split('/').at(-2)]
    return isBelow(above, around) && isOfSharing(noun) && path !== own?.path
  })
  // Who has taken an invitation is a member.
  if (/invit/i.test(place.slice(around.length)) && beside !== undefined) return beside
  return own ?? (wholeEnd !== undefined && isEndOfAll(wholeEnd) ? wholeEnd : undefined) ?? beside
}

function isOfSharing(step: string): boolean {
  const noun = singular(step)
  return OF_USERS.test(noun) || OF_SHARES.test(noun)
}

function isEndOfAll(route: Route): boolean {
  return !OF_USERS.test(singular(lastNounOf(route))) || (route.inputs?.body ?? []).length > 0
}

/** An operation below a record, whose parameter for the record is called as its path has it. */
export function belowNamed(route: Route, around: string): Route {
  const names = paramsOf({ path: around })
  const own = paramsOf(route).slice(names.length)
  return namedAs(route, [...names, ...own].map((name) => `[${name}]`).join('/'))
}

/** Whether a path is one step below another, whatever their parameters are called. */
function isBelow(path: string, place: string): boolean {
  return shapeOf(path.slice(0, path.lastIndexOf('/'))) === shapeOf(place)
}

/** Whether a member of a body names a user. */
function namesUser({ path: [name = ''], isChoice, type }: BodyMember): boolean {
  return USER.test(foldName(name)) && !isChoice && type !== 'boolean' && type !== 'object'
}

function rightIn(members: readonly BodyMember[]): Right | undefined {
  for (const {
    path: [name = ''],
    type,
    choices = [],
  } of members) {
    if (type === 'boolean' && MAY.test(name)) return { name, reads: false, writes: true }
    if (type === 'boolean' && MAY_NOT.test(name)) return { name, reads: true, writes: false }
    const [reads, writes] = [READS, WRITES].map((words) => choices.find((choice) => words.test(choice)))
    const isRight = RIGHT.test(foldName(name)) || (reads !== undefined && writes !== undefined)
    if (isRight && reads !== undefined && writes !== undefined) return { name, reads, writes }
  }
  return undefined
}
