import { isProtected, type Route } from '../model/route.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { leavesOfJson } from '../ask/values.ts'
import { openedTo } from '../guesses/issued-before.ts'
import { deletionOf } from '../guesses/login-name.ts'
import { isLogin } from '../model/login.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { hideKeys, isIssued, isOfKeys, makeKey, openedBy } from './listed-keys.ts'

/** Values of an answer that are tried. */
const MOST = 3

/** Keys for programs that users make for themselves: a user of the run makes one and is deleted, and the key must open nothing. */
export async function exploreKeptKeys(world: Exploration, people: Throwaways): Promise<void> {
  for (const route of world.routes) {
    const makes = /^(?:POST|PUT)$/.test(route.method) && isProtected(route) && isOfKeys(route)
    if (!makes || paramsOf(route).length > 0 || isLogin(route, world.fixtures)) continue
    if (world.whyNot(route) === undefined && !world.isOver()) await tryKey(route, world, people)
  }
}

async function tryKey(create: Route, world: Exploration, people: Throwaways): Promise<void> {
  const user = await people.make()
  const read = user && (await openedTo(user, world))
  if (user === undefined || read === undefined) return
  const deletion = await deletionOf(user, world)
  if (deletion === undefined || !world.wants('token.logout', deletion.route)) return
  const made = await makeKey(create, { user, params: {} }, world)
  const anonymous = await world.ask({ route: read, as: undefined })
  if (made?.isGood !== true || anonymous === undefined) return
  hideKeys(made, world)
  const open = await openedByKey(made, anonymous, world)
  const { route, params, by } = deletion
  const gone = open && (await world.ask({ route, as: by, params }))
  if (open === undefined || gone?.isGood !== true || (await people.logIn(user.name, user.password)) !== undefined)
    return
  const after = await world.send(open.request)
  if (after === undefined) return
  const tried = { row: 'token.logout', route, variant: 'key', answers: [gone, after] } as const
  if (!after.isGood) return world.passed(tried)
  world.found({
    ...tried,
    code: 'accepted',
    expected: '401',
    got: `${after.status} to ${read.key} with the key that ${create.key} has given, as before`,
    cause: `${route.key} does not end the keys of the user: one that ${create.key} has given is good after it`,
  })
}

/** The answer that a key of an answer opens, which a request without one does not. */
export async function openedByKey(
  { json, text }: Answer,
  anonymous: Answer,
  world: Exploration,
): Promise<Answer | undefined> {
  const named = leavesOfJson(json).filter(isIssued)
  const whole = typeof json === 'string' ? json : text.trim()
  const values = named.length > 0 ? named.map(({ value }) => String(value)) : /[\s{<]/.test(whole) ? [] : [whole]
  for (const value of values.slice(0, MOST)) {
    const answer = await openedBy(value, anonymous, world)
    if (answer !== undefined) return answer
  }
  return undefined
}
