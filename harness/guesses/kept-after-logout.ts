import { isFor, isProtected, type Route } from '../model/route.ts'
import { readClaims } from '../text/token.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { memberName } from '../ask/bodies.ts'
import { isAskable } from '../ask/standing.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { whoamiRoutes } from '../whose/identities.ts'

/** Seconds that a token which says its own end may be good after a logout. */
const SHORT = 3_600
const LOGOUT = /\/(?:log|sign)-?(?:out|off)\/?$/i
/** Operations that are looked through for one that opens. */
const MOST = 5

/**
 * A logout that the document has and the fixtures do not name: a user of the run leaves by it, and asks again. A token that ends within the
 * hour by itself is a question.
 */
export async function exploreLogout(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const { logouts = [] } = world.fixtures
  const route = world.routes.find(({ method, path }) => method === 'POST' && LOGOUT.test(path))
  if (route === undefined || logouts.some(({ request }) => isFor(route, request))) return
  if (world.whyNot(route) !== undefined || !world.wants('token.logout', route) || world.isOver()) return
  const user = await people?.make()
  const read = user && (await openedTo(user, world))
  if (user === undefined || read === undefined) return
  const left = await world.ask({ route, as: user })
  const after = await world.ask({ route: read, as: user })
  if (left?.isGood !== true || after === undefined) return
  const tried = { row: 'token.logout', route, answers: [left, after] } as const
  if (!after.isGood) return world.passed(tried)
  const seconds = secondsOf(user)
  const isOfToken = route.inputs?.body.some((member) => /token|session/.test(memberName(member))) === true
  if (isOfToken || (seconds !== undefined && seconds <= SHORT)) {
    world.passed(tried)
    // A token that the server does not know is answered with 200 (RFC 7009 section 2.2).
    const text = isOfToken
      ? 'the credential of a user is good after it: does it end the one that its body names? Write logout in the fixtures'
      : `the token of a user is good after it, and ends by itself after ${Math.round((seconds ?? 0) / 60)} minutes: is that soon enough?`
    return world.question(route, text)
  }
  world.found({
    ...tried,
    code: 'accepted',
    expected: '401',
    got: `${after.status} to ${read.key}, as before`,
    cause: `${route.key} ends nothing: the credential of the user is good after it`,
  })
}

/** An operation that answers the user, and refuses anonymous requests. */
async function openedTo(user: User, world: Exploration): Promise<Route | undefined> {
  const others = world.routes.filter(
    (route) => route.method === 'GET' && isProtected(route) && !route.path.includes('['),
  )
  const askable = [...whoamiRoutes(world), ...others].filter((route) => isAskable(route, world))
  for (const route of askable.slice(0, MOST)) {
    const isGood = async (as: User | undefined): Promise<boolean> => {
      const answer: Answer | undefined = await world.ask({ route, as })
      return answer?.isGood === true
    }
    if ((await isGood(user)) && !(await isGood(undefined))) return route
  }
  return undefined
}

/** Seconds from its issue to its end of a token that says both; `undefined` for any other. */
function secondsOf({ credentials }: User): number | undefined {
  for (const { value } of credentials) {
    const text = 'value' in value && typeof value.value === 'string' ? value.value : ''
    const { exp, iat } = readClaims(text) ?? {}
    if (typeof exp === 'number') return exp - (typeof iat === 'number' ? iat : Date.now() / 1_000)
  }
  return undefined
}
