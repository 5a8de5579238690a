import { isCookie, isSafeMethod } from '../../server/internal.ts'
import type { RequestData } from '../model/request.ts'
import { type Route, isProtected } from '../model/route.ts'
import { numbered, type RowIn } from '../model/row-name.ts'
import type { Scenario } from '../model/scenario.ts'
import type { Origins, PlanContext } from '../subject/plan-input.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { withHeader, withSender } from '../subject/place.ts'

type Headers = RequestData['headers']

/** The page that sends a request, and the header fields by which a browser says so. */
interface Sender {
  readonly name: RowIn<'csrf'>
  readonly variant?: string
  /** Of "a good cookie". */
  readonly title: string
  readonly headers: Headers
}

const NOWHERE: Sender = { name: 'nowhere', title: 'without any proof of its origin', headers: [] }
const ATTACKER = 'https://attacker.example'
const sender = (name: Sender['name'], title: string, ...headers: Headers): Sender => ({ name, title, headers })

const SENDERS: readonly Sender[] = [
  NOWHERE,
  sender('cross-site', 'from another site', ['Origin', ATTACKER], ['Sec-Fetch-Site', 'cross-site']),
  sender('other-origin', "with another site's Origin", ['Origin', ATTACKER]),
  sender('null', 'with the Origin null', ['Origin', 'null']),
  sender('same-site', 'from a sister site', ['Sec-Fetch-Site', 'same-site']),
  sender('bare-cross-site', 'from another site that names no Origin', ['Sec-Fetch-Site', 'cross-site']),
  sender('unknown-site', 'with a Sec-Fetch-Site that means nothing', ['Sec-Fetch-Site', 'same-origin-allow']),
  sender(
    'two-sites',
    'with two Sec-Fetch-Site lines',
    ['Sec-Fetch-Site', 'same-origin'],
    ['Sec-Fetch-Site', 'cross-site'],
  ),
  sender('referer', 'with nothing but a Referer', ['Referer', 'http://127.0.0.1/']),
  sender('custom-header', 'with X-Requested-With for a proof', ['X-Requested-With', 'XMLHttpRequest']),
]

/** Content types that a page of another site can send without a preflight, and one that is believed to be safe. */
const CONTENT_TYPES: readonly (readonly [name: 'form' | 'text' | 'multipart' | 'json', type: string])[] = [
  ['form', 'application/x-www-form-urlencoded'],
  ['text', 'text/plain'],
  ['multipart', 'multipart/form-data; boundary=svc'],
  ['json', 'application/json'],
]

/** Where the application's own origin is known: claims that are nearly right. */
function nearSenders({ own, host, trusted }: Origins): readonly Sender[] {
  const { protocol, hostname } = new URL(own)
  const from = (name: Sender['name'], title: string, ...headers: Headers): Sender =>
    sender(name, title, ['Host', host], ...headers)
  const look = trusted.flatMap((origin, at): Sender[] =>
    [
      sender('trusted-look-alike', 'with an Origin that begins like a trusted one', [
        'Origin',
        `${origin}.evil.example`,
      ]),
      sender('trusted-inside', 'with an Origin that has a trusted one in it', ['Origin', `${ATTACKER}/${origin}`]),
    ].map((one) => ({ ...one, ...numbered(at) })),
  )
  return [
    from('look-alike', 'with an Origin that begins like the own one', ['Origin', `${own}.attacker.example`]),
    from('inside', 'with an Origin that has the own one in it', ['Origin', `${ATTACKER}/${own}`]),
    from('other-port', 'from another port', ['Origin', `${protocol}//${hostname}:9`]),
    from('other-scheme', 'over another scheme', [
      'Origin',
      own.replace(/^\w+/, protocol === 'http:' ? 'https' : 'http'),
    ]),
    from('two-origins', 'with two Origin lines, the first good', ['Origin', own], ['Origin', ATTACKER]),
    from('two-origins-last', 'with two Origin lines, the second good', ['Origin', ATTACKER], ['Origin', own]),
    from(
      'site-contradicts',
      'with the own Origin, from another site',
      ['Origin', own],
      ['Sec-Fetch-Site', 'cross-site'],
    ),
    ...look,
  ].filter(({ headers }) => !isTrusted(headers, trusted))
}

/** Whether a request comes from an origin that the application names, its own or another scheme or port of it. */
function isTrusted(headers: Headers, trusted: readonly string[]): boolean {
  const origins = headers.filter(([name]) => name === 'Origin')
  return origins.length === 1 && origins.every(([, origin]) => trusted.includes(origin))
}

/** A cookie on an unsafe method must prove that it comes from the application's own pages (semantics 4.6). */
export function csrfScenarios(subject: RouteSubject): readonly Scenario[] {
  const { route, input } = subject
  return subject.leaves.flatMap((leaf, index) => {
    // Where the application reads the cookie itself, the server does not know that there is one.
    if (subject.readsItself(index)) return []
    if (route.method === 'GET') return input.local ? upgrades(subject, index) : []
    const mustProve = route.csrf && !isSafeMethod(route.method) && (isCookie(leaf.carrier) || route.csrfAlways === true)
    return mustProve ? forgeries(subject, index) : []
  })
}

/** An operation that says `csrf: true` itself asks every request, those without a credential too. */
export function anonymousCsrfScenarios(
  route: Route,
  plain: RequestData,
  { origins }: PlanContext,
): readonly Scenario[] {
  if (route.csrfAlways !== true || isSafeMethod(route.method)) return []
  return sendersOf(origins).map((one) =>
    create(route, one, `a request ${one.title}`, withSender(plain, one.headers), {
      exercise: 'wire',
      control: 'independent',
    }),
  )
}

function sendersOf(origins: Origins | undefined): readonly Sender[] {
  return origins === undefined ? SENDERS : [...SENDERS, ...nearSenders(origins)]
}

/** All of them are refused before anything happens to the session, so that one will do. */
function forgeries(subject: RouteSubject, index: number): readonly Scenario[] {
  const good = subject.goodRequest(index)
  if (good === undefined) return []
  return [
    ...sendersOf(subject.input.origins).map((one) =>
      cookieScenario(subject, index, one, withSender(good.request, one.headers)),
    ),
    ...CONTENT_TYPES.map(([name, type]) => {
      const one = sender(`as-${name}`, `as ${type}, without any proof`)
      return cookieScenario(subject, index, one, withType(withSender(good.request, one.headers), type))
    }),
  ]
}

/** Browsers open a WebSocket from any page and send the cookies along, whatever the API says of CSRF. */
function upgrades(subject: RouteSubject, index: number): readonly Scenario[] {
  const good = subject.goodRequest(index)
  if (good === undefined || !isProtected(subject.route) || !isCookie(subject.leaf(index).carrier)) return []
  return UPGRADERS.flatMap((name) => {
    const one = SENDERS.find((known) => known.name === name) as Sender
    const upgrade = sender(`upgrade-${name}`, `${one.title}, asking for a WebSocket`)
    return cookieScenario(subject, index, upgrade, withSender(good.request, [...one.headers, ...HANDSHAKE]))
  })
}

const UPGRADERS = ['nowhere', 'cross-site', 'other-origin', 'same-site'] as const
const HANDSHAKE: Headers = [
  ['Connection', 'Upgrade'],
  ['Upgrade', 'websocket'],
  ['Sec-WebSocket-Version', '13'],
  ['Sec-WebSocket-Key', 'c3ZjLXRlc3QtYXV0aC0wMQ=='],
]

function cookieScenario(subject: RouteSubject, index: number, one: Sender, request: RequestData): Scenario {
  const leaf = subject.leaf(index)
  return create(
    subject.route,
    one,
    `a good ${isCookie(leaf.carrier) ? 'cookie' : 'credential'} ${one.title}`,
    request,
    {
      authenticator: leaf.name,
      exercise: leaf.carrier.in === 'session' ? 'sealed' : 'wire',
      control: 'needs-control',
    },
  )
}

function create(
  route: Route,
  { name, variant }: Sender,
  title: string,
  request: RequestData,
  rest: Pick<Scenario, 'exercise' | 'control' | 'authenticator'>,
): Scenario {
  return createScenario({
    ...rest,
    route,
    row: `csrf.${name}`,
    ...(variant === undefined ? {} : { variant }),
    family: 'cookie',
    title,
    cause: 'the check is missing on this method, or what is missing counts as same-origin',
    cwe: 352,
    steps: [{ request, expect: 'forbid' }],
  })
}

function withType(request: RequestData, type: string): RequestData {
  const headers = request.headers.filter(([name]) => name.toLowerCase() !== 'content-type')
  return withHeader({ ...request, headers, body: request.body ?? '' }, 'Content-Type', type)
}
