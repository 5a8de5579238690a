import { isSafeMethod } from '../../server/internal.ts'
import { type Credential, type Fixtures, NO_FIXTURE, type RouteFixture } from '../model/fixtures.ts'
import { isFor, isProtected, type Route } from '../model/route.ts'
import { actsOnAll } from '../subject/destroys.ts'
import { isLogin } from '../model/login.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { mayUse } from '../subject/standing.ts'
import { isPasswordName, memberName } from '../ask/bodies.ts'
import { isOfOne, lastNounOf, paramsOf, withoutSlash } from '../whose/path-nouns.ts'
import { readAll, type Reading } from '../whose/reading.ts'
import type { Maker } from '../ask/exploration.ts'
import { whoamiRoutes } from '../whose/identities.ts'
import { describeStanding, findStanding, isKnown, type Standing, withStanding } from '../ask/standing.ts'
import { noteListedWord } from '../ask/listed-words.ts'
import type { User } from '../ask/users.ts'
import { withCallers } from '../whose/callers.ts'
import { recordsOrTwins, unreadOf } from '../whose/record-places.ts'
import { createUnread, makeRecord } from '../whose/making.ts'
import { presentOf } from './present-values.ts'
import { chosenId, isChosen } from './spare-body.ts'
import { isAboutCaller, spareUser } from './spare-users.ts'
import { keep, namelessParams, People, type Setting, withSamples } from './spare-values.ts'
import { type Made, Throwaways } from '../ask/throwaways.ts'
import { withTakenBody } from './taken-body.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'
import { userPlaceOf } from './user-writes.ts'

/** The operations as the catalogue asks them, and the users that were made for it. */
export interface Spares {
  readonly routes: readonly Route[]
  /** With a credential of each user that was made. */
  readonly fixtures: Fixtures
  readonly users: readonly Made[]
  /** Keys of operations that answered 401 to every user. */
  readonly refused: readonly string[]
}

/**
 * Gives each operation that may change something values that were made for the run, or that name nothing on the server: the
 * examples of a document are records and users of others. What changes the user who asks is asked as a user of the run, and
 * not at all where the fixtures do not say how one is made.
 */
export async function prepareSpares(world: Maker): Promise<Spares> {
  const people = new People(world)
  const reading = await readAll(world)
  const used = usedValues(world, reading)
  const words = wordsIn(reading)
  for (const route of world.routes)
    for (const { json, isGood } of reading.of(route)) if (isGood) noteListedWord(lastNounOf(route), json, world)
  const routes: Route[] = []
  for (const route of world.routes)
    if (mayMakeRecords(route, world)) world.journal.add({ kind: 'collection', create: route.key })
  for (const route of world.routes) noteChosen(route, world)
  const found: Standing[] = []
  const refused: string[] = []
  for (const route of world.routes.filter(({ sentAs }) => sentAs === undefined)) {
    const setting = { world, people, used, words, reading }
    const { route: spare, answers } = await withTakenBody(await spareRoute(route, setting), world)
    const standing = await findStanding(spare, world, answers)
    if (standing !== undefined && isKnown(standing)) found.push(standing)
    if (standing?.refusesAll === true) refused.push(route.key)
    const isGone = route.method === 'DELETE' && standing?.isUsedUp === true
    // The same user makes the next record: who may is known of records of theirs.
    const known = standing === undefined ? world : { ...world, fixtures: withStanding(world.fixtures, [standing]) }
    const next = isGone ? await spareRoute(route, { ...setting, world: known }) : spare
    routes.push(!isGone && refusesAll(standing) ? asAsked(spare) : next)
  }
  for (const line of describeStanding(found)) world.notice(line)
  const standing = withStanding(await withGuessed(world), found)
  const known = await withCallers(standing, routes, [...world.users, ...people.made], world)
  const fixtures = withCredentials(known, people.made)
  const { leaving } = world.journal
  const all = routes.map((route) => (leaving.has(route.key) ? { ...route, isLeaving: true as const } : route))
  return { routes: all, fixtures, users: people.made, refused }
}

function refusesAll(standing: Standing | undefined): boolean {
  return standing !== undefined && isKnown(standing) && standing.allow.length === 0
}

/** The operation with the values that every user was refused with: that of the document may be one of them, who then may. */
function asAsked(route: Route): Route {
  const sample = route.sample ?? { params: {}, query: {}, headers: {} }
  return { ...route, sample: { ...sample, params: { ...sample.params, ...route.spare } } }
}

/** With a user whose password is guessed, where one can be made: an account may be locked for a day after some wrong ones. */
async function withGuessed(world: Maker): Promise<Fixtures> {
  const { throwaway } = world.fixtures
  const route = throwaway && world.routes.find((one) => isFor(one, throwaway.register))
  if (throwaway === undefined || (route !== undefined && world.whyNot(route) !== undefined)) return world.fixtures
  const people = new Throwaways(world, throwaway, `${world.mark}g`)
  const made = await people.make()
  return made === undefined
    ? world.fixtures
    : { ...world.fixtures, throwaway: { ...throwaway, guessed: people.loginOf(made) } }
}

/** Requests of the catalogue make records whose ids are read from the list at the end. */
function mayMakeRecords({ method, path }: Route, world: Maker): boolean {
  const hasList = world.routes.some((one) => one.method === 'GET' && one.path === path)
  const isOfCaller = whoamiRoutes(world).some((one) => one.path === path)
  return /^(?:POST|PUT)$/.test(method) && !path.includes('[') && hasList && !isOfCaller
}

/** A record of the catalogue that no list has is deleted by the id that the run has chosen for it. */
function noteChosen(route: Route, world: Maker): void {
  if (route.method !== 'POST' || route.path.includes('[') || world.whyNot(route) !== undefined) return
  if (world.routes.some(({ method, path }) => method === 'GET' && path === route.path)) return
  const remove = world.routes.find(
    ({ method, path }) => method === 'DELETE' && path.startsWith(`${withoutSlash(route.path)}/[`) && isOfOne({ path }),
  )
  const [param = '', more] = remove === undefined ? [] : paramsOf(remove)
  const names = (route.inputs?.body ?? []).flatMap(({ path: [name = ''], isRequired }) => (isRequired ? [name] : []))
  const isTaken = names.some((name) => isChosen(name) && foldName(param).includes(foldName(name)))
  if (remove === undefined || more !== undefined || !isTaken || world.whyNot(remove) !== undefined) return
  const params = { [param]: chosenId(world.mark) }
  world.journal.add({ kind: 'record', read: '', remove: remove.key, params })
}

function usedValues({ fixtures }: Maker, reading: Reading): ReadonlySet<string> {
  const logins = Object.values(fixtures.valid).flatMap((credentials) =>
    credentials.flatMap(({ login, value }) => [login ?? '', value.type === 'basic' ? value.username : '']),
  )
  return new Set([...reading.values(), ...Object.keys(fixtures.users), ...logins])
}

/** Members whose texts are words that the application knows; any other text is refused, or crashes it. */
const WORDS = /(?:role|status|state|type|kind|category|level|plan|tier|currency|language|country|unit)$/

/** The first of each name: that of the first user who may read it. */
function wordsIn({ answers }: Reading): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  for (const { json, isGood } of answers)
    for (const { name, value } of isGood ? leavesOfJson(json) : []) {
      const folded = foldName(name)
      if (WORDS.test(folded) && typeof value === 'string' && !words.has(folded)) words.set(folded, value)
    }
  return words
}

async function spareRoute(route: Route, setting: Setting): Promise<Route> {
  const { fixtures } = setting.world
  const fixture = fixtures.routes[route.key] ?? NO_FIXTURE
  if (fixture.isUnsafeSaid === true || isLogin(route, fixtures) || endsSessions(route, fixtures)) return route
  if (isSafeMethod(route.method)) return paramsOf(route).length === 0 ? route : spareRead(route, fixture, setting)
  if (isRegistration(route, fixtures)) return keep(route, 'it registers a user', setting)
  const present = fixture.body === undefined ? presentOf(route, setting.world.routes, setting.reading) : undefined
  // Settings of each user are changed as a user of the run; those that the fixtures say are for some users are of the server.
  if (present?.isOfUser === false && (fixture.allow.length > 0 || !isAboutCaller(route))) {
    const [lacked] = present.lacks
    const why = `it changes settings, and their read does not show ${lacked}; a body in its fixtures is sent`
    return lacked === undefined ? { ...present.route, spare: {} } : keep(route, why, setting)
  }
  const spared = await spareUser(route, fixture, setting, present?.isOfUser === true || actsOnAll(route))
  if (spared !== undefined) return spared
  const record = await spareParams(route, fixture, setting)
  if (record === undefined) return keep(route, 'the fixtures name a user in its path', setting)
  const place = userPlaceOf(route)
  const user = place !== undefined && 'member' in place ? await setting.people.common() : undefined
  const spare = record === 'none' ? namelessParams(route, setting) : record
  const isNothing = record === 'none' && Object.keys(spare).length > 0
  return { ...withSamples(route, spare, fixture, user, setting), ...(isNothing ? { namesNothing: true } : {}) }
}

/** A record for a read is one that any verb may be sent to. */
async function spareRead(route: Route, fixture: RouteFixture, setting: Setting): Promise<Route> {
  const record = await recordFor(route, fixture, setting)
  if (record === undefined) return { ...route, spare: namelessParams(route, setting) }
  return withSamples(route, record, fixture, undefined, setting)
}

/**
 * `none` where the run cannot make a record; `undefined` where the fixtures themselves name a user: that was not said to be for
 * writing.
 */
async function spareParams(
  route: Route,
  fixture: RouteFixture,
  setting: Setting,
): Promise<Readonly<Record<string, string>> | 'none' | undefined> {
  const { fixtures } = setting.world
  const written = paramsOf(route).filter((name) => fixture.params[name] !== undefined)
  if (written.some((name) => fixtures.users[fixture.params[name] ?? ''] !== undefined)) return undefined
  if (written.length > 0) return namelessParams(route, setting)
  return (await recordFor(route, fixture, setting)) ?? 'none'
}

/** A record that a user who may has made, for an operation on one record. */
async function recordFor(
  route: Route,
  fixture: RouteFixture,
  { world }: Setting,
): Promise<Readonly<Record<string, string>> | undefined> {
  const found = recordsOrTwins(route, world)
  const records = found?.remove === undefined && found?.within === undefined ? undefined : found
  const unread = records === undefined && !isSafeMethod(route.method) ? unreadOf(route, world) : undefined
  const isWritten = paramsOf(route).some((param) => fixture.params[param] !== undefined)
  if ((records === undefined && unread === undefined) || !isProtected(route) || isWritten) return undefined
  const standing = (user: User): number => [true, undefined, false].indexOf(mayUse(user.name, world.fixtures, fixture))
  // Who is refused a record of another user would be asked for one of their own.
  const owners = world.users.filter(
    ({ name }) => fixture.isTaken !== true || mayUse(name, world.fixtures, fixture) !== false,
  )
  for (const owner of owners.toSorted((one, other) => standing(one) - standing(other))) {
    const made =
      records === undefined
        ? unread && (await createUnread(unread, owner, world))
        : (await makeRecord(records, owner, world))?.params
    if (made !== undefined) return made
  }
  return undefined
}

/** An open operation that takes a password and stands where users are made. */
function isRegistration(route: Route, { throwaway }: Fixtures): boolean {
  if (throwaway !== undefined && isFor(route, throwaway.register)) return throwaway.as === undefined
  const { method, path, auth, inputs } = route
  const hasPassword = inputs?.body.some((member) => isPasswordName(memberName(member))) === true
  const isPlace = /(?:^|\/)(?:register|registration|sign-?up|users?|accounts?|members?|customers?)\/?$/i.test(path)
  return method === 'POST' && !isProtected({ auth }) && hasPassword && isPlace
}

function withCredentials(fixtures: Fixtures, users: readonly Made[]): Fixtures {
  if (users.length === 0) return fixtures
  const valid: Record<string, readonly Credential[]> = { ...fixtures.valid }
  for (const credential of users.flatMap(({ credentials }) => credentials))
    valid[credential.authenticator] = [...(valid[credential.authenticator] ?? []), { ...credential, spare: true }]
  return { ...fixtures, valid }
}
