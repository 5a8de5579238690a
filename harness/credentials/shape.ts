import { usersIn } from './resolve-routes.ts'
import { findNearest, formatAuth, leavesOf } from '../../server/internal.ts'
import { HarnessError } from '../model/failure.ts'
import { isProtected, type Route } from '../model/route.ts'
import { formatPlace } from '../text/repository-place.ts'
import type { FixtureFile } from './define.ts'
import { rightPlaceOf, routesAt } from './places.ts'
import { checkResources } from './resolve-resources.ts'
import { NAMES } from './structure.ts'
import { userOf } from './user-logins.ts'

/**
 * Makes sure that fixtures name only what exists: a misspelt name would leave a route untested without a word.
 *
 * @throws HarnessError naming the place and the nearest name.
 */
export function checkNames(fixtures: FixtureFile, routes: readonly Route[], file: string): void {
  const where = (place: string): string => `${file}  ${place}`
  checkKeys(fixtures, NAMES.file, where('the fixtures'))
  checkKeys(fixtures.policy, NAMES.policy, where('policy'))
  const authenticators = [...new Set(routes.flatMap(({ auth }) => leavesOf(auth).map(({ name }) => name)))]
  const gone = goneHint(routes)
  checkKeys(fixtures.credentials, authenticators, where('credentials'), 'authenticator', gone)
  checkKeys(fixtures.tokenKeys, authenticators, where('tokenKeys'), 'authenticator', gone)
  const keys = routes.map(({ key }) => key)
  checkKeys(fixtures.routes, keys, where('routes'), 'route')
  checkKeys(fixtures.roles, keys, where('roles'), 'route')
  checkKeys(fixtures.fields?.readOnly, keys, where('fields.readOnly'), 'route')
  const roles = Object.values(fixtures.users ?? {}).flatMap((user) => userOf(user).roles ?? [])
  const people = [...Object.keys(fixtures.users ?? {}), ...roles, 'anonymous']
  for (const [key, route] of Object.entries(fixtures.routes ?? {})) {
    checkKeys(route, NAMES.route, where(`routes, ${key}`))
    checkList([...(route?.allow ?? []), ...(route?.deny ?? [])], people, where(`routes, ${key}`), 'user or role')
    checkList(usersIn(route?.params), Object.keys(fixtures.users ?? {}), where(`routes, ${key}, params`), 'user')
    if (route?.use !== undefined)
      checkList([route.use], authenticators, where(`routes, ${key}, use`), 'authenticator', gone)
  }
  checkResources(fixtures, routes, file)
  checkPromises(fixtures, routes, file)
  for (const [key, role] of Object.entries(fixtures.roles ?? {})) {
    const denied = role?.deny === 'rest' ? [] : (role?.deny ?? [])
    checkList([...(role?.allow ?? []), ...denied], people, where(`roles, ${key}`), 'user or role')
  }
}

/**
 * Makes sure that what the fixtures say of one route holds together, and is about a route that is as they say.
 *
 * @throws HarnessError naming the route, and what it says twice.
 */
function checkPromises({ routes = {}, roles = {} }: FixtureFile, declared: readonly Route[], file: string): void {
  for (const key of new Set([...Object.keys(routes), ...Object.keys(roles)])) {
    const [said, role] = [routes[key], roles[key]]
    const [allow, deny] = [
      [said?.allow, role?.allow].flat().filter((name) => name !== undefined),
      [said?.deny, role?.deny].flat(),
    ]
    const refuse = (problem: string): never => {
      throw new HarnessError('SVC_FIXTURE_CONFLICT', `${file}  routes, ${key}: ${problem}`)
    }
    const both = allow.find((name) => deny.includes(name))
    if (both !== undefined) refuse(`"${both}" is in allow and in deny. Remove one of them.`)
    const under = role?.allow?.includes('anonymous') === true ? ' under roles' : ''
    if (said?.protected === true && allow.includes('anonymous'))
      refuse(
        `protected: true says that anonymous requests are refused, and allow${under} says that they pass. ` +
          "Remove protected: true where the credential is optional, else 'anonymous' from allow.",
      )
    const route = declared.find((one) => one.key === key)
    if (said?.protected !== false || route === undefined || !isProtected(route)) continue
    const source = route.authSource ?? route.source
    const place = source === undefined ? '' : ` (${formatPlace(source)})`
    refuse(
      `protected: false says that it is public, and it asks for ${formatAuth(route.auth)}${place}. ` +
        `Remove it; where the credential is optional, write roles: { '${key}': { allow: ['anonymous'] } } in its place.`,
    )
  }
}

/**
 * Another reason for an unknown authenticator than a misspelt name: the route that used it does so no more, and
 * every client may call it now. `undefined` if the source is not known: for a server in another process.
 */
function goneHint(routes: readonly Route[]): string | undefined {
  const open = routes.filter(({ auth, source }) => source !== undefined && (auth === null || auth === undefined))
  if (open.length === 0) return routes.some(({ source }) => source !== undefined) ? 'No route uses it.' : undefined
  const places = open
    .slice(0, SHOWN)
    .map(({ key, auth, authSource, source }) => `${key} (${formatAuth(auth)}, ${formatPlace(authSource ?? source)})`)
  const more = open.length > SHOWN ? ` and ${open.length - SHOWN} more` : ''
  return `No route uses it. Without auth: ${places.join(', ')}${more}; if one of them lost it, svc routes --check says so.`
}

/** Routes that a message names. */
const SHOWN = 4

function checkKeys(value: unknown, known: readonly string[], place: string, kind = 'key', hint?: string): void {
  if (value === undefined) return
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new HarnessError('SVC_FIXTURE_TYPE', `${place} must be an object`)
  checkList(Object.keys(value), known, place, kind, hint)
}

function checkList(
  names: readonly string[],
  known: readonly string[],
  place: string,
  kind: string,
  hint?: string,
): void {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new HarnessError(
    'SVC_FIXTURE_UNKNOWN',
    `${place}: there is no ${kind} "${unknown}". ${hint === undefined ? '' : `${hint} `}${remedyFor(unknown, known, kind)}`,
  )
}

function remedyFor(unknown: string, known: readonly string[], kind: string): string {
  const routes = kind === 'route' ? routesAt(unknown, known) : []
  const nearest = findNearest(unknown, known)
  const meant = routes.length > 0 || nearest === undefined ? routes : [nearest]
  if (meant.length > 0) return `Did you mean ${meant.map((name) => `"${name}"`).join(' or ')}?`
  const place = kind === 'key' ? rightPlaceOf(unknown) : undefined
  return place ?? `Known: ${known.join(', ') || 'none'}.`
}
