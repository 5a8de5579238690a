import { randomInt, randomUUID } from 'node:crypto'
import { isSafeMethod } from '../../server/internal.ts'
import { type Credential, type Fixtures, NO_FIXTURE, type RouteFixture } from '../model/fixtures.ts'
import { isFor, isProtected, type Route } from '../model/route.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { mayUse } from '../subject/standing.ts'
import { paramsOf, readAll, type Reading } from './belongings.ts'
import type { Maker } from './exploration.ts'
import { valueNaming, whoamiRoutes } from './identities.ts'
import { describeStanding, findStanding, isKnown, type Standing, withStanding } from './standing.ts'
import type { User } from './users.ts'
import { recordsOf } from './record-places.ts'
import { createRecord } from './record-writes.ts'
import { spareBody } from './spare-body.ts'
import { type Made, Throwaways } from './throwaways.ts'
import { foldName, leavesOfJson } from './values.ts'
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
  const routes: Route[] = []
  for (const route of world.routes)
    if (mayMakeRecords(route, world)) world.journal.add({ kind: 'collection', create: route.key })
  const found: Standing[] = []
  const refused: string[] = []
  for (const route of world.routes) {
    const setting = { world, people, used, words }
    const spare = await spareRoute(route, setting)
    const standing = await findStanding(spare, world)
    if (standing !== undefined && isKnown(standing)) found.push(standing)
    if (standing?.refusesAll === true) refused.push(route.key)
    const isGone = route.method === 'DELETE' && standing?.isUsedUp === true
    routes.push(isGone ? await spareRoute(route, setting) : spare)
  }
  for (const line of describeStanding(found)) world.notice(line)
  const fixtures = withCredentials(withStanding(world.fixtures, found), people.made)
  return { routes, fixtures, users: people.made, refused }
}

/** Requests of the catalogue make records whose ids are read from the list at the end. */
function mayMakeRecords({ method, path }: Route, world: Maker): boolean {
  const hasList = world.routes.some((one) => one.method === 'GET' && one.path === path)
  const isOfCaller = whoamiRoutes(world).some((one) => one.path === path)
  return /^(?:POST|PUT)$/.test(method) && !path.includes('[') && hasList && !isOfCaller
}

interface Setting {
  readonly world: Maker
  readonly people: People
  /** Every value that an answer of the server has, and every one by which the fixtures know a user. */
  readonly used: ReadonlySet<string>
  /** By folded name, a text that an answer has for one of few words. */
  readonly words: ReadonlyMap<string, string>
}

/** Users that are made where an operation needs one. */
class People {
  readonly #throwaways: Throwaways | undefined
  #common: Promise<Made | undefined> | undefined

  constructor(world: Maker) {
    const { throwaway } = world.fixtures
    this.#throwaways = throwaway === undefined ? undefined : new Throwaways(world, throwaway, `${world.mark}c`)
  }

  get made(): readonly Made[] {
    return this.#throwaways?.made ?? []
  }

  /** One for all operations that leave a user there. */
  common(): Promise<Made | undefined> {
    return (this.#common ??= this.own())
  }

  async own(): Promise<Made | undefined> {
    return this.#throwaways?.make()
  }
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
  const spared = await spareUser(route, fixture, setting)
  if (spared !== undefined) return spared
  const spare = await spareParams(route, fixture, setting)
  if (spare === undefined) return keep(route, 'the fixtures name a user in its path', setting)
  const place = userPlaceOf(route)
  const user = place !== undefined && 'member' in place ? await setting.people.common() : undefined
  return withSamples(route, spare, fixture, user, setting)
}

/** A record for a read is one that any verb may be sent to. */
async function spareRead(route: Route, fixture: RouteFixture, setting: Setting): Promise<Route> {
  const record = await recordFor(route, fixture, setting)
  if (record === undefined) return { ...route, spare: namelessParams(route, setting) }
  return withSamples(route, record, fixture, undefined, setting)
}

/** An operation that changes the user who asks, or a user whom it names; `undefined` where it is about records. */
async function spareUser(route: Route, fixture: RouteFixture, setting: Setting): Promise<Route | undefined> {
  const place = userPlaceOf(route)
  const param = place !== undefined && 'param' in place && fixture.params[place.param] === undefined ? place.param : ''
  const mayAll = fixture.allow.length > 0
  if (param === '' && !isAboutCaller(route)) return undefined
  const isLast = route.method === 'DELETE'
  const { people } = setting
  const user = mayAll && param === '' ? undefined : await (isLast ? people.own() : people.common())
  if (user === undefined)
    return param !== '' && (isLast || mayAll)
      ? undefined
      : keep(route, 'it may change the user who asks: with register in the fixtures one is made for it', setting)
  const value = param === '' ? undefined : await valueNaming(user, param, setting.world)
  const spare = { ...namelessParams(route, setting), ...(value === undefined ? {} : { [param]: value }) }
  const sampled = withSamples(route, spare, fixture, user, setting)
  const isForOthers = !mayAll && param !== '' && (await refusesOwn(sampled, param, user, setting))
  return mayAll || isForOthers ? sampled : { ...sampled, as: user.name }
}

/** Whether users may not themselves what an operation does with a user: it is for those of the fixtures who may. */
async function refusesOwn(route: Route, param: string, user: Made, { world, people }: Setting): Promise<boolean> {
  const own = route.method === 'DELETE' ? await people.own() : user
  if (own === undefined) return false
  const params = { ...route.spare, [param]: await valueNaming(own, param, world) }
  return (await world.ask({ route, as: own, params }))?.status === 403
}

function keep(route: Route, kept: string, setting: Setting): Route {
  return { ...withSamples(route, namelessParams(route, setting), NO_FIXTURE, undefined, setting), kept }
}

/** Steps of paths that are about the user who asks. */
const CALLER =
  /^(?:me|self|myself|profile|account|settings|preferences|password|e-?mail|avatar|user|current[-_]?user)$/i

/** Steps at the end of a path that give a new token, and change nothing else. */
const RENEWS = /refresh|renew/i

function isAboutCaller(route: Route): boolean {
  const steps = route.path.split('/').filter((step) => step !== '')
  if (!isProtected(route) || paramsOf(route).length > 0 || RENEWS.test(steps.at(-1) ?? '')) return false
  return route.method === 'DELETE' || steps.some((step) => CALLER.test(step))
}

/** `undefined` where the fixtures themselves name a user: that was not said to be for writing. */
async function spareParams(
  route: Route,
  fixture: RouteFixture,
  setting: Setting,
): Promise<Readonly<Record<string, string>> | undefined> {
  const { fixtures } = setting.world
  const written = paramsOf(route).filter((name) => fixture.params[name] !== undefined)
  if (written.some((name) => fixtures.users[fixture.params[name] ?? ''] !== undefined)) return undefined
  const record = written.length > 0 ? undefined : await recordFor(route, fixture, setting)
  return record ?? namelessParams(route, setting)
}

/** A record that a user who may has made, for an operation on one record. */
async function recordFor(
  route: Route,
  fixture: RouteFixture,
  { world }: Setting,
): Promise<Readonly<Record<string, string>> | undefined> {
  const records = recordsOf(route, world)
  if (records === undefined || !isProtected(route) || fixture.params[records.param] !== undefined) return undefined
  const standing = (user: User): number => [true, undefined, false].indexOf(mayUse(user.name, world.fixtures, fixture))
  for (const owner of world.users.toSorted((one, other) => standing(one) - standing(other))) {
    const id = await createRecord(records, owner, world)
    if (id !== undefined) return { [records.param]: id }
  }
  return undefined
}

/** Values that name nothing, of the form that the document gives. */
function namelessParams(route: Route, { world, used }: Setting): Readonly<Record<string, string>> {
  const samples = route.sample?.params ?? {}
  const names = paramsOf(route).filter((name) => samples[name] === undefined || !NO_RECORD.test(name))
  return Object.fromEntries(names.map((name) => [name, namelessValue(samples[name] ?? '', world.mark, used)]))
}

/** Parameters that choose among few words, whatever the record: `/api/v[version]/login`. */
const NO_RECORD = /^(?:api[-_]?)?version$|^(?:lang|language|locale)$/i

/** A value of the same form that stands in no answer. */
function namelessValue(sample: string, mark: string, used: ReadonlySet<string>): string {
  for (;;) {
    const value = otherOf(sample, mark)
    if (!used.has(value)) return value
  }
}

function otherOf(sample: string, mark: string): string {
  if (/^\d+$/.test(sample)) return String(randomInt(400_000_000, 999_999_999))
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(sample)) return randomUUID()
  const name = `${mark}n${randomInt(10_000)}`
  return sample.includes('@') ? `${name}@svc.invalid` : name
}

function withSamples(
  route: Route,
  spare: Readonly<Record<string, string>>,
  fixture: RouteFixture,
  user: Made | undefined,
  { world: { mark }, used, words }: Setting,
): Route {
  const sample = route.sample ?? { params: {}, query: {}, headers: {} }
  const nameless = (value: string): string => namelessValue(value, mark, used)
  const body = fixture.body === undefined ? spareBody(route, { mark, used, words, user, nameless }) : undefined
  return {
    ...route,
    spare,
    sample: { ...sample, params: { ...sample.params, ...spare }, ...(body === undefined ? {} : { body }) },
  }
}

/** Whether an operation is a login that the fixtures name. */
export function isLogin(route: Route, { login, logins = [] }: Fixtures): boolean {
  return [...(login === undefined ? [] : [login]), ...logins].some(({ request }) => isFor(route, request))
}

/** An open operation that takes a password and stands where users are made. */
function isRegistration({ method, base, path, auth, inputs }: Route, { throwaway }: Fixtures): boolean {
  if (throwaway?.register.method === method && throwaway.register.target.split('?')[0] === base + path) return true
  const hasPassword = inputs?.body.some((member) => /passw/i.test(member.path.at(-1) ?? '')) === true
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
