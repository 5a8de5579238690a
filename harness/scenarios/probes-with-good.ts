import { leavesOf } from '../../server/internal.ts'
import type { RowName } from '../model/row-name.ts'
import type { Family, Scenario } from '../model/scenario.ts'
import type { RequestData } from '../model/request.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { MALFORMED_PROBES } from './malformed.ts'
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
    ...apply(subject, lead, request, 'method', methodProbes(subject)).filter(
      ({ steps }) => !declared.has(steps[0]?.request.method ?? ''),
    ),
    ...apply(subject, lead, request, 'path', pathProbes(subject)),
    ...(isFirstOf(subject, 'fixed') ? apply(subject, lead, request, 'probe', MALFORMED_PROBES) : []),
  ]
}

// oxfmt-ignore
const VERBS: ReadonlySet<RowName> = new Set([
  'method.OPTIONS', 'method.TRACE', 'method.POST', 'method.PUT', 'method.PATCH', 'method.DELETE', 'method.SVCX', 'method.lower',
  'method.x-http-method-override', 'method.x-http-method', 'method.x-method-override', 'method.query-_method',
])

/** Once for an application, since it has one router: on a path of each shape, and of each method. */
function methodProbes(subject: RouteSubject): readonly Probe[] {
  const shape = shapeOf(subject.route.path)
  const isFirst = shape !== undefined && isFirstOf(subject, shape, subject.route.method)
  return isFirst ? METHOD_PROBES.filter(({ name }) => VERBS.has(name)) : []
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
  return shape === 'fixed' ? probes : probes.filter(({ name }) => NO_PARAMETER.has(name))
}

/** Whether no earlier route of a method has a path of that shape and a good credential. */
function isFirstOf({ input, route }: RouteSubject, shape: Shape, verb = 'GET'): boolean {
  const first = input.routes.find(
    ({ method, path, auth }) =>
      method === verb &&
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
// oxfmt-ignore
const NO_PARAMETER: ReadonlySet<RowName> = new Set([
  'path.backslash', 'path.backslash-encoded', 'path.backslash-first', 'path.dot', 'path.dot-dot', 'path.dot-dot-end',
  'path.dot-dot-inner', 'path.dot-encoded', 'path.dot-end', 'path.dot-half-encoded', 'path.dot-inner',
  'path.dot-one-encoded', 'path.dot-semicolon', 'path.double-first', 'path.double-last', 'path.encoded-tail-slash',
  'path.end-backslash', 'path.end-broken', 'path.end-cr', 'path.end-crlf', 'path.end-del', 'path.end-lf', 'path.end-nul',
  'path.end-overlong', 'path.hash', 'path.hash-query', 'path.hash-slash', 'path.slash', 'path.two-slashes', 'path.without-last',
])

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
      row: name,
      form: 'good',
      family,
      exercise: subject.good(lead)?.value.type === 'session' ? 'sealed' : 'wire',
      authenticator: subject.leaf(lead).name,
      title: `a good credential and ${title.replace(' without a credential', '')}`,
      cause,
      cwe,
      transport: transport ?? 'socket',
      steps: [{ request: sent, expect: 'norun' }],
    })
  })
}

function withSite(request: RequestData): RequestData {
  return request.headers.some(([name]) => name === 'Sec-Fetch-Site')
    ? request
    : withHeader(request, 'Sec-Fetch-Site', 'same-origin')
}
