import { isFor, type Route } from '../model/route.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { memberName } from '../ask/bodies.ts'
import type { Made, Throwaways } from '../ask/throwaways.ts'
import { NoAnswer } from '../replay/connection.ts'
import { fieldOf } from '../replay/response-reader.ts'
import { noteEnd } from './endless-token.ts'
import { minutesOf, openedTo } from './issued-before.ts'
import { plainRequest } from '../subject/plain-request.ts'

/** A logout, and one that says where it leads to; the session of another user has an id. */
const LOGOUT =
  /\/(?:log|sign)[-_]?(?:out|off)(?:\/\[(?:redirect|return|next|url|target|callback|goto|to|dest)\w*\])?\/?$/i

/**
 * A logout that the document has and the fixtures do not name: a user of the run leaves by it, and asks again. A token that ends within the
 * hour by itself is a question.
 */
export async function exploreLogout(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const { logouts = [] } = world.fixtures
  const [route] = ['POST', 'DELETE', 'GET'].flatMap((method) =>
    world.routes.filter((one) => one.method === method && LOGOUT.test(one.path)),
  )
  if (route === undefined || logouts.some(({ request }) => isFor(route, request))) return
  if (!mayLeave(route, world) || !world.wants('token.logout', route) || world.isOver()) return
  const user = await people?.make()
  const read = user && (await openedTo(user, world))
  if (people === undefined || user === undefined || read === undefined) return
  const left =
    route.method === 'GET'
      ? await world.send(plainRequest(route, world.fixtures.routes[route.key]), { as: user })
      : await world.ask({ route, as: user })
  const after = await world.ask({ route: read, as: user })
  if (left === undefined || !hasLeft(route, left) || after === undefined || asksFirst(route, left)) return
  const isOfToken = route.inputs?.body.some((member) => /token|session/.test(memberName(member))) === true
  if (after.isGood && isOfToken) {
    world.passed({ row: 'token.logout', route, answers: [left, after] })
    // A token that the server does not know is answered with 200 (RFC 7009 section 2.2).
    return world.question(
      route,
      'the credential of a user is good after it: does it end the one that its body names? Write logout in the fixtures',
    )
  }
  await judgeKept({ route, read, answers: [left, after], user, ends: 'the credential of the user' }, world, people)
}

/** A success, or the way to the page that the request itself has named. */
function hasLeft({ path }: Route, { isGood, status, request, replayed: { answer } }: Answer): boolean {
  if (isGood || (status !== 302 && status !== 303) || !path.includes('[')) return isGood
  const target = answer instanceof NoAnswer || answer === undefined ? undefined : fieldOf(answer.headers, 'location')
  const named =
    request.target
      .split('?', 1)[0]
      ?.split('/')
      .findLast((step) => step !== '') ?? ''
  return target !== undefined && !/error|confirm|reason=/i.test(target) && target.includes(named)
}

/** Whether a page asks before it ends a session: by a form, or by a link. */
function asksFirst({ method }: Route, { text }: Answer): boolean {
  return method === 'GET' && /<form\b|confirm/i.test(text)
}

/** A read that ends a session by its name is sent as a user of the run all the same, unless the fixtures say what may be sent. */
function mayLeave(route: Route, world: Exploration): boolean {
  const isSaid = world.fixtures.routes[route.key]?.isUnsafeSaid === true
  return world.whyNot(route) === undefined || (route.method === 'GET' && !isSaid)
}

/** An operation that should have ended a credential, and the answer to it afterwards. */
interface Kept {
  readonly route: Route
  readonly read: Route
  readonly answers: readonly [left: Answer, after: Answer]
  /** With the credential from before. */
  readonly user: Made
  /** The credential, in words. */
  readonly ends: string
}

/**
 * A credential after the operation that should have ended it, and the token to refresh that came with it: what ends by itself within the hour is a
 * question, unless a new one comes in its place.
 */
export async function judgeKept(
  { route, read, answers, user, ends }: Kept,
  world: Exploration,
  people: Throwaways,
): Promise<void> {
  const [, after] = answers
  const minutes = minutesOf(user)
  const tried = { row: 'token.logout', route, answers } as const
  noteEnd(world, route, after.isGood)
  if (after.isGood && minutes === undefined)
    return world.found({
      ...tried,
      code: 'accepted',
      expected: '401',
      got: `${after.status} to ${read.key}, as before`,
      cause: `${route.key} ends nothing: ${ends} is good after it`,
    })
  const renewed = await openedAnew(user, read, world, people)
  if (renewed !== undefined)
    return world.found({
      ...tried,
      answers: [...answers, renewed],
      code: 'accepted',
      expected: 'a refusal of the token to refresh',
      got: `a new token for the token to refresh from before, which opens ${read.key}`,
      cause: `${route.key} does not end the token to refresh: what comes with ${ends} gives new tokens after it`,
    })
  world.passed(tried)
  if (after.isGood)
    world.question(
      route,
      `the token of a user is good after it, and ends by itself after ${minutes} minutes: is that soon enough?`,
    )
}

/** The answer to a user with a token that the token to refresh of their login still gives; `undefined` where it gives none that opens. */
export async function openedAnew(
  user: Made,
  read: Route,
  world: Exploration,
  people: Throwaways,
): Promise<Answer | undefined> {
  const credential = await people.renew(user)
  const answer = credential && (await world.ask({ route: read, as: { ...user, credentials: [credential] } }))
  return answer?.isGood === true ? answer : undefined
}
