import type { Route } from '../model/route.ts'
import { listedNounOf, paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import type { Answer, Ask, Maker } from '../ask/exploration.ts'
import { Patience } from '../model/patience.ts'
import type { User } from '../ask/users.ts'
import { whoamiRoutes } from '../whose/identities.ts'
import type { Made } from '../ask/journal.ts'
import { type Actor, type Deleting, isLoggedIn, isOver, NOT_THERE, removesAt } from './deleting.ts'
import { removeListed } from './listed-leftovers.ts'
import { isReadInList } from '../whose/seen-records.ts'
import { entriesIn, holdsMark } from '../whose/made-by-run.ts'
import { LIMITED } from '../ask/standing.ts'
import { SHORT, Throwaways } from '../ask/throwaways.ts'
import { deletionByStaff, isNameOf } from './user-deletion.ts'
import { leavesOfJson } from '../ask/values.ts'

/** A run whose things are deleted: this one, or one that was interrupted. */
export interface Leftovers {
  readonly mark: string
  /** The newest first. */
  readonly made: readonly Made[]
  /** Users of this run who are logged in, by name. */
  readonly loggedIn: ReadonlyMap<string, User>
  readonly done: (made: Made) => void
}

/**
 * Deletes what a run has made, the newest first: a record only where it holds the mark of that run, a user only by a name that
 * begins with it.
 *
 * @returns what stays, in words
 */
export async function cleanUp(given: Maker, { mark, made, loggedIn, done }: Leftovers): Promise<readonly string[]> {
  let isLost = false
  const patience = new Patience()
  const ask: Maker['ask'] = async (what) => {
    const answer = await given.ask(what)
    patience.note(answer?.replayed.duration ?? 0)
    isLost ||= answer?.status === 0 || patience.isOver
    return answer
  }
  const world = { ...given, ask }
  const actors = await actorsOf(world, made, loggedIn)
  const left: string[] = []
  const gone = new Set<string>()
  /** Users whose records stay. */
  const held = new Set<string>()
  // A record that another one holds is deleted after it.
  const kept: Made[] = []
  const records = made.filter((one): one is MadeRecord => one.kind === 'record')
  const inside = records.filter(({ isInside }) => isInside === true)
  const deleting = { mark, actors, world, made: inside }
  // One may be noted by two requests, and not every server answers 404 for what is gone.
  const deleted = new Set<string>()
  for (const one of records) {
    if (one.isInside === true) continue
    const isDeleted = deleted.has(deletionOf(one))
    const stays = !isDeleted && (isLost || (await remove(one, deleting, made)).lines.length > 0)
    if (stays || isLost) kept.push(one)
    else done(one)
    if (!stays && one.remove !== '') deleted.add(deletionOf(one))
  }
  const others = made
    .filter(({ kind }) => kind !== 'record')
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
  for (const one of [...kept, ...others, ...inside]) {
    // A user whose password was changed is written down twice.
    const isGone = one.kind === 'user' && gone.has(one.name)
    const { lines, holders = [] } = isGone
      ? { lines: [] }
      : isLost
        ? { lines: [nameOf(one)] }
        : await remove(one, deleting, made)
    for (const holder of holders) held.add(holder)
    // The records of a user that no operation deletes would be without an owner.
    const isAlone = one.kind === 'user' && lines.length > 0 && !isLost && !held.has(one.name)
    const isRemoved = isAlone && (await removeByStaff(one.name, world))
    if (!isRemoved) left.push(...lines)
    if (one.kind === 'user' && (isRemoved || lines.length === 0)) gone.add(one.name)
    // A server that has stopped is asked by the next run.
    if (!isLost) done(one)
  }
  // Users whom no registration of the run has made: an operation of the administration.
  if (!isLost && made.some(({ kind }) => kind === 'collection')) await removeByStaff(`${mark} `, world, false)
  const shown = isLost || made.length === 0 ? [] : await showing(mark, left, world)
  return [...new Set([...left, ...shown])]
}

/** Lists of the users of the fixtures in which texts of the run stand, and that no line names: no answer has had their ids. */
async function showing(mark: string, lines: readonly string[], world: Maker): Promise<readonly string[]> {
  const shown: string[] = []
  for (const route of world.routes) {
    const isList = route.method === 'GET' && !route.path.includes('[') && world.whyNot(route) === undefined
    if (!isList || lines.some((line) => line.includes(route.key))) continue
    for (const as of world.users) {
      const answer = await world.ask({ route, as })
      if (answer?.isGood !== true || !answer.text.includes(`${mark} `)) continue
      shown.push(route.key)
      break
    }
  }
  return shown.length === 0 ? [] : [`texts of the run in ${shown.join(', ')}`]
}

/** Who owns a record deletes it first. */
const ORDER: readonly Made['kind'][] = ['record', 'collection', 'user']

/** Things that could not be deleted. */
interface Stays {
  /** In words. */
  readonly lines: readonly string[]
  /** The users whose it is, where that is known. */
  readonly holders?: readonly string[]
}

async function remove(one: Made, deleting: Deleting, notes: readonly Made[]): Promise<Stays> {
  switch (one.kind) {
    case 'user':
      return { lines: await removeUser(one, deleting, notes) }
    case 'record': {
      const lines = await removeRecord(one, deleting)
      return { lines, holders: lines.length === 0 || one.by === undefined ? [] : [one.by] }
    }
    case 'collection':
      return { lines: await removeListed(one, deleting) }
  }
}

/** The request that deletes a record. */
function deletionOf({ remove: key, params }: MadeRecord): string {
  return JSON.stringify([key, Object.entries(params).toSorted(([a], [b]) => (a < b ? -1 : 1))])
}

function nameOf(one: Made): string {
  if (one.kind === 'user') return `the user ${one.name}`
  return one.kind === 'record'
    ? `${one.read || one.remove}, ${Object.entries(one.params).flat().join(' ')}`
    : `of ${one.create}`
}

/** Those who may delete: the users that were made, and those of the fixtures. */
async function actorsOf(
  world: Maker,
  made: readonly Made[],
  loggedIn: ReadonlyMap<string, User>,
): Promise<readonly Actor[]> {
  const { throwaway } = world.fixtures
  const known = new Map<string, User>()
  for (const one of made) {
    if (one.kind !== 'user') continue
    world.hide(one.password)
    const how = throwaway === undefined ? undefined : new Throwaways(world, throwaway)
    const credential = await how?.logIn(one.name, one.password)
    if (credential !== undefined)
      known.set(one.name, { name: one.name, roles: [], credentials: [credential], isThrowaway: true })
  }
  const others = [...loggedIn].flatMap(([name, user]) => (known.has(name) ? [] : [user]))
  // Where no credential is asked for, the run makes records without an owner.
  return [...known.values(), ...others, ...world.users, undefined]
}

/** Operations that delete a user by name. */
const OF_USER = /\/(?:users?|accounts?|members?|customers?)(?:\/v\d+)?\/\[(?:user)?_?(?:name|login)\]$/i

type MadeUser = Extract<Made, { kind: 'user' }>
type MadeRecord = Extract<Made, { kind: 'record' }>

async function removeUser(
  { name }: MadeUser,
  { world, mark, actors }: Deleting,
  notes: readonly Made[],
): Promise<readonly string[]> {
  if (!name.startsWith(mark.slice(0, SHORT))) return []
  // A user whose password was changed is written down with each.
  const passwords = notes.flatMap((one) => (one.kind === 'user' && one.name === name ? [one.password] : []))
  const user = actors.find((one) => one?.name === name)
  const paths = new Set(whoamiRoutes(world).map(({ path }) => path))
  const removing = world.routes.filter(({ method }) => method === 'DELETE')
  const own = user === undefined ? [] : removing.filter(({ path }) => paths.has(path))
  for (const route of own) if (await removes({ route }, [user], world)) return []
  const named = removing.filter(({ path }) => OF_USER.test(path))
  const may = [...(user === undefined ? [] : [user]), ...world.users]
  for (const route of named)
    if (await removes({ route, params: { [paramsOf(route)[0] ?? '']: name } }, may, world)) return []
  // Another note of the journal may have deleted the user before.
  const { throwaway } = world.fixtures
  const how = throwaway === undefined ? undefined : new Throwaways(world, throwaway)
  let isThere = false
  for (const password of passwords) {
    if (isThere) break
    const answer = how && (await world.send(how.loginOf({ name, password })))
    // A login that is limited does not say that the user is gone.
    isThere = answer !== undefined && (LIMITED.has(answer.status) || how?.entersBy(answer) !== undefined)
  }
  return isThere || (await isListed(name, world)) ? [`the user ${name}`] : []
}

/** Users of one name that are deleted: a registration may have been taken twice. */
const MOST_ALIKE = 4

/** @param isWhole whether the name is a whole one, or the beginning of several */
async function removeByStaff(name: string, world: Maker, isWhole = true): Promise<boolean> {
  let before = ''
  for (let at = 0; at < (isWhole ? MOST_ALIKE : MOST_ALIKE ** 2); at++) {
    const deletion = await deletionByStaff(name, world, isWhole)
    const asked = JSON.stringify(deletion?.params)
    // Some servers delete, and answer that they have not: the list decides.
    if (deletion === undefined || asked === before) return deletion === undefined && before !== ''
    before = asked
    await removes(deletion, [deletion.by], world)
  }
  return false
}

/** Whether a user who cannot log in was registered at all. */
async function isListed(name: string, world: Maker): Promise<boolean> {
  const lists = world.routes.filter((route) => route.method === 'GET' && !route.path.includes('['))
  for (const route of lists)
    for (const as of [world.users[0], undefined])
      if (leavesOfJson((await world.ask({ route, as }))?.json).some(({ value }) => isNameOf(value, name))) return true
  return false
}

async function removeRecord(record: MadeRecord, deleting: Deleting): Promise<readonly string[]> {
  const { world, mark, actors } = deleting
  const { params, by } = record
  const [reading, removing] = [record.read, record.remove].map((key) => world.routes.find((route) => route.key === key))
  // It goes with the record that it is in, or that one stays and is named.
  if (record.isInside === true) return []
  // Nothing reads it: the answer to its creation had the mark.
  if (record.read === '') return removeUnread(record, removing, deleting)
  if (reading === undefined) return []
  let isKnown = by === undefined || by === ''
  let isUnmarked = false
  for (const as of actors) {
    const answer = await world.ask({ route: reading, as, params })
    // The user who made it is refused, or its session is over: nothing says that it is gone.
    isKnown ||= as?.name === by && (!isOver(answer) || (answer?.status === 401 && (await isLoggedIn(as, world))))
    if (answer?.isGood !== true) continue
    const isOwn = holdsMark(answer, reading, params, mark)
    // Some servers answer 200 with nothing for a record that is gone.
    if (!isReadInList(reading) && isNothing(answer)) continue
    // A list goes on without what is gone; a change of the run may have taken the mark out of one of its entries.
    if (isReadInList(reading) && !isOwn && record.remove !== '') {
      isUnmarked ||= as?.name === by && isInList(answer, params, reading)
      continue
    }
    if (!isOwn || removing === undefined) return [nameOf(record)]
    return (await removesAt(removing, params, [as, ...actors], deleting)) ? [] : [nameOf(record)]
  }
  return isKnown && !isUnmarked ? [] : [nameOf(record)]
}

function isInList({ json }: Answer, params: Readonly<Record<string, string>>, list: Route): boolean {
  const [param = '', id = ''] = Object.entries(params).at(-1) ?? []
  return entriesIn(json, param, listedNounOf(list)).some((one) => one.id === id)
}

/** A record that is deleted without being read: the user who made it is asked first, and knows whether it is there. */
async function removeUnread(
  { by, params }: MadeRecord,
  route: Route | undefined,
  { world, actors }: Deleting,
): Promise<readonly string[]> {
  if (route === undefined) return []
  const isMaker = (one: Actor): boolean => by !== undefined && one?.name === by
  const makers = actors.filter(isMaker)
  let isGone = by === undefined
  for (const as of [...makers, ...actors.filter((one) => !isMaker(one))]) {
    const answer = await world.ask({ route, as, params })
    if (answer?.isGood === true) return []
    const isNotThere = NOT_THERE.has(answer?.status ?? 0)
    if (isNotThere && isMaker(as)) return []
    // Another user gets the same for a record that is there: a maker who has another name now may be among those who follow.
    isGone ||= isNotThere && makers.length === 0
  }
  const path = route.path.slice(0, withoutSlash(route.path).lastIndexOf('/'))
  const list = world.routes.find((one) => one.method === 'GET' && withoutSlash(one.path) === path)
  return isGone ? [] : [`${(list ?? route).key}, ${Object.entries(params).flat().join(' ')}`]
}

function isNothing({ text, json }: Answer): boolean {
  return text.trim() === '' || (json !== undefined && leavesOfJson(json).length === 0)
}

async function removes(one: Pick<Ask, 'route' | 'params'>, actors: readonly Actor[], world: Maker): Promise<boolean> {
  for (const as of actors) if ((await world.ask({ ...one, as }))?.isGood === true) return true
  return false
}
