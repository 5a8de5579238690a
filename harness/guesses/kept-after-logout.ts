import { isFor } from '../model/route.ts'
import type { Exploration } from '../ask/exploration.ts'
import { memberName } from '../ask/bodies.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { minutesOf, openedTo } from './issued-before.ts'

const LOGOUT = /\/(?:log|sign)-?(?:out|off)\/?$/i

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
  const minutes = minutesOf(user)
  const isOfToken = route.inputs?.body.some((member) => /token|session/.test(memberName(member))) === true
  if (isOfToken || minutes !== undefined) {
    world.passed(tried)
    // A token that the server does not know is answered with 200 (RFC 7009 section 2.2).
    const text = isOfToken
      ? 'the credential of a user is good after it: does it end the one that its body names? Write logout in the fixtures'
      : `the token of a user is good after it, and ends by itself after ${minutes} minutes: is that soon enough?`
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
