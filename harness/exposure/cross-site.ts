import { isCookie, isSafeMethod, leavesOf } from '../../server/internal.ts'
import { FORM_TOKEN } from '../model/fixtures.ts'
import { FORM, type RequestData } from '../model/request.ts'
import { readAs } from '../model/scheme.ts'
import { authenticatorsOf, type Route } from '../model/route.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { isObject, parseObject } from '../text/json.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { isLogin } from '../model/login.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import type { MadeRecord } from '../ask/journal.ts'
import type { User } from '../ask/users.ts'
import { makeRecord } from '../whose/making.ts'
import { placeOf } from '../whose/record-places.ts'

/** The origin of a page of another site. */
export const ATTACKER = 'https://attacker.example'
/** Operations that are asked whether they want a token. */
const MOST_ASKED = 2
/** Operations on records, each of which takes two records that are made for it. */
const MOST_OF_RECORDS = 12
/** Members of a form that prove where it was made: a page of another site does not know them. */
const PROOF = /csrf|xsrf|authenticity|^_?token$/i

/**
 * The requests that a page of another site can make a browser send without asking first: POST, no header field of its own, and a
 * body of a form or a text (Fetch section 4.10, CORS-safelisted). Whether the cookie goes along is up to its SameSite: `None`, or
 * none at all, which Firefox and Safari read as `None`. Behind `Lax` and `Strict` it is a question, since pages of sister sites and
 * old browsers send the cookie.
 *
 * Operations with parameters are asked for records of the run; the login and the logout are left out.
 */
export async function exploreCrossSite(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const apt = world.routes.filter(
    (route) =>
      (route.method === 'POST' || (!isSafeMethod(route.method) && proofOf(route, world) !== undefined)) &&
      isForgeable(route, world),
  )
  const isOfRecord = ({ path }: Route): boolean => path.includes('[')
  const asked = [...apt.filter((one) => !isOfRecord(one)), ...apt.filter(isOfRecord).slice(0, MOST_OF_RECORDS)]
  if (asked.length === 0) return
  const made = await people?.make()
  const users = made === undefined ? world.users : [made, ...world.users]
  const all: Forged[] = []
  for (const route of asked) {
    const sent = await forge(route, users, world)
    if (sent !== undefined) all.push(sent)
  }
  const guarded = all.some(({ taken }) => taken !== undefined) ? await guardedIn(all, users, world) : undefined
  for (const sent of all) judge(sent, sent.hasProof ? guarded : undefined, sameSiteOf(sent.cookie, world), world)
}

/** Whether a page of another site could be of use: no login, no logout. */
export function isForgeable(route: Route, world: Exploration): boolean {
  const isOfSession = isLogin(route, world.fixtures) || endsSessions(route, world.fixtures)
  return !isOfSession && world.whyNot(route) === undefined && world.wants('csrf.session', route)
}

interface Forged {
  readonly route: Route
  readonly cookie: string
  /** The answer to a request of another site that was taken; `undefined` where each was refused. */
  readonly taken: Answer | undefined
  readonly last: Answer
  /** The fixtures name the field of a token that it wants. */
  readonly hasProof: boolean
  /** The name of its user. */
  readonly as: string
}

/** The cookie alone opens the operation: with it, as a page of another site sends it, and not without it. */
async function forge(route: Route, users: readonly User[], world: Exploration): Promise<Forged | undefined> {
  const cookies = cookiesOf(route, world)
  const user = users.find(({ credentials }) => credentials.some(({ authenticator }) => cookies.has(authenticator)))
  if (user === undefined) return undefined
  const [record, next] = await recordsOf(route, user, world)
  if (route.path.includes('[') && (record === undefined || next === undefined)) return undefined
  const own = await world.ask({ route, as: user, ...(record && { params: record.params }) })
  const cookie = cookies.get(
    user.credentials.find(({ authenticator }) => cookies.has(authenticator))?.authenticator ?? '',
  )
  if (own?.isGood !== true || cookie === undefined) return undefined
  const anonymous = await world.ask({ route, as: undefined, ...(next && { params: next.params }) })
  if (anonymous === undefined || anonymous.isGood) return undefined
  let last = own
  const proof = proofOf(route, world)
  const request = record && next ? named(own.request, record, next) : own.request
  const bare = proof === undefined ? [] : [withoutProof(request, proof)]
  const forged = route.method === 'POST' ? requestsOfAnotherSite(request) : []
  for (const one of [...bare, ...forged]) {
    const answer = await world.send(one)
    if (answer === undefined) return undefined
    last = answer
    if (answer.isGood) return { route, cookie, taken: answer, last, hasProof: proof !== undefined, as: user.name }
  }
  return { route, cookie, taken: undefined, last, hasProof: proof !== undefined, as: user.name }
}

/** Two records of the run for an operation: a good request may delete the first. None where its path names none. */
async function recordsOf(route: Route, user: User, world: Exploration): Promise<readonly MadeRecord[]> {
  const place = route.path.includes('[') && world.mayWrite ? placeOf(route, world) : undefined
  if (place === undefined || place.of !== undefined || place.member !== undefined) return []
  const made = [await makeRecord(place, user, world), await makeRecord(place, user, world)]
  return made.flatMap((one) => one ?? [])
}

/** The same request for another record. */
function named(request: RequestData, { id }: MadeRecord, next: MadeRecord): RequestData {
  const [path = '', ...query] = request.target.split('?')
  const steps = path.split('/').map((step) => (decodeURIComponent(step) === id ? encodeURIComponent(next.id) : step))
  return { ...request, target: [steps.join('/'), ...query].join('?') }
}

/** An operation that refuses what has no token, and takes the same request with it afterwards: it was not refused for its own sake. */
async function guardedIn(
  all: readonly Forged[],
  users: readonly User[],
  world: Exploration,
): Promise<Route | undefined> {
  const apt = all.filter(({ route, taken, hasProof, last: { status, text } }) => {
    const isOfProof = [401, 403, 419].includes(status) || (status < 500 && /csrf|xsrf|forg/i.test(text))
    return taken === undefined && hasProof && isOfProof && !route.path.includes('[')
  })
  for (const { route, as } of apt.slice(0, MOST_ASKED)) {
    const user = users.find(({ name }) => name === as)
    if (user !== undefined && (await world.ask({ route, as: user }))?.isGood === true) return route
  }
  return undefined
}

/** @param guarded an operation that wants the token, as this one should */
function judge(
  { route, cookie, taken, last }: Forged,
  guarded: Route | undefined,
  sameSite: string | undefined,
  world: Exploration,
): void {
  const tried = { row: 'csrf.session', route, answers: [last] } as const
  if (taken === undefined && [409, 429].includes(last.status))
    return world.inconclusive(tried, `${last.status} to the same request without a proof says nothing of it`)
  if (taken === undefined) return world.passed(tried)
  if (guarded === undefined && sameSite !== 'none' && sameSite !== '')
    return world.question(
      route,
      `takes a request of a page of another site with the cookie ${cookie}: ${
        sameSite === undefined
          ? 'its SameSite is not known, since no login of the fixtures sets it'
          : `SameSite=${sameSite} alone keeps such pages out, and not those of sister sites`
      }. What else does?`,
    )
  world.found({
    ...tried,
    code: 'accepted',
    expected: 'a refusal: no proof that the request comes from a page of the application',
    got:
      guarded === undefined
        ? `${last.status}, and browsers send the cookie ${cookie} along (${sameSite === '' ? 'no SameSite' : 'SameSite=None'})`
        : `${last.status} without the token`,
    cause:
      guarded === undefined
        ? `${route.key} takes requests of pages of other sites with the cookie of the user: compare Origin, or ask for a token, and set SameSite=Lax`
        : `${route.key} does not ask for the token against forged requests, and ${guarded.key} does: it is left out for this method or path`,
  })
}

/** The header field in which the operation wants the token against forged requests, as the fixtures say (`login.csrf.header`). */
function proofOf(route: Route, { fixtures }: Exploration): string | undefined {
  const headers = Object.entries(fixtures.routes[route.key]?.headers ?? {})
  return headers.find(([, value]) => value === FORM_TOKEN)?.[0]
}

/** The own request as a page of another site would send it if the server let it (CORS): without that token. */
function withoutProof(request: RequestData, proof: string): RequestData {
  const headers = request.headers.filter(
    ([name]) => !/^(?:origin|sec-fetch-site|x-.*)$/i.test(name) && name.toLowerCase() !== proof.toLowerCase(),
  )
  return { ...request, headers: [...headers, ['Origin', ATTACKER], ['Sec-Fetch-Site', 'cross-site']] }
}

/** The names of the cookies that open an operation, by authenticator. */
export function cookiesOf({ auth }: Route, { routes }: Exploration): ReadonlyMap<string, string> {
  const leaves = auth === null || auth === undefined ? authenticatorsOf(routes) : leavesOf(auth)
  return new Map(
    leaves
      .map(readAs)
      .flatMap(({ name, carrier }) => (isCookie(carrier) && 'name' in carrier ? [[name, carrier.name]] : [])),
  )
}

/** As a form, and as a text that is JSON where the own page sends JSON. */
export function requestsOfAnotherSite({ body = '', ...request }: RequestData): readonly RequestData[] {
  const kept = request.headers.filter(([name]) => /^(?:host|cookie)$/i.test(name))
  const headers: RequestData['headers'] = [...kept, ['Origin', ATTACKER], ['Sec-Fetch-Site', 'cross-site']]
  const as = (type: string, text: string): RequestData => ({
    ...request,
    headers: [...headers, ['Content-Type', type]],
    body: text,
  })
  const json = parseObject(body)
  const fields = (json === undefined ? [...new URLSearchParams(body)] : Object.entries(json)).filter(
    ([name]) => !PROOF.test(name),
  )
  const texts = fields.flatMap(([name, value]) => (isObject(value) ? [] : [[name, String(value)]]))
  const form = as(FORM, new URLSearchParams(texts).toString())
  return json === undefined ? [form] : [form, as('text/plain', JSON.stringify(Object.fromEntries(fields)))]
}

/** The SameSite of a cookie as its login has set it, in lower case: empty where it has none, `undefined` where none was seen. */
function sameSiteOf(cookie: string, { fixtures }: Exploration): string | undefined {
  const line = fixtures.loginCookies?.get(cookie)
  return line === undefined ? undefined : sameSiteIn(line)
}

/** The SameSite in a line that sets a cookie. */
export function sameSiteIn(line: string): string {
  return (/;\s*samesite=(\w*)/i.exec(line)?.[1] ?? '').toLowerCase()
}
