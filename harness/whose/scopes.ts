import { isSafeMethod } from '../../server/internal.ts'
import type { Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { foldName, leavesOfJson, singular } from '../ask/values.ts'
import { callerPlace } from '../model/caller.ts'
import { type Fixtures, NO_FIXTURE } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { whoamiRoutes } from './identities.ts'
import { entriesIn } from './made-by-run.ts'
import { isCreation } from '../subject/creates.ts'
import { isOfOne, listedNounOf, withoutSlash } from './path-nouns.ts'

type Known = Pick<Maker, 'routes' | 'fixtures' | 'ask'>

/** The noun of the records that a parameter of the query names: `project` of `projectId`; `undefined` for one that names none, or a user: these are listed for all. */
function nounIn(name: string): string | undefined {
  const [, noun] = /^(.{3,}?)(?:uu)?id$/.exec(foldName(name)) ?? []
  return noun === undefined || OF_USERS.test(noun) ? undefined : singular(noun)
}

const OF_USERS = /^(?:user|person|member|profile)s?$/

/**
 * Operations with places for records of who asks: a parameter of the query that names one is a scope, `GET /runs?projectId=…`, and a server refuses that
 * of any other user. What the fixtures say stays.
 */
export function withScopes(routes: readonly Route[], fixtures: Fixtures): readonly Route[] {
  return routes.map((route) => {
    const { sample } = route
    const said = (fixtures.routes[route.key] ?? NO_FIXTURE).query
    const scoped = Object.entries(sample?.query ?? {}).filter(
      ([name]) =>
        said[name] === undefined && mayName(name, route, routes) && listOf(name, { routes, fixtures }) !== undefined,
    )
    if (sample === undefined || scoped.length === 0) return route
    const places = scoped.map(([name, value]) => [name, callerPlace(value, name)] as const)
    return { ...route, sample: { ...sample, query: { ...sample.query, ...Object.fromEntries(places) } } }
  })
}

/** Operations that have a parameter in which all of them happen. */
const FEWEST = 3

/**
 * Whether an operation may be sent with a record of a user of the fixtures: it reads, or it makes a record in it or changes the one of its path, and several
 * others have the same parameter. Any other would act on the record that its query names.
 */
function mayName(name: string, route: Route, routes: readonly Route[]): boolean {
  if (isSafeMethod(route.method)) return true
  const isWithin = routes.filter(({ sample }) => sample?.query[name] !== undefined).length >= FEWEST
  const path = withoutSlash(route.path)
  const isCollection = routes.some((one) => withoutSlash(one.path) === path && one.method === 'GET')
  const isMade = isCreation(route, routes) && (path.includes('[') || isCollection || hasItems(path, routes))
  return isWithin && (isMade || isOfOne(route))
}

function hasItems(path: string, routes: readonly Route[]): boolean {
  return routes.some((one) => one.path.startsWith(`${path}/[`))
}

/** The operation that lists the records of who asks which a parameter names, needing no other: `GET /projects` for `projectId`. */
function listOf(name: string, { routes }: Pick<Known, 'routes' | 'fixtures'>): Route | undefined {
  const noun = nounIn(name)
  const isOfNoun = ({ method, path }: Route): boolean =>
    method === 'GET' && !path.includes('[') && listedNounOf({ path }) === noun
  return routes.find((route) => isOfNoun(route) && route.sample?.query[name] === undefined)
}

/** The id of the first record of a user's own that a parameter names: in what says who they are, else in their list. */
export async function ownRecord(user: User, name: string, world: Known): Promise<string | undefined> {
  const [whoami] = whoamiRoutes(world)
  const who = whoami && (await world.ask({ route: whoami, as: user }))
  const said =
    who?.isGood === true ? leavesOfJson(who.json).find((leaf) => foldName(leaf.name) === foldName(name)) : undefined
  if (said !== undefined && said.value !== null && said.value !== '') return String(said.value)
  const list = listOf(name, world)
  const listed = list && (await world.ask({ route: list, as: user }))
  return listed?.isGood === true ? entriesIn(listed.json, name, nounIn(name) ?? '')[0]?.id : undefined
}
