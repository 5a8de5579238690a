import { leavesOf } from '../../server/internal.ts'
import type { Family, Scenario } from '../model/scenario.ts'
import type { RequestData } from '../model/request.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { GATE_PROBES } from './gate.ts'
import { METHOD_PROBES } from './method.ts'
import { PATH_PROBES } from './path.ts'
import { withHeader } from '../subject/place.ts'
import type { Probe } from './probe-row.ts'

/**
 * Other verbs and other spellings of the path with a good credential, which no guard refuses: the handler of this
 * operation must not run. A path has one spelling, so that a guard in front of the server guards all of it.
 */
export function probesWithGood(subject: RouteSubject): readonly Scenario[] {
  const lead = subject.goodLeaves()[0]
  const good = lead === undefined ? undefined : subject.goodRequest(lead)?.request
  if (lead === undefined || good === undefined) return []
  // A cookie must not be refused for where the request comes from instead.
  const request = subject.route.csrf ? withSite(good) : good
  const declared = declaredMethods(subject)
  return [
    ...apply(subject, lead, request, 'method', METHOD_PROBES.filter(hasGood)).filter(
      ({ steps }) => !declared.has(steps[0]?.request.method ?? ''),
    ),
    ...apply(subject, lead, request, 'path', pathProbes(subject)),
    ...(isFirstOf(subject, 'fixed') ? apply(subject, lead, request, 'probe', GATE_PROBES) : []),
  ]
}

const VERBS: ReadonlySet<string> = new Set(
  [
    'OPTIONS',
    'TRACE',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'SVCX',
    'lower',
    'x-http-method-override',
    'x-http-method',
    'x-method-override',
    'query-_method',
  ].map((name) => `method.${name}`),
)

function hasGood({ name }: Probe): boolean {
  return VERBS.has(name)
}

/** Verbs that the path answers to: the handlers of those may run. */
function declaredMethods({ input, route }: RouteSubject): ReadonlySet<string> {
  const declared = input.routes.filter(({ path }) => path === route.path).map(({ method }) => method)
  return new Set(declared.includes('GET') ? [...declared, 'HEAD'] : declared)
}

/** Once for an application, since it has one router: on a path that is fixed, and on one that ends in a parameter. */
function pathProbes(subject: RouteSubject): readonly Probe[] {
  const shape = shapeOf(subject.route.path)
  if (shape === undefined || !isFirstOf(subject, shape)) return []
  // The parser of Node passes over a second space before the version, so the path is what it was.
  const probes = PATH_PROBES.filter(({ name }) => name !== 'path.raw-space')
  return shape === 'fixed' ? probes : probes.filter(({ name }) => NO_PARAMETER.test(name))
}

/** Whether no earlier route has a path of that shape and a good credential. */
function isFirstOf({ input, route }: RouteSubject, shape: Shape): boolean {
  const first = input.routes.find(
    ({ method, path, auth }) =>
      method === 'GET' &&
      shapeOf(path) === shape &&
      leavesOf(auth).some(({ name }) => input.fixtures.valid[name] !== undefined),
  )
  return first?.key === route.key
}

type Shape = 'fixed' | 'parameter'

function shapeOf(path: string): Shape | undefined {
  if (!path.includes('[')) return 'fixed'
  return /^[^[]*\[[^.\]]+\]$/.test(path) ? 'parameter' : undefined
}

/** Texts that no parameter can hold, and one that makes it empty. */
const NO_PARAMETER =
  /^path\.(?:slash|two-slashes|double-|without-last|encoded-tail|dot|backslash|hash|end-(?:nul|lf|cr|crlf|del|overlong|broken|backslash)$)/

function apply(
  subject: RouteSubject,
  lead: number,
  good: RequestData,
  family: Family,
  probes: readonly Probe[],
): readonly Scenario[] {
  return probes.flatMap(({ name, title, cause, cwe, transport, request }) => {
    const sent = request(good, subject.route.base, subject.input.origin)
    if (sent === undefined) return []
    return createScenario({
      route: subject.route,
      name: `${name}.good`,
      family,
      exercise: subject.good(lead)?.value.type === 'session' ? 'sealed' : 'wire',
      expect: 'norun',
      authenticator: subject.leaf(lead).name,
      title: `a good credential and ${title.replace(' without a credential', '')}`,
      cause,
      cwe,
      transport: transport ?? 'socket',
      steps: [{ request: sent, expect: 'norun' }],
      control: 'after',
    })
  })
}

function withSite(request: RequestData): RequestData {
  return request.headers.some(([name]) => name === 'Sec-Fetch-Site')
    ? request
    : withHeader(request, 'Sec-Fetch-Site', 'same-origin')
}
