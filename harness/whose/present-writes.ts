import { fillBody, isPasswordName } from '../ask/bodies.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { foldName, ID_NAMES, isSecretName, objectsOfJson, placeIn } from '../ask/values.ts'
import { NO_FIXTURE } from '../model/fixtures.ts'
import type { BodyMember, Route } from '../model/route.ts'
import { isRightName } from '../ask/rights.ts'
import { mayUse } from '../subject/standing.ts'
import type { Json } from '../text/json.ts'
import type { Identities } from './identities.ts'
import { entriesIn } from './made-by-run.ts'
import { operationAt } from './operations.ts'
import { isGivenNothing } from './hidden.ts'
import { isOfOne, isUsersNoun, lastNounOf, listedNounOf, paramsOf, withoutSlash } from './path-nouns.ts'
import { entryIn } from './seen-records.ts'

/** More entries may be on a page that was not asked for. */
const WHOLE = 50
/** Records that are tried with one user. */
const MOST = 3

/** A change of a record that stands in a list. */
interface Change {
  readonly route: Route
  readonly param: string
  readonly list: Route
}

/**
 * Changes of records that the users of the fixtures have in their lists, with the values that these have already: nothing is changed. Sent by each user whom
 * the fixtures deny the operation, and by each whose own list does not have the record.
 */
export async function explorePresentWrites(world: Exploration, identities: Identities): Promise<void> {
  if (!world.mayWrite || world.users.length < 2) return
  for (const route of world.routes) {
    const change = changeOf(route, world)
    if (change !== undefined && !world.isOver() && !world.hasFound(route)) await tryChange(change, world, identities)
  }
}

function changeOf(route: Route, world: Exploration): Change | undefined {
  const [param, more] = paramsOf(route)
  // PUT replaces all of a record (RFC 9110 section 9.3.4), and its list may not have all of it.
  const isApt = route.method === 'PATCH' && isOfOne(route) && world.whyNot(route) === undefined
  if (!isApt || param === undefined || more !== undefined || (route.auth ?? null) === null) return undefined
  const path = withoutSlash(route.path)
  const list = operationAt('GET', path.slice(0, path.lastIndexOf('/')), world)
  return list && world.whyNot(list) === undefined ? { route, param, list } : undefined
}

async function tryChange(change: Change, world: Exploration, identities: Identities): Promise<void> {
  const lists = new Map<User, Answer>()
  for (const user of world.users) {
    const answer = await world.ask({ route: change.list, as: user })
    if (answer !== undefined && answer.status > 0) lists.set(user, answer)
  }
  for (const user of world.users) {
    const kind = kindOf(change, user, world)
    const sent = kind === undefined ? undefined : await tryUser(change, { user, kind, lists, identities }, world)
    if (sent === 'found') return
  }
}

type Kind = 'denied' | 'unlisted'

/** Why a user should be refused: `undefined` where no row asks for it. */
function kindOf({ route }: Change, { name }: User, world: Exploration): Kind | undefined {
  const said = world.fixtures.routes[route.key]
  const isDenied = said !== undefined && said.isTaken !== true && mayUse(name, world.fixtures, said) === false
  if (isDenied) return world.wants('unguarded.user', route) ? 'denied' : undefined
  return world.wants('resource.write', route) ? 'unlisted' : undefined
}

interface Tried {
  readonly user: User
  readonly kind: Kind
  readonly lists: ReadonlyMap<User, Answer>
  readonly identities: Identities
}

async function tryUser(change: Change, tried: Tried, world: Exploration): Promise<'found' | 'passed' | undefined> {
  const { route, param } = change
  const { user, kind } = tried
  let outcome: 'found' | 'passed' | undefined
  for (const { owner, id, entry } of candidates(change, tried, world)) {
    const item = operationAt('GET', route.path, world)
    const look = async (as: User): Promise<Answer | undefined> =>
      item && world.ask({ route: item, as, params: { [param]: id } })
    const before = await look(owner)
    // A record that is not read alone may be changed by users who have it elsewhere; that of a user is.
    const isOfUser = isUsersNoun(lastNounOf(change.list))
    const refused = kind === 'unlisted' && before?.isGood === true ? await look(user) : undefined
    const isGiven = before?.isGood === true && (refused === undefined || !isGivenNothing(refused, before))
    if (kind === 'unlisted' && (before === undefined ? !isOfUser : isGiven)) continue
    const body = presentBody(route, entry, before?.isGood === true ? recordIn(before, id) : undefined)
    if (body === undefined) continue
    const ask = (as: User): Promise<Answer | undefined> => world.ask({ route, as, params: { [param]: id }, body })
    const control = await ask(owner)
    // Who administers may not change the own record: to be let in is a mistake all the same.
    if (control === undefined || (kind === 'unlisted' && !control.isGood)) continue
    const answer = await ask(user)
    if (answer === undefined) return undefined
    if (!control.isGood && !answer.isGood) continue
    await sayChanged(change, { owner, id, entry, body }, world)
    outcome = judge(change, { user, owner, kind, control, answer, id }, world)
    if (outcome === 'found') return outcome
  }
  return outcome
}

interface Candidate {
  readonly owner: User
  readonly id: string
  /** As the list has it. */
  readonly entry: Json
}

/** Records of others, with who may change them: for one who is denied all, those of the own list first, and the own record last. */
function candidates(
  { route, param, list }: Change,
  { user, kind, lists, identities }: Tried,
  world: Exploration,
): readonly Candidate[] {
  const own = lists.get(user)
  const said = world.fixtures.routes[route.key] ?? NO_FIXTURE
  const may = (one: User): boolean =>
    one !== user && (kind === 'unlisted' || mayUse(one.name, world.fixtures, said) !== false)
  const all = [...lists].flatMap(([owner, listed]) => {
    const entries = !may(owner) || !listed.isGood ? [] : entriesIn(listed.json, param, listedNounOf(list))
    return entries.flatMap(({ id, entry }) => {
      const isOf = ({ name }: User): boolean => isRecordOf(name, entry, identities)
      const isTheirs = kind === 'denied' || (!isOf(user) && isUnlisted(id, entries.length, own))
      if (!isTheirs) return []
      const isSeen = own?.isGood === true && entryIn(own, id) !== undefined
      const rank = isOf(user) ? 3 : isOf(owner) ? 1 : isSeen ? 0 : 2
      return [{ owner, id, entry, rank: kind === 'unlisted' && isOf(owner) ? 3 : rank }]
    })
  })
  return all.toSorted((a, b) => a.rank - b.rank).slice(0, MOST)
}

/** Whether a record is that of a user, whom a list may leave out for themselves. */
function isRecordOf(name: string, entry: Json, { of }: Identities): boolean {
  const values = new Set([name, ...(of.get(name) ?? []).map(({ value }) => value)])
  return Object.entries(entry).some(
    ([member, value]) =>
      values.has(String(value)) && (ID_NAMES.has(foldName(member)) || /name|mail|login/i.test(member)),
  )
}

/** The object of an answer that has the id. */
function recordIn({ json }: Answer, id: string): Json | undefined {
  return objectsOfJson(json).find((one) =>
    Object.entries(one).some(([name, value]) => ID_NAMES.has(foldName(name)) && String(value) === id),
  )
}

/** Says where a record has other values than before, though the same were sent. */
async function sayChanged(
  { route, list, param }: Change,
  { owner, id, entry, body }: Candidate & { readonly body: object },
  world: Exploration,
): Promise<void> {
  const after = await world.ask({ route: list, as: owner })
  const now = after && entriesIn(after.json, param, listedNounOf(list)).find((one) => one.id === id)?.entry
  const isOther = Object.keys(body).some(
    (name) => now !== undefined && JSON.stringify(now[name]) !== JSON.stringify(entry[name]),
  )
  if (isOther) world.left(`${route.key} was sent the values that ${param} ${id} has, and it has others now`)
}

/** Whether the whole list of a user lacks a record, or is refused. */
function isUnlisted(id: string, count: number, own: Answer | undefined): boolean {
  if (own === undefined) return false
  if (!own.isGood) return own.status === 403
  return count < WHOLE && entryIn(own, id) === undefined
}

/**
 * The members of a change as the record has them: in its own answer as in the list, which may shorten a text or hide a secret; flags, numbers and words of a
 * choice alone where no operation reads one. `undefined` where none is left, or one that is asked for is not.
 */
function presentBody({ inputs }: Route, entry: Json, read: Json | undefined): object | undefined {
  const members = inputs?.body ?? []
  const valuesOf = (record: Json): ReadonlyMap<string, unknown> =>
    new Map(Object.entries(record).map(([name, value]) => [foldName(name), value]))
  const [listed, own] = [valuesOf(entry), read && valuesOf(read)]
  const isKnown = ({ path, type, isChoice }: BodyMember): boolean => {
    const [name = ''] = path
    const value = listed.get(foldName(name))
    const isShort = isChoice || isRightName(name) || typeof value === 'boolean' || typeof value === 'number'
    const isSame = own === undefined ? isShort : JSON.stringify(own.get(foldName(name))) === JSON.stringify(value)
    const isSafe =
      !isSecretName(name) && !isPasswordName(foldName(name)) && !/[*\u2022\u2026]|\.\.\./.test(String(value))
    return path.length === 1 && type !== 'object' && value !== undefined && value !== null && isSame && isSafe
  }
  const known = members.filter(isKnown)
  const isWhole = members.every((member) => !member.isRequired || known.includes(member))
  if (known.length === 0 || !isWhole || members.some(({ path }) => path.length > 1)) return undefined
  return fillBody({ inputs } as Route, (member, name) => (known.includes(member) ? listed.get(name) : undefined))
}

interface Judged extends Pick<Tried, 'user' | 'kind'> {
  readonly owner: User
  readonly control: Answer
  readonly answer: Answer
  readonly id: string
}

function judge(
  { route, list }: Change,
  { user, owner, kind, control, answer, id }: Judged,
  world: Exploration,
): 'found' | 'passed' {
  const answers = [control, answer] as const
  const entry = entryIn(answer, id)
  const isTaken = answer.isGood && (kind === 'denied' || entry !== undefined)
  const title = `a change of a record to the values that it has, by ${user.name}`
  if (kind === 'denied') {
    const tried = { row: 'unguarded.user', route, variant: `present.${user.name}`, title, answers } as const
    const cause = `${route.key} asks for no role: ${user.name}, whom the fixtures deny it, changes what ${owner.name} may change`
    if (isTaken)
      world.found({ ...tried, code: 'exposed', expected: '403 or 404', got: `${answer.status} to ${user.name}`, cause })
    else world.passed(tried)
  } else {
    const record = { owner, user, own: control }
    const tried = { row: 'resource.write', route, variant: `present.${user.name}`, title, answers, record } as const
    const cause = `${route.key} changes a record that ${list.key} does not give to who asks: whose it is, is not compared with who asks`
    if (isTaken)
      world.found({
        ...tried,
        code: 'changed',
        expected: '403 or 404',
        got: `${answer.status} with the record of ${owner.name}${entry === undefined ? '' : placeIn(answer.json, entry)}`,
        cause,
      })
    else world.passed(tried)
  }
  return isTaken ? 'found' : 'passed'
}
