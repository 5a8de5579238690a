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
import { namingOf } from '../whose/user-ids.ts'
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
    const shared = { sharing, made, owner, other, given, name: value }
    if (await sees(shared, other, world)) return { given, shared }
    for (const route of acceptancesOf(sharing, world)) {
      const taken = await takeCode(route, { given, made, by: other, around: sharing.records.read.path }, world)
      if (taken !== undefined && (await sees(shared, other, world))) return { given, shared: { ...shared, taken } }
    }
  }
  return { given: last, shared: undefined }
}

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
  const whole = { ...body, ...named, ...may }
  return { route: give, as: by, params: all, ...(body === undefined ? {} : { body: whole }) }
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
  const own = user.isThrowaway === true ? namingOf(who, user, name, path) : valueIn(who, user, name)
  const mail = mailOf(user, who, people)
  const logins = [user.name, ...user.credentials.flatMap(({ login }) => login ?? [])]
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

/** Ends it, as a user asks for that; the last good answer, `undefined` where it is refused. Some servers answer so where there is nothing to end. */
export async function endShare(shared: SharedRecord, by: User, sharers: Sharers): Promise<Answer | undefined> {
  const { sharing, made } = shared
  const { end } = sharing
  if (end === undefined) return undefined
  let done: Answer | undefined
  for (const params of await endParams(shared, end, sharers)) {
    const ask = { route: end, as: by, params: { ...made.params, ...params }, ...bodyFor(shared, end) }
    const answer = await sharers.world.ask(ask)
    if (answer?.isGood !== true) continue
    done = answer
    if ((await sees(shared, shared.other, sharers.world)) === undefined) return done
  }
  return done
}

/** A body that names the user, where the path does not. */
function bodyFor({ sharing: { place }, name }: SharedRecord, { path, inputs }: Route): { readonly body?: object } {
  const [member] = inputs?.body ?? []
  return path !== place || member === undefined ? {} : { body: { [member.path[0] ?? '']: name } }
}

/** The values that may stand in a path for the user, or for what gives the record to them. */
export async function endParams(
  { sharing: { list }, made, owner, given, name, other, taken }: SharedRecord,
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
  const values = new Set([name, ...own, ...names].filter((one) => one !== '' && one !== made.id))
  return [...values].slice(0, MOST + 2).map((value) => ({ [last]: value }))
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
