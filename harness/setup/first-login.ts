import { isDeepStrictEqual } from 'node:util'
import { isSafeMethod } from '../../server/internal.ts'
import type { RequestFixture } from '../credentials/define.ts'
import { fillPath } from '../credentials/filled-path.ts'
import type { FirstLogin } from '../credentials/skeleton.ts'
import { isReserved } from '../ask/bodies.ts'
import { foldName } from '../ask/values.ts'
import { FORM, type RequestData, type Take } from '../model/request.ts'
import { type BodyMember, isProtected, type Route } from '../model/route.ts'
import { type Endpoint, NoAnswer } from '../replay/connection.ts'
import { SocketTarget } from '../replay/target.ts'
import { sendAlone } from '../run/stage.ts'
import { endpointOf } from '../targets/targets.ts'
import { REFRESH, takesOf, takeThatOpens } from './taken-token.ts'
import { isTokenField } from './token-field.ts'

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
const PASSWORD = /passw|pwd|passphrase|^secret$/
const NAME = /^(?:user(?:name|id)?|login|loginname|e?mail(?:address)?|name|account|identifier|phone)$/
const LOGIN = /^(?:log-?in|sign-?in|sessions?|token|access-token|auth|authenticate)$/i
/** The same as a part of a step. */
const LIKE_LOGIN = /log[-_]?in|sign[-_]?in|authenticat|session|token/i
const REGISTER = /^(?:register|registration|sign-?up|users?|accounts?)$/i
/** Steps of paths by which users are made: credentials of a user of the fixtures are never sent there. */
const MAKES = /regist|sign-?_?up|enrol|(?:^|[-_])(?:create|new|add|join)(?:$|[-_])|create(?:User|Account)/i
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
  const { status, take, others = [] } = await askOnce(request, user, input)
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

function makesUsers({ path }: Route): boolean {
  return path.split('/').some((step) => MAKES.test(step))
}

/** Names of the members of the body, or of the parameters of a query that has both. */
function hasBoth(route: Route): boolean {
  return isPair(route.inputs?.body.map(({ path }) => path.at(-1) ?? '') ?? []) || isOfQuery(route)
}

/** Whether the user and the password stand in the query. */
function isOfQuery({ inputs }: Route): boolean {
  return isPair(inputs?.query ?? [])
}

function isPair(names: readonly string[]): boolean {
  const folded = names.map(foldName)
  return folded.some((name) => PASSWORD.test(name)) && folded.some((name) => NAME.test(name))
}

/** The operation that makes users: by its name, or the collection that the login is below. @param login absent for that of OAuth 2.0 */
function registrationOf(
  routes: readonly Route[],
  at: string | undefined,
  login: Route | undefined,
): FirstLogin['register'] {
  const route = routes.find((one) => {
    const isNamed =
      REGISTER.test(one.path.split('/').at(-1) ?? '') ||
      makesUsers(one) ||
      login?.path.startsWith(`${one.path}/`) === true
    return isNamed && one !== login && one.method === 'POST' && !isProtected(one) && hasBoth(one) && isForAll(one)
  })
  return route === undefined ? undefined : { request: requestFor(route, '{user}', at ?? '@svc.invalid') }
}

/** No administration, and no operation that takes the token of a user: it makes users for one who may. */
function isForAll({ path, inputs }: Route): boolean {
  return (
    !/(?:^|[/_-])(?:admin|administration|staff|manage(?:ment)?|internal)(?:$|[/_-])/i.test(path) &&
    !inputs?.headers?.some(isTokenField)
  )
}

/** `@example.com` where users log in with an address; `undefined` where they do with a name. */
function addressOf(route: Route | undefined, written: string): string | undefined {
  const name = route?.inputs?.body.find((member) => NAME.test(foldName(member.path.at(-1) ?? '')))
  if (name === undefined || !(foldName(name.path.at(-1) ?? '').includes('mail') || name.format === 'email'))
    return undefined
  return written.includes('@') ? written.slice(written.indexOf('@')) : '@example.com'
}

/** Users of the run get no address of a domain that may be in use. */
function isOfReserved(at: string | undefined): boolean {
  return at === undefined || isReserved(at.slice(1))
}

/** @param user the text of the member that names the user @param at after it, for addresses */
function requestFor({ method, path, inputs, sample }: Route, user: string, at = ''): RequestFixture {
  const members = inputs?.isInQuery === true ? [] : (inputs?.body ?? [])
  const names = inputs?.query ?? []
  if (!isPair(members.map(({ path: own }) => own.at(-1) ?? '')) && isPair(names)) {
    const named = names.find((name) => NAME.test(foldName(name)))
    const pairs = names.flatMap((name) => {
      if (PASSWORD.test(foldName(name))) return [`${name}={password}`]
      if (name === named) return [`${name}=${user}${foldName(name).includes('mail') ? at : ''}`]
      const known = sample?.query[name]
      return known === undefined ? [] : [`${name}=${encodeURIComponent(known)}`]
    })
    return { ...(method === 'POST' ? {} : { method: method as 'GET' }), path: `${path}?${pairs.join('&')}` }
  }
  const first = members.find(({ path: own }) => NAME.test(foldName(own.at(-1) ?? '')))
  const body: Record<string, unknown> = {}
  for (const member of members) {
    const value = valueOf(member, user, at, member === first)
    if (value !== undefined) put(body, member.path, value)
  }
  const isForm = inputs?.contentType === FORM
  return {
    ...(method === 'POST' ? {} : { method: method as 'PUT' }),
    path,
    ...(isForm ? { form: body as Record<string, string> } : { body }),
  }
}

function valueOf({ path, sample, isRequired }: BodyMember, user: string, at: string, isFirst: boolean): unknown {
  const name = foldName(path.at(-1) ?? '')
  if (PASSWORD.test(name)) return '{password}'
  if (name.includes('mail')) return user + at
  if (isFirst || (NAME.test(name) && at !== '')) return user
  if (name === 'granttype') return 'password'
  const isInert = typeof sample !== 'string' || !/\$\{|^(?:file|exec):/.test(sample)
  return isRequired && isInert ? sample : undefined
}

function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) target[name] = value
  else put((target[name] ??= {}) as Record<string, unknown>, rest, value)
}

/** A name of the document's answers that is one of a token. */
function guess(route: Route): string {
  return route.inputs?.answers.find((name) => /token|jwt/i.test(name) && !REFRESH.test(name)) ?? 'token'
}

/** The status of the login, and what its answer gives; neither where no password is known. */
async function askOnce(
  request: RequestFixture,
  user: string,
  { env, origin, failures, timeout, routes }: Input,
): Promise<{ readonly status: number | undefined; readonly take?: Take; readonly others?: readonly Take[] }> {
  const password = env['ANN_PASSWORD']
  if (password === undefined) return { status: undefined }
  const target = new SocketTarget(endpointOf(origin, { failures }), timeout, undefined)
  try {
    const answer = (await sendAlone(dataOf(request, user, password, routes), target))?.answer
    if (answer === undefined || answer instanceof NoAnswer) return { status: 0 }
    const takes = takesOf(answer)
    const take = await takeThatOpens(takes, answer, target, routes)
    const { prefix: _, ...place } = take ?? {}
    const others = takes.filter((one) => !isDeepStrictEqual(one, place))
    return { status: answer.status, others, ...(take && { take }) }
  } finally {
    await target.close()
  }
}

function dataOf(
  { method = 'POST', path, form, body }: RequestFixture,
  user: string,
  password: string,
  routes: readonly Route[],
): RequestData {
  const fill = (text: string): string =>
    text.replaceAll(/\{(user|password)\}/g, (_, name) => (name === 'user' ? user : password))
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return fill(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one)]))
  }
  const [own = path] = path.split('?')
  const base = routes.find((route) => route.method === method && route.path === own)?.base ?? ''
  const target = base + fillPath(path, { user, password })
  const isForm = form !== undefined
  if (!isForm && body === undefined) return { method, target, headers: [['Accept', 'application/json']] }
  const text = isForm
    ? new URLSearchParams(walk(form) as Record<string, string>).toString()
    : JSON.stringify(walk(body))
  return {
    method,
    target,
    headers: [
      ['Content-Type', isForm ? FORM : 'application/json'],
      ['Accept', 'application/json'],
    ],
    body: Buffer.from(text, 'utf8').toString('latin1'),
  }
}
