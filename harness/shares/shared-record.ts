import type { Answer, Exploration } from '../ask/exploration.ts'
import type { MadeRecord } from '../ask/journal.ts'
import { bodyOf } from '../ask/bodies.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { User } from '../ask/users.ts'
import { foldName, ID_NAMES, leavesOfJson, objectsHolding } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { type Pair, shows } from '../whose/find-made.ts'
import { isRefused } from '../whose/hidden.ts'
import { type Identities, valueIn } from '../whose/identities.ts'
import { makeRecord } from '../whose/making.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { entryIn, isReadInList } from '../whose/seen-records.ts'
import { nameIn } from '../whose/user-ids.ts'
import { acceptancesOf, takeCode, type Taken } from './acceptance.ts'
import type { Sharing } from './sharing.ts'
import { referenceTo } from '../whose/named-records.ts'

/** The world of a run, and who its users are. */
export interface Sharers {
  readonly world: Exploration
  readonly people: Throwaways | undefined
  readonly identities: Identities
}

/** A record of the run that its owner has given to another user, who was refused it before. */
export interface SharedRecord extends Pair {
  readonly sharing: Sharing
  readonly made: MadeRecord
  /** The answer that gave it. */
  readonly given: Answer
  /** How the other one was named; empty where a code was given. */
  readonly name: string
  /** The answer that shows it to the other one. */
  readonly shown: Answer
  /** The request by which the other one has taken it; absent where none was due. */
  readonly taken?: Taken | undefined
}

/** Makes a record and gives it to another user. @param right the value of the member that says what that one may */
export async function shareRecord(
  sharing: Sharing,
  { owner, other }: Pair,
  right: unknown,
  sharers: Sharers,
): Promise<SharedRecord | undefined> {
  const made = await makeHidden(sharing, { owner, other }, sharers.world)
  return made && (await giveTo(sharing, made, { owner, other }, { by: owner, right }, sharers)).shared
}

/** A record that one user has made, and another one is refused. */
export async function makeHidden(
  { records }: Sharing,
  { owner, other }: Pair,
  world: Exploration,
): Promise<MadeRecord | undefined> {
  const made = await makeRecord(records, owner, world, { stranger: other })
  return made !== undefined && (await isRefused(records, made.params, { owner, other }, world)) ? made : undefined
}

/** How a record is given. */
export interface Giving {
  readonly by: User
  /** Of the member that says what the user may. */
  readonly right: unknown
  /** As the user is named; all that may name them are tried if absent. */
  readonly name?: string
}

/** The result of giving a record. */
export interface Gave {
  /** The last answer to who gave it; absent where nothing was sent. */
  readonly given: Answer | undefined
  /** Absent where the user does not see it afterwards. */
  readonly shared: SharedRecord | undefined
}

/** Gives a record to a user who does not see it, in all ways by which the user may be named. */
export async function giveTo(
  sharing: Sharing,
  made: MadeRecord,
  { owner, other }: Pair,
  { by, right, name }: Giving,
  sharers: Sharers,
): Promise<Gave> {
  const { world } = sharers
  let last: Answer | undefined
  const names = name === undefined ? await namesFor(sharing, other, sharers) : [name]
  for (const value of names) {
    const given = await world.ask(askToGive(sharing, made, { by, right, name: value }, world))
    last = given ?? last
    if (given?.isGood !== true) continue
    hideCodes(given, world)
    const shared = { sharing, made, owner, other, given, name: value }
    const shown = await sees(shared, other, world)
    if (shown !== undefined) return { given, shared: { ...shared, shown } }
    for (const route of acceptancesOf(sharing, world)) {
      const taken = await takeCode(route, { given, made, by: other, around: sharing.records.read.path }, world)
      const then = taken && (await sees(shared, other, world))
      if (then !== undefined) return { given, shared: { ...shared, shown: then, taken } }
    }
  }
  return { given: last, shared: undefined }
}

/** Codes of invitations open something, and may outlive the run. */
function hideCodes({ json }: Answer, world: Exploration): void {
  for (const { name, value } of leavesOfJson(json))
    if (typeof value === 'string' && value.length > SHORT_CODE && /code|token|key|secret|link|url/i.test(name))
      world.hide(value)
}

/** Signs of a text that may stand anywhere. */
const SHORT_CODE = 5

/** The request that gives a record to a user. */
export function askToGive(
  { give, param, member, right: kept }: Sharing,
  { params }: MadeRecord,
  { by, right, name }: Required<Giving>,
  world: Exploration,
): Parameters<Exploration['ask']>[0] {
  const all = param === undefined ? params : { ...params, [param]: name }
  const { body } = bodyOf(give, `${world.mark} shared`, world, 'none')
  const named = member === undefined ? {} : { [member.path[0] ?? '']: referenceTo(name, member) ?? name }
  const may = kept === undefined || right === undefined ? {} : { [kept.name]: right }
  return { route: give, as: by, params: all, body: body && { ...body, ...named, ...may } }
}

/** Whether a user gets a record of the run. */
export async function sees(
  { sharing: { records }, made }: Pick<SharedRecord, 'sharing' | 'made'>,
  user: User,
  world: Exploration,
): Promise<Answer | undefined> {
  const { read } = records
  const answer = await world.ask({ route: read, as: user, params: made.params })
  if (answer?.isGood !== true) return undefined
  // Its text may have been changed since.
  const isSeen = entryIn(answer, made.id) !== undefined || (!isReadInList(read) && shows(answer, made))
  return isSeen ? answer : undefined
}

/** The texts by which an operation may name a user, the likeliest first; an empty one where it takes none. */
async function namesFor({ param, member, give }: Sharing, user: User, sharers: Sharers): Promise<readonly string[]> {
  const named = param ?? member?.path[0]
  if (named === undefined) return ['']
  return textsFor(user, { name: named, path: give.path, isMail: member?.format === 'email' }, sharers)
}

/** The place of a user's name. */
interface NamePlace {
  readonly name: string
  /** Of its operation. */
  readonly path: string
  readonly isMail?: boolean
}

async function textsFor(
  user: User,
  { name, path, isMail = false }: NamePlace,
  { identities, people }: Sharers,
): Promise<readonly string[]> {
  const who = await identities.ask(user)
  const own = nameIn(who, user, name, path)
  const mail = mailOf(user, who, people)
  const known = user.credentials.flatMap(({ login }) => login ?? [])
  // The name of a user in the fixtures may be that of another one on the server.
  const logins = known.length > 0 && user.isThrowaway !== true ? known : [user.name, ...known]
  const all = isMail || /mail/i.test(name) ? [mail, own] : [own, ...logins, mail, valueIn(who, user, 'id')]
  return [...new Set(all.filter((one) => one !== ''))].slice(0, MOST)
}

/** Ways to name a user that are tried. */
const MOST = 4

function mailOf(user: User, who: Answer | undefined, people: Throwaways | undefined): string {
  const made = people?.made.find(({ name }) => name === user.name)
  const said = leavesOfJson(who?.json).find(({ name }) => /mail/i.test(name))?.value
  return made !== undefined && people?.hasMail === true ? people.mailOf(made) : typeof said === 'string' ? said : ''
}

/** The answers to requests that end it. */
export interface Ended {
  /** The last one; absent where nothing was sent. */
  readonly last: Answer | undefined
  /** The last good one: some servers answer so where there is nothing to end. */
  readonly done: Answer | undefined
}

/** Ends it, as a user asks for that. */
export async function endShare(shared: SharedRecord, by: User, sharers: Sharers): Promise<Ended> {
  const { sharing, made } = shared
  const { end } = sharing
  let [last, done]: (Answer | undefined)[] = []
  if (end === undefined) return { last, done }
  for (const params of await endParams(shared, end, sharers)) {
    const ask = { route: end, as: by, params: { ...made.params, ...params }, ...bodyFor(shared, end) }
    last = (await sharers.world.ask(ask)) ?? last
    if (last?.isGood !== true) continue
    done = last
    if ((await sees(shared, shared.other, sharers.world)) === undefined) break
  }
  return { last, done }
}

/** A body that names the user, where the path does not. */
function bodyFor({ sharing: { place }, name }: SharedRecord, { path, inputs }: Route): { readonly body?: object } {
  const [member] = inputs?.body ?? []
  return path !== place || member === undefined ? {} : { body: { [member.path[0] ?? '']: name } }
}

/** The values that may stand in a path for the user, or for what gives the record to them. */
export async function endParams(
  { sharing: { list, param, place }, made, owner, given, name, other, taken }: SharedRecord,
  route: Route,
  sharers: Sharers,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const { world } = sharers
  const last = paramsOf(route).at(-1) ?? ''
  if (made.params[last] !== undefined) return [{}]
  const listed = list && (await world.ask({ route: list, as: owner, params: made.params }))
  const names = await textsFor(other, { name: last, path: route.path }, sharers)
  const entries = [listed, taken?.answer, given].flatMap((answer) =>
    [name, ...names].flatMap((one) => (one === '' ? [] : objectsHolding(answer?.json, one))),
  )
  const own = [...entries, given.json].flatMap((entry) => idsIn(entry, last))
  // An id of a user may be that of a share of another record.
  const theirs = NAMES_USER.test(last) || (param !== undefined && place === placeOf(route)) ? [name, ...names] : []
  const values = new Set([...theirs.slice(0, 1), ...own, ...theirs].filter((one) => one !== '' && one !== made.id))
  return [...values].slice(0, MOST + 2).map((value) => ({ [last]: value }))
}

/** Names of parameters that are for a user, and for no entry of a list of them. */
const NAMES_USER = /user|login|name|mail|handle|^(?:member|participant|guest|collaborator|person)$/i

/** The path of those to whom a record is given, of an operation on one of them. */
function placeOf({ path }: Route): string {
  return path.slice(0, path.lastIndexOf('/'))
}

/** Values of an object that are called as a parameter is, or as ids are. */
function idsIn(entry: unknown, param: string): readonly string[] {
  const folded = foldName(param)
  const isApt = (name: string): boolean =>
    foldName(name) === folded || (ID_NAMES.has(foldName(name)) && !/(?:name|mail)$/.test(folded))
  return Object.entries(entry ?? {}).flatMap(([name, value]) =>
    isApt(name) && (typeof value === 'string' || typeof value === 'number') ? [String(value)] : [],
  )
}
