import { isDeepStrictEqual } from 'node:util'
import { isSafeMethod } from '../../server/internal.ts'
import type { RequestFixture } from '../credentials/define.ts'
import type { FirstLogin } from '../credentials/server-skeleton.ts'
import type { Take } from '../model/request.ts'
import { isProtected, type Route } from '../model/route.ts'
import type { Endpoint } from '../replay/connection.ts'
import { SocketTarget } from '../replay/target.ts'
import { answerAlone } from '../run/stage.ts'
import { endpointOf } from '../targets/targets.ts'
import { makesUsers, REGISTER, registrationOf } from './first-register.ts'
import { addressOf, hasBoth, isOfQuery, isOfReserved, filledRequest, requestFor } from './login-request.ts'
import { REFRESH, takesOf, takeThatOpens } from './taken-token.ts'

interface Input {
  readonly routes: readonly Route[]
  readonly origin: string
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  /** With `ANN_PASSWORD`, and `ANN_USERNAME` where that is not `ann`, the login is sent once. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The endpoint of the OAuth 2.0 password grant, below the origin. */
  readonly tokenPath: string | undefined
  readonly failures?: Endpoint['failures']
}

/** The names that are written for two users. */
const USERS = ['ann', 'bob'] as const
const LOGIN = /^(?:log-?in|sign-?in|sessions?|token|access-token|auth|authenticate)$/i
/** The same as a part of a step. */
const LIKE_LOGIN = /log[-_]?in|sign[-_]?in|authenticat|session|token/i
const OTHER = /reset|forg[eo]t|recover|refresh|change|confirm|verif|logout|revoke/i

/** Logins that are tried, where a server has several: with another service, with a name of its own. */
const MOST = 3

/** How users log in and are made, by the document and the answers of its logins; `undefined` where the document shows none. */
export async function findFirstLogin(input: Input): Promise<FirstLogin | undefined> {
  const candidates = loginsOf(input.routes).slice(0, MOST)
  const [likeliest] = candidates
  if (likeliest === undefined)
    return input.tokenPath === undefined ? undefined : (await tryLogin(undefined, input)).first
  const first = await tryLogin(likeliest, input)
  if (first.isOpened) return first.first
  for (const route of candidates.slice(1)) {
    const next = await tryLogin(route, input)
    if (next.isOpened) return next.first
  }
  return first.first
}

/** @param route absent for the endpoint of OAuth 2.0 */
async function tryLogin(
  route: Route | undefined,
  input: Input,
): Promise<{ readonly first: FirstLogin; readonly isOpened: boolean }> {
  const { routes, env, tokenPath } = input
  const written = env['ANN_USERNAME'] ?? USERS[0]
  const at = addressOf(route, written)
  const form = { grant_type: 'password', username: '{user}', password: '{password}' }
  const request: RequestFixture =
    route === undefined ? { path: tokenPath ?? '', form } : requestFor(route, `{user}${at ?? ''}`)
  const user = at === undefined ? written : written.replace(at, '')
  const guessed: Take = { json: `/${route === undefined ? 'access_token' : guess(route)}` }
  const { status, take, others = [], refusal } = await askOnce(request, user, input)
  const registration = isOfReserved(at) ? registrationOf(routes, at, route) : undefined
  const first: FirstLogin = {
    login: { request, take: take ?? guessed },
    users: USERS.map((name) => {
      const own = env[`${name.toUpperCase()}_USERNAME`]
      const key = at === undefined ? own : own?.replace(at, '')
      return { name, ...(key === undefined || key === name ? {} : { username: key }) }
    }),
    ...(registration === undefined ? {} : { register: registration }),
    status,
    others,
    ...(refusal === undefined ? {} : { refusal }),
    ...(take === undefined ? { isGuess: true as const } : {}),
  }
  return { first, isOpened: take !== undefined && status !== undefined && status < 400 }
}

/** By their names, the likeliest first: the last step that says so comes before one further up, since registrations are below `/auth` too. */
function loginsOf(routes: readonly Route[]): readonly Route[] {
  const able = routes.filter((route) => {
    const isAsked = !isSafeMethod(route.method) || (route.method === 'GET' && isOfQuery(route))
    return isAsked && !isProtected(route) && !OTHER.test(route.path) && hasBoth(route) && !makesUsers(route)
  })
  const stepsOf = ({ path }: Route): readonly string[] => path.split('/').filter((step) => step !== '')
  const others = able.filter(
    ({ path, method }) => !REGISTER.test(path.split('/').at(-1) ?? '') && !isSafeMethod(method),
  )
  const named = [
    ...able.filter((route) => LOGIN.test(stepsOf(route).at(-1) ?? '')),
    ...able.filter((route) => stepsOf(route).some((step) => LOGIN.test(step))),
    ...able.filter((route) => LIKE_LOGIN.test(stepsOf(route).at(-1) ?? '')),
  ]
  return [...new Set(named.length === 0 && others.length === 1 ? others : named)]
}

/** A name of the document's answers that is one of a token. */
function guess(route: Route): string {
  return route.inputs?.answers.find((name) => /token|jwt/i.test(name) && !REFRESH.test(name)) ?? 'token'
}

interface Tried extends Pick<FirstLogin, 'status' | 'refusal'> {
  readonly take?: Take
  readonly others?: readonly Take[]
}

/** The status of the login, and what its answer gives; neither where no password is known. */
async function askOnce(
  request: RequestFixture,
  user: string,
  { env, origin, failures, timeout, routes }: Input,
): Promise<Tried> {
  const password = env['ANN_PASSWORD']
  if (password === undefined) return { status: undefined }
  const target = new SocketTarget(endpointOf(origin, { failures }), timeout, undefined)
  try {
    const answer = await answerAlone(filledRequest(request, { user, password }, routes), target)
    if (answer === undefined) return { status: 0 }
    if (answer.status >= 400) {
      const refusal = Buffer.from(answer.body, 'latin1').toString('utf8')
      return { status: answer.status, refusal }
    }
    const takes = takesOf(answer)
    const take = await takeThatOpens(takes, answer, target, routes)
    const { prefix: _, ...place } = take ?? {}
    const others = takes.filter((one) => !isDeepStrictEqual(one, place))
    return { status: answer.status, others, ...(take && { take }) }
  } finally {
    await target.close()
  }
}
