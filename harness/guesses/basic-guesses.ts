import { isProtected, type Route } from '../model/route.ts'
import type { Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { whoamiRoutes } from '../whose/identities.ts'
import { basicOf, tryGuesses } from './guess-limit.ts'
import { pairIn } from './login-texts.ts'

/**
 * The password of a login, sent by HTTP Basic (RFC 7617) to an operation that a user reads: many frameworks take it beside the login, also where the
 * document does not say so, and the login alone limits guesses.
 */
export async function exploreBasicGuesses(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const { login } = world.fixtures
  const route = world.mayWrite && login !== undefined ? readBy(world) : undefined
  if (login === undefined || route === undefined) return
  const made = await people?.make()
  const entered = made === undefined ? login.request : people?.loginOf(made)
  const pair = entered && pairIn(entered)
  if (pair === undefined) return
  const send = (password: string): ReturnType<Exploration['ask']> => {
    const authorization = basicOf(pair.name, password)
    world.hide(authorization.slice('Basic '.length))
    return world.ask({ route, as: undefined, headers: { authorization } })
  }
  const good = await send(pair.password)
  // An operation that lets everybody in is another matter.
  if (good?.isGood !== true || (await send(`${pair.password}-wrong`))?.isGood !== false) return
  await tryGuesses({ route, good: good.request, made, isIn: ({ isGood }) => isGood, by: ' by HTTP Basic' }, world)
}

/** An operation that a user reads with any credential of their own: who they are, or the first list. */
function readBy(world: Exploration): Route | undefined {
  const reads = world.routes.filter(({ method, path }) => method === 'GET' && paramsOf({ path }).length === 0)
  return [...whoamiRoutes(world), ...reads].find(
    (route) => isProtected(route) && world.whyNot(route) === undefined && world.wants('guess.limit', route),
  )
}
