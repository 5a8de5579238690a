import { isProtected, type Route } from '../model/route.ts'
import { readClaims } from '../text/token.ts'
import type { Exploration, User } from '../ask/exploration.ts'
import { isAskable } from '../ask/standing.ts'
import { whoamiRoutes } from '../whose/identities.ts'

/** Seconds that a token which says its own end may be good after what should end it. */
const SHORT = 3_600
/** Operations that are looked through for one that opens. */
const MOST = 5

/** An operation that answers the user, and refuses anonymous requests. */
export async function openedTo(user: User, world: Exploration): Promise<Route | undefined> {
  const others = world.routes.filter(
    (route) => route.method === 'GET' && isProtected(route) && !route.path.includes('['),
  )
  const askable = [...whoamiRoutes(world), ...others].filter((route) => isAskable(route, world))
  for (const route of askable.slice(0, MOST))
    if ((await opens(route, user, world)) && !(await opens(route, undefined, world))) return route
  return undefined
}

/** Whether an operation answers a user. */
export async function opens(route: Route, as: User | undefined, world: Exploration): Promise<boolean> {
  return (await world.ask({ route, as }))?.isGood === true
}

/** Minutes after which a token that says its own end is over, where they are few; `undefined` for any other. */
export function minutesOf(user: User): number | undefined {
  for (const { exp, iat } of claimsIn(user))
    if (typeof exp === 'number') {
      const seconds = exp - (typeof iat === 'number' ? iat : Date.now() / 1_000)
      return seconds <= SHORT ? Math.round(seconds / 60) : undefined
    }
  return undefined
}

/** Claims of the credentials of a user that are tokens. */
export function claimsIn({ credentials }: User): readonly Readonly<Record<string, unknown>>[] {
  return credentials.flatMap(({ value }) => {
    const claims = readClaims('value' in value && typeof value.value === 'string' ? value.value : '')
    return claims === undefined ? [] : [claims]
  })
}
