import { judgeOrigin } from '../check/cors.ts'
import { isFor, isProtected, type Route } from '../model/route.ts'
import type { RequestData } from '../model/request.ts'
import { NoAnswer } from '../replay/connection.ts'
import { fieldsOf } from '../replay/response-reader.ts'
import { askAboutCookie } from '../text/token-life.ts'
import { readClaims } from '../text/token.ts'
import { openedTo } from '../guesses/issued-before.ts'
import { type LoggedIn, logInOnce } from '../guesses/login-life.ts'
import type { Answer, Exploration, User } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { ATTACKER, cookiesOf, isForgeable, requestsOfAnotherSite, sameSiteIn } from './cross-site.ts'

/** A cookie that a login sets. */
interface Cookie {
  readonly name: string
  readonly value: string
  /** Other cookies that are sent with it: some servers want all that they have set. */
  readonly more?: readonly Cookie[]
  /** The whole line that sets it. */
  readonly line: string
}

/** Operations that are asked as a page of another site asks them. */
const MOST = 8

/**
 * A login that gives a token and sets a cookie as well: whether the cookie alone opens what the token opens, which the document does not say,
 * and whether a page of another site can write with it. Only a user of the run writes.
 */
export async function exploreBesideCookie(world: Exploration, people: Throwaways | undefined): Promise<void> {
  const login = await logInOnce(world, people)
  if (login?.user === undefined || 'cookie' in login.take) return
  const cookies = cookiesIn(login)
  if (cookies.length === 0) return
  for (const { value } of cookies) world.hide(value)
  const read = await openedTo(login.user, world)
  const anonymous = read && (await world.ask({ route: read, as: undefined }))
  if (read === undefined || anonymous === undefined) return
  const [first, ...more] = cookies
  for (const cookie of [...cookies, ...(first === undefined || more.length === 0 ? [] : [{ ...first, more }])]) {
    const answer = await world.send(withCookie(anonymous.request, cookie))
    if (answer?.isGood !== true) continue
    tell(read, cookie, answer, world)
    judgeFlags(cookie, login, world)
    await readElsewhere(read, cookie, answer, world)
    if (login.isMade) await forge(cookie, login.user, world)
    return
  }
}

/** The cookies of a login; not those that it deletes. */
function cookiesIn({ raw }: LoggedIn): readonly Cookie[] {
  return fieldsOf(raw.headers, 'set-cookie').flatMap((line) => {
    const [, name = '', value = ''] = /^\s*([^=;\s]+)=([^;]*)/.exec(line) ?? []
    return value === '' || /;\s*max-age=(?:0|-\d+)\s*(?:;|$)/i.test(line) ? [] : [{ name, value, line }]
  })
}

function withCookie(request: RequestData, cookie: Cookie): RequestData {
  const text = [cookie, ...(cookie.more ?? [])].map(({ name, value }) => `${name}=${value}`).join('; ')
  return { ...request, headers: [...request.headers, ['Cookie', text]] }
}

/** A cookie that the document has is known; how long it is good may not be. */
function tell(read: Route, cookie: Cookie, answer: Answer, world: Exploration): void {
  const life = readClaims(cookie.value) === undefined ? askAboutCookie('a user', cookie.line) : undefined
  if (life !== undefined) world.question(read, life)
  const isDeclared = [...cookiesOf(read, world).values()].includes(cookie.name)
  if (isDeclared || !world.wants('token.cookie', read)) return
  const title = `the cookie ${cookie.name} that a login sets beside its token, alone`
  world.passed({ row: 'token.cookie', route: read, title, answers: [answer], isAccepted: true })
}

/** A script in any page of the application reads a cookie without `HttpOnly` (RFC 6265 section 5.2.6): what is put into a page takes the login along. */
function judgeFlags(cookie: Cookie, { answer }: LoggedIn, world: Exploration): void {
  const { name } = cookie
  const route = world.routes.find((one) => isFor(one, answer.request))
  if (route === undefined || !world.wants('token.cookie-flags', route)) return
  const tried = { row: 'token.cookie-flags', route, title: `the cookie ${name} of a login`, answers: [answer] } as const
  // Where it counts with another cookie only, one that scripts cannot read is enough.
  if (linesOf(cookie).some((line) => /;\s*httponly\s*(?:;|$)/i.test(line))) return world.passed(tried)
  world.found({
    ...tried,
    code: 'cookie',
    expected: 'HttpOnly',
    got: `${name}, which is a credential by itself, and which scripts can read`,
    cause: `${route.key} sets the cookie ${name}, which is a credential, without HttpOnly: a script that gets into a page takes the login along`,
  })
}

/** A page of another site that reads with the cookie of its visitor, where the browser sends it (Fetch, CORS protocol and credentials). */
async function readElsewhere(route: Route, cookie: Cookie, answer: Answer, world: Exploration): Promise<void> {
  if (!isSentElsewhere(cookie) || !world.wants('cors.cookie', route)) return
  const { request } = answer
  const foreign = await world.send({ ...request, headers: [...request.headers, ['Origin', ATTACKER]] })
  const raw = foreign?.replayed.answer
  if (foreign === undefined || raw === undefined || raw instanceof NoAnswer) return
  const [problem] = judgeOrigin(raw, ATTACKER).problems
  const tried = {
    row: 'cors.cookie',
    route,
    title: `a page of another site that reads with the cookie ${cookie.name} of its visitor`,
    answers: [answer, foreign],
  } as const
  if (!foreign.isGood || problem === undefined) return world.passed(tried)
  world.found({
    ...tried,
    ...problem,
    cause: `Access-Control-Allow-Origin repeats any Origin, with Access-Control-Allow-Credentials, and the cookie ${cookie.name} is sent along: pages of other sites read what its user may read`,
  })
}

function linesOf(cookie: Cookie): readonly string[] {
  return [cookie, ...(cookie.more ?? [])].map(({ line }) => line)
}

/** Whether browsers send a cookie, and all that it counts with, along with requests of pages of other sites. */
function isSentElsewhere(cookie: Cookie): boolean {
  return linesOf(cookie).every((line) => ['', 'none'].includes(sameSiteIn(line)))
}

/** One operation that takes it shows how the cookie is read. */
async function forge(cookie: Cookie, user: User, world: Exploration): Promise<void> {
  if (!isSentElsewhere(cookie)) return
  let last: { readonly route: Route; readonly answer: Answer } | undefined
  let tried = 0
  for (const route of world.routes) {
    if (route.method !== 'POST' || route.path.includes('[') || !isProtected(route)) continue
    if (world.isOver() || tried >= MOST || !isForgeable(route, world)) continue
    const own = await world.ask({ route, as: user })
    const without = own?.isGood === true ? await world.ask({ route, as: undefined }) : undefined
    if (own === undefined || without === undefined || without.isGood) continue
    tried++
    for (const request of requestsOfAnotherSite(withCookie(own.request, cookie))) {
      const answer = await world.send(request)
      if (answer?.isGood === true) return judge(route, cookie, answer, world)
      if (answer !== undefined) last = { route, answer }
    }
  }
  if (last !== undefined) world.passed({ row: 'csrf.session', route: last.route, answers: [last.answer] })
}

function judge(route: Route, { name, line }: Cookie, answer: Answer, world: Exploration): void {
  const sameSite = sameSiteIn(line) === '' ? 'no SameSite' : 'SameSite=None'
  world.found({
    row: 'csrf.session',
    route,
    answers: [answer],
    code: 'accepted',
    expected: 'a refusal: no proof that the request comes from a page of the application',
    got: `${answer.status}, and browsers send the cookie ${name} along (${sameSite})`,
    cause: `the cookie ${name} that the login sets beside its token is a credential, and pages of other sites write with it: ${route.key} is one. Set SameSite=Lax, compare Origin, or do not read it`,
  })
}
