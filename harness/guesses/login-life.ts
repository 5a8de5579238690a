import { isFor, isProtected, type Route } from '../model/route.ts'
import type { Take } from '../model/request.ts'
import { NoAnswer } from '../replay/connection.ts'
import { takeFrom } from '../replay/replay.ts'
import { type RawResponse, setCookieOf } from '../replay/response-reader.ts'
import { askAboutAnswer, askAboutCookie } from '../text/token-life.ts'
import { readClaims } from '../text/token.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import { sendLogin } from '../ask/later-second.ts'
import type { Throwaways } from '../ask/throwaways.ts'

/** One more login of a user. */
export interface LoggedIn {
  /** `undefined` where the fixtures name no user. */
  readonly user: User | undefined
  /** The user was made for the run. */
  readonly isMade: boolean
  readonly take: Take
  readonly answer: Answer
  readonly raw: RawResponse
  /** The credential that it gives. */
  readonly taken: string
}

/** Logs a user of the run in, else the first user of the fixtures; `undefined` where the fixtures have no login, or it gives nothing. */
export async function logInOnce(world: Exploration, people: Throwaways | undefined): Promise<LoggedIn | undefined> {
  const { login, throwaway } = world.fixtures
  const made = await people?.make()
  const take = made === undefined ? login?.take : throwaway?.take
  const request = made === undefined ? login?.request : people?.loginOf(made)
  if (take === undefined || request === undefined || world.isOver()) return undefined
  const answer = await sendLogin(request, world)
  const raw = answer?.replayed.answer
  if (answer?.isGood !== true || raw === undefined || raw instanceof NoAnswer) return undefined
  const taken = takeFrom(raw, take)
  if (taken === undefined) return undefined
  world.hide(taken)
  return { user: made ?? world.users[0], isMade: made !== undefined, take, answer, raw, taken }
}

/** How long the credential of a login is good, as its answer says: a token that says its own end is looked at apart. */
export async function exploreLoginLife(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const login = await logInOnce(world, people)
  if (login === undefined || readClaims(login.taken) !== undefined) return
  const { take, answer, raw } = login
  const question =
    'json' in take
      ? askAboutAnswer('a user', answer.json, take.json)
      : 'cookie' in take
        ? askAboutCookie('a user', setCookieOf(raw, take.cookie) ?? '')
        : undefined
  const route = routeOf(answer, world)
  if (question !== undefined && route !== undefined) world.question(route, question)
}

/** The operation of a login; where the document has none, the first that asks for a credential. */
function routeOf({ request }: Answer, { routes }: Exploration): Route | undefined {
  return routes.find((route) => isFor(route, request)) ?? routes.find(isProtected)
}
