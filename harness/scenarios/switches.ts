import { groupBy, isPair } from '../../server/internal.ts'
import { numbered, type RowName } from '../model/row-name.ts'
import type { RequestData } from '../model/request.ts'
import type { Scenario } from '../model/scenario.ts'
import { isHome } from '../subject/home.ts'
import { withKey } from '../subject/place.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { METHOD_PROBES } from './method.ts'
import { HEADER_PROBES } from './probe.ts'
import type { Probe } from './probe-row.ts'

const HEAD: Probe = {
  name: 'method.HEAD',
  title: 'HEAD',
  cause: 'HEAD skips the guard',
  cwe: 650,
  request: (request) => ({ ...request, method: 'HEAD' }),
}
const FRAMING: ReadonlySet<RowName> = new Set(['probe.chunked-and-length', 'probe.length-two'])
/** Probes that leave the path and the framing alone. */
const SWITCHES: readonly Probe[] = HEADER_PROBES.filter(
  ({ transport, name }) => transport === undefined && !FRAMING.has(name),
)
/** Those that a server may answer on its own account, before a guard: beside them the others would prove nothing. */
// oxfmt-ignore
const ALONE: ReadonlySet<RowName> = new Set([
  'probe.x-original-url-root', 'probe.x-rewrite-url-root', 'probe.x-forwarded-prefix-root', 'probe.upgrade', 'probe.hop-by-hop',
  'probe.no-cache-key', 'probe.accept', 'probe.if-none-match', 'probe.host-localhost', 'probe.content-type-form', 'probe.content-type-text',
  'probe.content-type-tab', 'probe.content-type-odd', 'probe.body-broken', 'probe.query-static-css', 'probe.query-static-js',
  'probe.query-static-ico',
])

/**
 * Switches beside a wrong credential: a hook that looks at the rest of the request is not even called without one. A hook
 * that one of them opens is opened by all of them in one request, so those that do not stand in each other's place are sent
 * together, and once for an authenticator: alone, without a credential, each is tried on every route.
 */
export function switchScenarios(
  subject: RouteSubject,
  leaf: number,
  good: RequestData | undefined,
): readonly Scenario[] {
  const bare = subject.bare(leaf)
  const { carrier } = subject.leaf(leaf)
  if (bare === undefined || carrier.in === 'request' || carrier.in === 'session' || !isHome(subject)) return []
  const wrong = withKey(bare, subject.leaf(leaf), isPair(carrier) ? wrongPair(subject, leaf) : 'svc-no-such-key-4b1d')
  const send = ({ request }: Probe, from: RequestData): RequestData | undefined =>
    request(from, subject.route.base, subject.input.origin)
  const sent = SWITCHES.filter((probe) => {
    const target = send(probe, wrong)?.target
    return target !== undefined && target.split('?')[0] === wrong.target.split('?')[0]
  })
  const bundle = (probes: readonly Probe[]): readonly (readonly Probe[])[] =>
    bundlesOf(probes, (probe) => placesOf(wrong, send(probe, wrong)))
  const together = byCause(
    sent.filter(({ name }) => !ALONE.has(name)),
    bundle,
  )
  const alone = [
    ...sent.filter(({ name }) => ALONE.has(name)),
    ...METHOD_PROBES.filter(({ name }) => name === 'method.preflight-same'),
    ...(subject.answersHead ? [HEAD] : []),
  ]
  return [...together.map(atOnce), ...alone].flatMap((probe) => {
    const request = send(probe, wrong)
    const counterpart = good && send(probe, good)
    if (request === undefined) return []
    return createScenario({
      route: subject.route,
      row: probe.name,
      ...(probe.variant === undefined ? {} : { variant: probe.variant }),
      form: 'wrong',
      family: 'probe',
      authenticator: subject.leaf(leaf).name,
      title: `${probe.title} with a wrong credential`,
      cause: `the authenticator looks at more of the request than its credential: ${probe.cause}`,
      cwe: probe.cwe,
      transport: 'socket',
      steps: [{ request, expect: 'norun' }],
      control: 'independent',
      ...(counterpart === undefined ? {} : { extra: { about: 'probe', counterpart } }),
    })
  })
}

/** A user that exists, where one is known, so that a hook comes as far as the password. */
function wrongPair(subject: RouteSubject, leaf: number): string {
  const value = subject.good(leaf)?.value
  return `${value?.type === 'basic' ? value.username : 'svc-nobody'}:svc-wrong`
}

/** Several switches in one request. */
function atOnce(probes: readonly Probe[], at: number): Probe {
  const [first] = probes as readonly [Probe, ...Probe[]]
  const isOne = probes.every(({ cause }) => cause === first.cause)
  return {
    name: 'probe.switches',
    ...numbered(at),
    title:
      probes.length === 1
        ? first.title
        : `a request with ${probes.length} header fields or parameters that open other guards`,
    cause: isOne ? first.cause : 'a header field or parameter that any client can write decides',
    cwe: isOne ? first.cwe : 290,
    request: (plain, base, origin) =>
      probes.reduce((request, probe) => probe.request(request, base, origin) ?? request, plain),
  }
}

/**
 * Switches of one cause, which is then that of their finding, where there are several; the others together.
 *
 * @param bundle which of them do not stand in each other's place
 */
function byCause(
  probes: readonly Probe[],
  bundle: (probes: readonly Probe[]) => readonly (readonly Probe[])[],
): readonly (readonly Probe[])[] {
  const groups = [...groupBy(probes, ({ cause }) => cause).values()]
  const whole = groups.filter(({ length }) => length >= SEVERAL).map(bundle)
  const kept = whole.flatMap(([first = [], ...rest]) => (first.length < SEVERAL ? [first, ...rest] : [first]))
  const known = new Set(kept.flat())
  return [...kept, ...bundle(probes.filter((probe) => !known.has(probe)))]
}

const SEVERAL = 4

/** As few bundles as the places allow, the first as large as possible. */
function bundlesOf(
  probes: readonly Probe[],
  placesIn: (probe: Probe) => readonly string[],
): readonly (readonly Probe[])[] {
  const bundles: { readonly probes: Probe[]; readonly places: Set<string> }[] = []
  for (const probe of probes) {
    const places = placesIn(probe)
    let bundle = bundles.find((one) => places.every((place) => !one.places.has(place)))
    if (bundle === undefined) bundles.push((bundle = { probes: [], places: new Set() }))
    bundle.probes.push(probe)
    for (const place of places) bundle.places.add(place)
  }
  return bundles.map((bundle) => bundle.probes)
}

/** The fields, parameters and body that a probe adds to a request. */
function placesOf(before: RequestData, after: RequestData = before): readonly string[] {
  const known = new Set(before.headers.map(String))
  const fields = after.headers.filter((line) => !known.has(String(line))).map(([name]) => name.toLowerCase())
  const added = after.target.slice(before.target.length + 1)
  const names = added.split('&').flatMap((pair) => (pair === '' ? [] : [`?${pair.split('=', 1)[0] ?? ''}`]))
  return [...fields, ...names, ...(after.body === before.body ? [] : ['body'])]
}
