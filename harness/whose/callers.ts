import type { Answer, Ask, Maker } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { hasCallerPlace } from '../model/caller.ts'
import { type Fixtures, NO_FIXTURE } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { whoamiRoutes } from './identities.ts'
import { idOf } from './user-ids.ts'

type Known = Pick<Maker, 'routes' | 'fixtures' | 'ask'>

/** Asks with the id of who asks where the body has a place for it; each user is asked once who they are. */
export function knowingCallers({ routes, fixtures, ask }: Known): Maker['ask'] {
  const ids = new Map<string, Promise<string | undefined>>()
  return async (what): Promise<Answer | undefined> => {
    const { as } = what
    if (as === undefined || !hasCallerPlace(bodyOf(what, fixtures))) return ask(what)
    const known = ids.get(as.name) ?? idOfUser(as, { routes, fixtures, ask })
    ids.set(as.name, known)
    return ask({ ...what, caller: await known })
  }
}

/** The members of a request as text. */
function bodyOf({ body, route }: Ask, { routes }: Fixtures): string {
  return JSON.stringify(body ?? [routes[route.key]?.body ?? route.sample?.body, route.sample?.query])
}

async function idOfUser(user: User, { routes, fixtures, ask }: Known): Promise<string | undefined> {
  const [whoami] = whoamiRoutes({ routes, fixtures })
  return whoami && idOf(await ask({ route: whoami, as: user }), user, 'user_id')
}

/**
 * The fixtures with the ids of users for the bodies that have a place for them: where another client asks, that of the user of the run whom an
 * operation is for, else of the first one.
 */
export async function withCallers(
  fixtures: Fixtures,
  routes: readonly Route[],
  users: readonly User[],
  world: Known,
): Promise<Fixtures> {
  const placed = routes.filter((route) => hasCallerPlace(bodyOf({ route, as: undefined }, fixtures)))
  if (placed.length === 0) return fixtures
  const callers: Record<string, string> = {}
  for (const user of users) {
    const id = await idOfUser(user, world)
    if (id !== undefined) callers[user.name] = id
  }
  const own = placed.map(({ key, as }) => {
    const first = as === undefined ? undefined : callers[as]
    const known = { callers, ...(first === undefined ? {} : { caller: first }) }
    return [key, { ...(fixtures.routes[key] ?? NO_FIXTURE), ...known }] as const
  })
  return { ...fixtures, routes: { ...fixtures.routes, ...Object.fromEntries(own) } }
}
