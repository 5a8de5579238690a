import type { Answer, Ask, Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { type Caller, callerPlaces, hasCallerPlace } from '../model/caller.ts'
import { type Fixtures, NO_FIXTURE } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { whoamiRoutes } from './identities.ts'
import { ownRecord } from './scopes.ts'
import { idByLogin, idOf } from './user-ids.ts'

type Known = Pick<Maker, 'routes' | 'fixtures' | 'ask'>

/** Asks with the ids of who asks where the request has places for them; each user is asked once who they are, and for each of their records. */
export function knowingCallers(known: Known): Maker['ask'] {
  const callers = new Callers(known)
  return async (what): Promise<Answer | undefined> => {
    const { as } = what
    const text = textOf(what, known.fixtures)
    if (as === undefined || !hasCallerPlace(text)) return known.ask(what)
    return known.ask({ ...what, caller: await callers.of(as, callerPlaces(text)) })
  }
}

/** The ids by which users are named, asked for once. */
class Callers {
  readonly #known: Known
  readonly #ids = new Map<string, Promise<string | undefined>>()

  constructor(known: Known) {
    this.#known = known
  }

  /** @param places names of parameters, and an empty one for the id of the user */
  async of(user: User, places: ReadonlySet<string>): Promise<Caller> {
    const records: Record<string, string> = {}
    let id: string | undefined
    for (const place of places) {
      const value = await this.#idAt(user, place)
      if (place === '') id = value
      else if (value !== undefined) records[place] = value
    }
    return { id, records }
  }

  #idAt(user: User, place: string): Promise<string | undefined> {
    const key = JSON.stringify([user.name, place])
    const asked = this.#ids.get(key)
    if (asked !== undefined) return asked
    const value = (place === '' ? idOfUser(user, this.#known) : ownRecord(user, place, this.#known)).then((id) => {
      // A server that was busy is asked again.
      if (id === undefined) this.#ids.delete(key)
      return id
    })
    this.#ids.set(key, value)
    return value
  }
}

/** The members of a request as text. */
function textOf({ body, route }: Ask, { routes }: Fixtures): string {
  return JSON.stringify([body ?? routes[route.key]?.body ?? route.sample?.body, route.sample?.query])
}

/** The id of a user, as the server says who asks, a claim of the token, or the answer to the login. @param param by which a path names users */
export async function idOfUser(
  user: User,
  { routes, fixtures, ask }: Known,
  param = 'user_id',
): Promise<string | undefined> {
  const [whoami] = whoamiRoutes({ routes, fixtures })
  return idOf(whoami && (await ask({ route: whoami, as: user })), user, param) ?? idByLogin(user)
}

/**
 * The fixtures with the ids of users for the requests that have a place for them: where another client asks, those of the user of the run whom an
 * operation is for, else of the first one.
 */
export async function withCallers(
  fixtures: Fixtures,
  routes: readonly Route[],
  users: readonly User[],
  world: Known,
): Promise<Fixtures> {
  const callers = new Callers(world)
  const own: [string, Fixtures['routes'][string]][] = []
  for (const route of routes) {
    const text = textOf({ route, as: undefined }, fixtures)
    if (!hasCallerPlace(text)) continue
    const all: Record<string, Caller> = {}
    for (const user of users) {
      const caller = await callers.of(user, callerPlaces(text))
      if (caller.id !== undefined || Object.keys(caller.records ?? {}).length > 0) all[user.name] = caller
    }
    const first = route.as === undefined ? undefined : all[route.as]
    const known = { callers: all, ...(first === undefined ? {} : { caller: first }) }
    own.push([route.key, { ...(fixtures.routes[route.key] ?? NO_FIXTURE), ...known }])
  }
  return own.length === 0 ? fixtures : { ...fixtures, routes: { ...fixtures.routes, ...Object.fromEntries(own) } }
}
