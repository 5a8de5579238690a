import { isDeepStrictEqual } from 'node:util'
import type { FirstLogin } from '../credentials/server-skeleton.ts'
import type { Route } from '../model/route.ts'
import type { Endpoint } from '../replay/connection.ts'
import { takeFrom } from '../replay/replay.ts'
import type { RawResponse } from '../replay/response-reader.ts'
import { SocketTarget, type Target } from '../replay/target.ts'
import { answerAlone } from '../run/stage.ts'
import { plainRequest } from '../subject/plain-request.ts'
import { endpointOf } from '../targets/targets.ts'
import { guardedRegistration, isForAll } from './first-register.ts'
import { filledRequest, isOfReserved, requestFor } from './login-request.ts'
import { waysOf } from './taken-token.ts'

interface Input {
  /** As guarded as their answers show. */
  readonly routes: readonly Route[]
  readonly origin: string
  /** Milliseconds to wait for an answer. */
  readonly timeout: number
  /** With `ROOT_PASSWORD`, and `ROOT_USERNAME` where that is not `root`, the login is sent once for the administrator. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly failures?: Endpoint['failures']
}

/** The login with an administrator, and what is said of it. */
export interface WithAdministrator {
  readonly first: FirstLogin
  readonly remarks: readonly string[]
}

/**
 * The administrator of the environment, where the login lets in, and how they make users, where there is no registration: an operation that
 * is for administrators by its path or its description, or whose list is refused to ann and not to the administrator. No user is made.
 */
export async function withAdministrator(first: FirstLogin, input: Input): Promise<WithAdministrator> {
  const at = /\{user\}(@[\w.-]+)/.exec(JSON.stringify(first.login.request))?.[1]
  const route = first.register === undefined && isOfReserved(at) ? guardedRegistration(input.routes) : undefined
  const register = route && { as: 'root', request: requestFor(route, '{user}', at ?? '@svc.invalid') }
  const supposed = register === undefined ? {} : { supposed: register }
  if (input.env['ROOT_PASSWORD'] === undefined) {
    const how = 'set ROOT_PASSWORD, and ROOT_USERNAME where that is not root, and write the file anew'
    const remark = `${route?.key} makes users, and is guarded: for an administrator, ${how}; register is in a comment of the file`
    return { first: { ...first, ...supposed }, remarks: route === undefined ? [] : [remark] }
  }
  const target = new SocketTarget(endpointOf(input.origin, input), input.timeout, undefined)
  try {
    const { username, answer, problem } = await logInAsRoot(first, at, input, target)
    if (answer === undefined)
      return { first: { ...first, ...supposed }, remarks: [`${problem}: no administrator is written`] }
    const root = { name: 'root', ...(username === 'root' ? {} : { username }), roles: ['admin'] }
    const found: FirstLogin = { ...first, users: [...first.users, root] }
    if (route === undefined || register === undefined) return { first: found, remarks: [] }
    if (await isForAdministrators(route, { first, answer, input, target }))
      return { first: { ...found, register }, remarks: [] }
    const remark = `${route.key} makes users, and nothing shows who may: where root may, take the # off register in the file`
    return { first: { ...found, ...supposed }, remarks: [remark] }
  } finally {
    await target.close()
  }
}

interface AsRoot {
  readonly username: string
  /** Absent where the login does not let in. */
  readonly answer?: RawResponse
  readonly problem?: string
}

/** @param at after the name of each user, where users log in with an address */
async function logInAsRoot(
  { login }: FirstLogin,
  at: string | undefined,
  { env, routes }: Input,
  target: Target,
): Promise<AsRoot> {
  const written = env['ROOT_USERNAME'] ?? 'root'
  const username = at === undefined ? written : written.replace(at, '')
  if (at !== undefined && username.includes('@')) {
    const problem = `ROOT_USERNAME is an address of another domain than ${at}, so write a login for root under credentials`
    return { username, problem }
  }
  const password = env['ROOT_PASSWORD'] ?? ''
  const request = filledRequest(login.request, { user: username, password }, routes)
  const answer = await answerAlone(request, target)
  if (answer !== undefined && answer.status < 400 && takeFrom(answer, login.take) !== undefined)
    return { username, answer }
  const got = answer === undefined ? 'gave no answer' : `answered ${answer.status}`
  return {
    username,
    problem: `the login ${request.method} ${login.request.path} ${got} for the administrator, without the credential`,
  }
}

/** Whether an operation that makes users is for administrators. */
async function isForAdministrators(
  route: Route,
  {
    first,
    answer,
    input: { routes, env },
    target,
  }: { readonly first: FirstLogin; readonly answer: RawResponse; readonly input: Input; readonly target: Target },
): Promise<boolean> {
  if (!isForAll(route) || route.inputs?.isForStaff === true) return true
  const list = routes.find(({ method, path }) => method === 'GET' && path === route.path)
  const password = env['ANN_PASSWORD']
  if (list === undefined || password === undefined || first.isGuess === true) return false
  const { name = '', username = name } = first.users[0] ?? {}
  const ofAnn = await answerAlone(filledRequest(first.login.request, { user: username, password }, routes), target)
  const statusFor = async (one: RawResponse | undefined): Promise<number> => {
    const field = one && fieldOf(first, one, routes)
    const plain = plainRequest(list, undefined)
    const got = field && (await answerAlone({ ...plain, headers: [...plain.headers, field] }, target))
    return got?.status ?? 0
  }
  const [ann, root] = [await statusFor(ofAnn), await statusFor(answer)]
  return (ann === 401 || ann === 403) && root >= 200 && root < 300
}

/** The header field that brings the credential of a login; `undefined` where it goes elsewhere. */
function fieldOf(
  { login: { take } }: FirstLogin,
  answer: RawResponse,
  routes: readonly Route[],
): readonly [string, string] | undefined {
  const token = takeFrom(answer, take)
  if (token === undefined) return undefined
  if (take.as !== undefined) return 'header' in take.as ? [take.as.header, token] : undefined
  const { prefix: _, ...place } = take
  const ways = waysOf(place, answer, routes)
  return (ways.find((way) => isDeepStrictEqual(way.take, take)) ?? ways[0])?.field
}
