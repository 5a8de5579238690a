import type { AuthDescription, LeafDescription } from 'svc'
import { BEARER, hasAuthorizationScheme, isNamed, isText } from '../../server/internal.ts'
import {
  type Credential,
  type CredentialLogin,
  type Fixtures,
  NO_FIXTURE,
  type SessionFlow,
} from '../model/fixtures.ts'
import { type RequestData, type Take, TAKEN, type TakeOther, withTexts } from '../model/request.ts'
import { authenticatorsOf, type Route } from '../model/route.ts'
import type { RowUse } from '../model/row-name.ts'
import type { Scenario, SessionStep, Step } from '../model/scenario.ts'
import { withAuthorization, withCookie, withHeader, withQuery } from '../subject/place.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { plainRequest } from '../subject/plain-request.ts'
import { readAs } from '../model/scheme.ts'
import { parseObject } from '../text/json.ts'
import { splitSignature } from '../text/split-signature.ts'
import { mayUse } from '../subject/standing.ts'

/** A scenario before it is given to a route: that of its login, or of `home`. */
export type FlowScenario = RowUse &
  Pick<Scenario, 'title' | 'cause' | 'cwe' | 'expect' | 'steps'> &
  Partial<Pick<Scenario, 'order' | 'transport' | 'extra' | 'turn' | 'family'>> & { readonly home?: RequestData }

/** The facts that the scenarios of a login need: a route that its session or token opens. */
export interface FlowTarget {
  /** A request that passes validation on a protected, safe route, without a credential. */
  readonly request: RequestData
  /** Key of that route. */
  readonly route: string
  /** Name of the authenticator that reads the credential. */
  readonly authenticator: string
  /** Where the login's answer holds the credential. */
  readonly take: Take
  /** The request with a credential, or with `{taken}` for one. */
  readonly carry: (request: RequestData, value: string) => RequestData
  /** Absent if the credential is not a cookie. */
  readonly cookieName: string | undefined
  /** Whether the session is this framework's, which promises more than others do. */
  readonly isFramework: boolean
  /** A token that says everything itself: two logins may give the same one. */
  readonly isSelfContained: boolean
}

/** A login, and the authenticator whose credential it gives, where the fixtures name it. */
export type Login = SessionFlow

/** The login that is tried, what ends what it began, and how another user logs in. */
export interface Flow {
  readonly login: Login
  readonly logouts: readonly SessionFlow[]
  readonly other?: RequestData
  /** Names of all other users of the fixtures, as this login takes them. */
  readonly others?: readonly string[]
  /** The login of a user who may be locked; that of the fixtures if absent. */
  readonly guessed?: RequestData
}

/** Where a login of the fixtures can be tried, or why it cannot. */
export function findFlowTarget(routes: readonly Route[], fixtures: Fixtures, login: Login): FlowTarget | string {
  const leaf = authenticatorOf(routes, fixtures, login)
  if (leaf === undefined)
    return 'no authenticator is known that reads its answer; say use: the name of one, or take: { cookie: … }'
  const credential = fixtures.valid[leaf.name]?.[0]
  const cookieName = cookieNameOf(leaf, credential, login.take)
  const known = fixtures.logins?.find((one) => one.authenticator === leaf.name && isSameRoute(one, login))
  const take = login.take ?? known?.take ?? (cookieName === undefined ? undefined : { cookie: cookieName })
  if (take === undefined) return `say what its answer holds for ${leaf.name}: take: { json: '/token' }`
  const write = writerFor(leaf, cookieName)
  if (write === undefined) return `it is not known where ${leaf.name} reads its credential`
  const route = routeFor(routes, fixtures, leaf, userOf(login, fixtures))
  if (typeof route === 'string') return route
  return {
    request: plainRequest(route, fixtures.routes[route.key]),
    route: route.key,
    authenticator: leaf.name,
    take,
    carry: (request, value) => (hasPlace(request) ? inPlace(request, value) : write(request, value)),
    cookieName,
    isFramework: leaf.carrier.in === 'session',
    isSelfContained: credential !== undefined && isSelfContained(credential.value),
  }
}

/** Whether the fixtures say where a request has the token of the login: `{access}` in a header field, or in the query. */
function hasPlace({ target, headers }: RequestData): boolean {
  return [target, ...headers.map(([, value]) => value)].some((text) => text.includes(TAKEN))
}

function inPlace(request: RequestData, value: string): RequestData {
  return withTexts(request, (text) => text.replaceAll(TAKEN, value))
}

/** The user of the fixtures who logs in, if one is known to log in so. */
function userOf({ request: { method, target, body } }: Login, { logins = [], users }: Fixtures): string | undefined {
  const same = logins.find(
    ({ request }) => request.method === method && request.target === target && request.body === body,
  )
  return same?.user !== undefined && users[same.user] !== undefined ? same.user : undefined
}

/**
 * The GET route that the session or token must open: one that its user may use; of a user who is not known, one that all
 * may use, if there is one. One that nothing else opens comes before one that takes other credentials too; that which says who asks is best.
 */
function routeFor(
  routes: readonly Route[],
  fixtures: Fixtures,
  leaf: LeafDescription,
  user: string | undefined,
): Route | string {
  const mayOf = ({ key }: Route): boolean | undefined => {
    const fixture = fixtures.routes[key] ?? NO_FIXTURE
    if (user !== undefined) return mayUse(user, fixtures, fixture)
    return fixture.allow.length === 0 && fixture.deny.every((name) => name === 'anonymous') ? true : undefined
  }
  // A logout by GET ends what it is asked with: whether it was let in, no second request can show.
  const opened = routes.filter(
    (route) => route.method === 'GET' && opens(route.auth, leaf) && !endsSessions(route, fixtures),
  )
  if (opened.length === 0) return `no GET route is opened by ${leaf.name}`
  // Other operations of another server may break for reasons of their own.
  const saysWho = ({ key, path }: Route): boolean => key === fixtures.whoami || path.endsWith('/me')
  const rank = (route: Route): number =>
    (route.key === fixtures.whoami ? 0 : 8) +
    (mayOf(route) === true ? 0 : 4) +
    (isOnly(route.auth, leaf) ? 0 : 2) +
    (saysWho(route) ? 0 : 1)
  const [best] = opened.filter((route) => mayOf(route) !== false).toSorted((a, b) => rank(a) - rank(b))
  return best ?? `the roles of the fixtures let ${user} use no GET route that ${leaf.name} opens`
}

/**
 * Three parts between dots are a token that is signed (RFC 7515), or the session of a framework that keeps it in the cookie; so is any text with a
 * signature that says itself when it ends.
 */
function isSelfContained(value: Credential['value']): boolean {
  if (value.type !== 'key' && value.type !== 'cookie') return false
  if (/^\.?[\w-]+\.[\w-]+\.[\w-]*$/.test(value.value)) return true
  const { payload = '', separator = '' } = splitSignature(value.value) ?? {}
  const parts = payload === '' ? [] : payload.split(separator)
  return parts.some((part) => [part, Buffer.from(part, 'base64url').toString('latin1')].some(saysEnd))
}

/** Whether a text has a moment that is to come, in seconds or milliseconds since 1970. */
function saysEnd(text: string): boolean {
  const moments = [...text.matchAll(/(?<!\d)[1-9]\d{9}(?:\d{3})?(?!\d)/g)]
  return moments.some(([digits]) => Number(digits.padEnd(13, '0')) > Date.now())
}

/**
 * The one that a login is for. Where its answer holds a cookie, that which reads this cookie; else that whose credential
 * the fixtures take out of the same answer, from the same route or out of the same place; else a session of the
 * application, which a login without `take` is for; else the only one that fits. A login with other fields asks for more
 * than a session: to be remembered, say.
 */
function authenticatorOf(
  routes: readonly Route[],
  { valid, users, logins = [] }: Fixtures,
  login: Login,
): LeafDescription | undefined {
  const { take, authenticator } = login
  const leaves = authenticatorsOf(routes)
  if (authenticator !== undefined) return leaves.find(({ name }) => name === authenticator)
  const isOpened = (leaf: LeafDescription): boolean =>
    routes.some(({ method, auth }) => method === 'GET' && opens(auth, leaf))
  const ofLogins = (isWanted: (one: CredentialLogin) => boolean): readonly LeafDescription[] =>
    leaves.filter(({ name }) => logins.some((one) => one.authenticator === name && isWanted(one)))
  const sameRoute = ofLogins((one) => isSameRoute(one, login) && (take === undefined || isSameTake(one.take, take)))
  const sameTake = take === undefined ? [] : ofLogins((one) => isSameTake(one.take, take))
  const fromLogin = leaves.filter(({ name }) => valid[name]?.some(({ origin }) => origin === 'login'))
  const sessions = leaves.filter((leaf) => leaf.carrier.in === 'session' && !leaf.superuser)
  const sameFields =
    sessions.length === 0 ? sameRoute : ofLogins((one) => isSameRoute(one, login) && hasSameFields(one, login))
  const ofCookie =
    take !== undefined && 'cookie' in take
      ? leaves.map(readAs).filter(({ carrier }) => carrier.in === 'cookie' && carrier.name === take.cookie)
      : []
  const takesToken = (leaf: LeafDescription): boolean => hasAuthorizationScheme(readAs(leaf).carrier, BEARER.scheme)
  const bearers = leaves.filter((leaf) => leaf.token !== undefined || takesToken(leaf))
  // Of several, tokens of machines are of no user of the fixtures.
  const ofTokens = bearers.filter(({ token }) => token !== undefined)
  const isOfUser = ({ user }: Credential): boolean => user !== undefined && users[user] !== undefined
  const ofUsers = bearers.filter(({ name }) => valid[name]?.some(isOfUser) === true)
  const groups =
    take === undefined || 'cookie' in take
      ? [ofCookie, take === undefined ? sameFields : sameRoute, sameTake, sessions, fromLogin]
      : [sameRoute, sameTake, fromLogin, sessions, ...[bearers, ofTokens, ofUsers].filter(({ length }) => length === 1)]
  return groups.flatMap((group) => group.filter(isOpened))[0] ?? groups.flat()[0]
}

function isSameRoute({ request: one }: SessionFlow, { request: other }: SessionFlow): boolean {
  return one.method === other.method && one.target === other.target
}

function hasSameFields(
  { request: { body: one = '' } }: SessionFlow,
  { request: { body: other = '' } }: SessionFlow,
): boolean {
  return fieldsOf(one).join() === fieldsOf(other).join()
}

function fieldsOf(body: string): readonly string[] {
  return Object.keys(parseObject(body) ?? Object.fromEntries(new URLSearchParams(body))).toSorted()
}

function isSameTake(one: Take, other: Take): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isOnly(auth: AuthDescription | null | undefined, { name }: LeafDescription): boolean {
  return auth !== null && auth !== undefined && !('member' in auth) && !('members' in auth) && auth.name === name
}

/** Whether the authenticator lets a request in without the help of another. */
function opens(auth: AuthDescription | null | undefined, leaf: LeafDescription): boolean {
  const isMember = auth?.kind === 'list' && auth.members.some((member) => isOnly(member, leaf))
  return isMember || isOnly(auth, leaf)
}

function cookieNameOf(
  leaf: LeafDescription,
  credential: Credential | undefined,
  take: Take | undefined,
): string | undefined {
  const value = credential?.value
  if (value?.type === 'session' || value?.type === 'cookie') return value.name
  const { carrier } = readAs(leaf)
  if (isNamed(carrier)) return carrier.in === 'cookie' ? carrier.name : undefined
  return (leaf.carrier.in === 'session' || leaf.carrier.in === 'request') && take !== undefined && 'cookie' in take
    ? take.cookie
    : undefined
}

function writerFor(leaf: LeafDescription, cookieName: string | undefined): FlowTarget['carry'] | undefined {
  if (cookieName !== undefined) return (request, value) => withCookie(request, `${cookieName}=${value}`)
  const { carrier } = readAs(leaf)
  if (!isText(carrier)) return undefined
  if (carrier.in === 'authorization')
    return (request, value) => withAuthorization(request, `${carrier.scheme} ${value}`)
  return carrier.in === 'header'
    ? (request, value) => withHeader(request, carrier.name, value)
    : (request, value) => withQuery(request, `${encodeURIComponent(carrier.name)}=${value}`)
}

/** A step whose answer holds a session or token. */
export function issuing(
  request: RequestData,
  take: Take | TakeOther,
  more: Pick<SessionStep, 'unlike' | 'ifTaken' | 'cookie' | 'refresh'> = {},
): Step {
  return { request, expect: 'issued', extra: { about: 'session', take, ...more } }
}

/** A step whose answer takes the cookie away. */
export function clearing(request: RequestData, name: string): Step {
  const extra = { about: 'session', cookie: { name, change: 'cleared', secure: false } } as const
  return { request, expect: 'answered', extra }
}
