import { isCookie, isSafeMethod } from '../../server/internal.ts'
import { authenticatorsOf, type Route } from '../model/route.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { ATTACKER, isForgeable } from './cross-site.ts'
import { nearOrigins } from './near-origins.ts'

const FOREIGN = ['Origin', ATTACKER] as const
/** Fields that a page of another site can have a browser send, and those that say how the body is read. */
const KEPT = /^(?:host|cookie|content-type|accept)$/i

/** Header fields of a page of another site; `isSent`: browsers send exactly these. */
type Sender = readonly [title: string, isSent: boolean, ...headers: (readonly [string, string])[]]

/** The most telling first. */
const SENDERS: readonly Sender[] = [
  ['a foreign Origin and Sec-Fetch-Site: cross-site', true, FOREIGN, ['Sec-Fetch-Site', 'cross-site']],
  ['a foreign Origin and a foreign Referer', true, FOREIGN, ['Referer', `${ATTACKER}/`]],
  ['a foreign Origin and no Referer', true, FOREIGN],
  ['the Origin null', true, ['Origin', 'null']],
  ['Sec-Fetch-Site: cross-site alone', false, ['Sec-Fetch-Site', 'cross-site']],
  ['a foreign Referer alone', false, ['Referer', `${ATTACKER}/`]],
  ['neither Origin nor Referer', false],
]

interface Sent {
  readonly title: string
  readonly isSent: boolean
  /** Its origin begins or ends as that of the own page. */
  readonly isNear: boolean
  readonly answer: Answer
}

/** Pages whose origins are nearly the one of the good request. */
function nearSenders({ request }: Answer): readonly Sender[] {
  const [, own = ''] = request.headers.find(([name]) => name.toLowerCase() === 'origin') ?? []
  return nearOrigins(own).map(({ title, origin }) => [
    title,
    true,
    ['Origin', origin],
    ['Sec-Fetch-Site', 'cross-site'],
  ])
}

/**
 * Operations that a cookie opens and for which the framework asks for no proof of origin: they say `csrf: false`, the API says
 * nothing, or a function reads the cookie. A page of another site is a finding where it passes; where the code refuses one such
 * page, every other that a browser may show is refused, too (semantics 4.6; OWASP CSRF prevention, "Verifying Origin").
 */
export async function exploreOwnProof(world: Exploration): Promise<void> {
  for (const route of world.routes) {
    if (isSafeMethod(route.method) || !isForgeable(route, world)) continue
    const names = unaskedOf(route)
    const users = world.users.filter(({ credentials }) => credentials.some((one) => names.has(one.authenticator)))
    const own = await firstGood(route, users, world)
    if (own !== undefined) await tryPages(own, route, world)
    else if (route.csrfNever === true && users.length > 0)
      world.question(
        route,
        'csrf: false, and a cookie opens it: a page of another site can send this request as the user who is logged in. What else keeps it out?',
      )
  }
}

/** Names of the authenticators that may take a cookie, and of which the framework asks for no proof on this operation. */
function unaskedOf(route: Route): ReadonlySet<string> {
  const leaves = authenticatorsOf([route]).filter(({ carrier }) =>
    route.csrf ? carrier.in === 'request' : isCookie(carrier) || carrier.in === 'request',
  )
  return new Set(leaves.map(({ name }) => name))
}

/** The answer to the first user whom the cookie alone lets in. */
async function firstGood(route: Route, users: readonly User[], world: Exploration): Promise<Answer | undefined> {
  for (const as of users) {
    const own = await world.ask({ route, as })
    if (own?.isGood === true && own.request.headers.some(([name]) => /^cookie$/i.test(name))) return own
  }
  return undefined
}

async function tryPages(own: Answer, route: Route, world: Exploration): Promise<void> {
  const anonymous = await world.ask({ route, as: undefined })
  if (anonymous === undefined || anonymous.isGood) return
  const sent = await pagesOf(own, world)
  const refused = sent.filter(({ answer: { status } }) => status >= 400 && status < 500)
  const passed = sent.filter(({ answer }) => answer.isGood)
  const taken = passed.find(({ isSent }) => isSent)
  const [first] = refused
  const tried = { row: 'csrf.session', route } as const
  if (taken !== undefined)
    return world.found({
      ...tried,
      answers: [first?.answer ?? own, taken.answer],
      code: 'accepted',
      expected:
        first === undefined
          ? 'a refusal: the request comes from a page of another site'
          : `a refusal, as with ${refused.map(({ title }) => title).join(', with ')}`,
      got: `${taken.answer.status} with ${passed.map(({ title }) => title).join(', with ')}`,
      cause: first === undefined ? causeOf(route) : causeOfOwn(route, taken),
    })
  if (first !== undefined) world.passed({ ...tried, answers: [first.answer] })
}

async function pagesOf(own: Answer, world: Exploration): Promise<readonly Sent[]> {
  const kept = own.request.headers.filter(([name]) => KEPT.test(name))
  const near = nearSenders(own)
  const sent: Sent[] = []
  for (const sender of [...SENDERS, ...near]) {
    const [title, isSent, ...headers] = sender
    const answer = await world.send({ ...own.request, headers: [...kept, ...headers] })
    if (answer !== undefined) sent.push({ title, isSent, isNear: near.includes(sender), answer })
  }
  return sent
}

function causeOf(route: Route): string {
  if (route.csrfNever === true)
    return `${route.key} says csrf: false, and pages of other sites can send it with the cookie of a user: nothing asks for a proof of origin. Take csrf: false away`
  if (!route.csrf)
    return 'operations that a cookie opens ask for no proof of origin, and pages of other sites can send them as the user who is logged in: csrf: true in the configuration'
  const names = [...unaskedOf(route)].join(', ')
  return `${names} reads a cookie itself, so that no proof of origin is asked for: pages of other sites can send requests as its user. Say what it is: named(…, { type: 'apiKey', in: 'cookie', name: … })`
}

function causeOfOwn(route: Route, { title, isNear }: Sent): string {
  if (isNear)
    return `${route.key} compares a part of the origin in its own code, and pages of other sites pass with ${title}. Compare the whole Origin`
  return `${route.key} asks for a proof of origin in its own code, and pages of other sites pass with ${title}: a header that is absent counts as one of the own site. Compare Origin, and refuse a request without it`
}
