import type { Family, Scenario, ScenarioExtra } from '../model/scenario.ts'
import { isProtected } from '../model/route.ts'
import type { RequestData } from '../model/request.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { createScenario } from '../subject/scenario.ts'
import { METHOD_PROBES } from './method.ts'
import { PATH_PROBES } from './path.ts'
import { isFirstOfPath } from '../subject/home.ts'
import { withHeader } from '../subject/place.ts'
import { HEADER_PROBES, PRIVATE_ADDRESS } from './probe.ts'
import type { Probe } from './probe-row.ts'
import { publicProbes } from './public-probes.ts'
import { switchScenarios } from './switches.ts'

const PROBES: readonly (readonly [Family, readonly Probe[]])[] = [
  ['method', METHOD_PROBES],
  ['path', PATH_PROBES],
  ['probe', HEADER_PROBES],
]

/**
 * Ways around the guard, without a credential. For a server in another process each has its counterpart with a good
 * credential: a probe that does not reach the route even then proves nothing and does not count.
 */
export function probeScenarios(subject: RouteSubject): readonly Scenario[] {
  const closed = isClosed(subject)
  const lead = subject.goodLeaves()[0]
  const good = lead === undefined || subject.input.local ? undefined : subject.goodRequest(lead)?.request
  const scenarios = PROBES.flatMap(([family, probes]) =>
    (family === 'path' && !isFirstOfPath(subject) ? [] : probes).flatMap((probe) =>
      build(subject, family, probe, good, closed),
    ),
  )
  const beside = publicProbes(subject).flatMap((probe) => build(subject, 'path', probe, good, closed))
  const wrong = closed ? subject.leaves.flatMap((_, leaf) => switchScenarios(subject, leaf, good)) : []
  return [...probesOfMethod(subject, closed), ...scenarios, ...beside, ...wrong]
}

/** A copy whose authenticators refuse every client. */
const CLOSED: ScenarioExtra = { about: 'fault', fault: { leaf: -1, behaviour: 'null' } }

function build(
  subject: RouteSubject,
  family: Family,
  probe: Probe,
  good: RequestData | undefined,
  closed: boolean,
): readonly Scenario[] {
  if (family === 'method' && isDeclared(subject, probe)) return []
  // A function may know the networks that it serves.
  if (probe.name === PRIVATE_ADDRESS && subject.leaves.some(({ carrier }) => carrier.in === 'request')) return []
  const request = probe.request(subject.plain, subject.route.base, subject.input.origin)
  if (request === undefined || (!probe.isElsewhere && isOfAnother(subject, request))) return []
  const counterpart = good && probe.request(good, subject.route.base, subject.input.origin)
  return [
    createScenario({
      route: subject.route,
      row: probe.name,
      ...(probe.variant === undefined ? {} : { variant: probe.variant }),
      family,
      exercise: closed ? 'wire' : 'wrapped',
      title: `${probe.title} without a credential`,
      cause: probe.cause,
      cwe: probe.cwe,
      transport: probe.transport ?? 'socket',
      steps: [{ request, expect: 'norun' }],
      control: 'independent',
      ...(counterpart === undefined ? {} : { extra: { about: 'probe', counterpart } }),
      ...(closed ? {} : { extra: CLOSED }),
    }),
  ]
}

function probesOfMethod(subject: RouteSubject, closed: boolean): readonly Scenario[] {
  if (subject.route.method !== 'GET') return [brokenBody(subject, closed)]
  return subject.answersHead ? [head(subject, closed)] : []
}

/** HEAD runs the GET operation with its auth (semantics 3.4). */
function head(subject: RouteSubject, closed: boolean): Scenario {
  return denied(subject, closed, {
    row: 'method.HEAD',
    family: 'method',
    title: 'HEAD without a credential',
    cause: 'HEAD skips the guard',
    cwe: 650,
    request: { ...subject.plain, method: 'HEAD' },
  })
}

/** Without authentication, a response says nothing about inputs (semantics 4.5). */
function brokenBody(subject: RouteSubject, closed: boolean): Scenario {
  const headers = subject.plain.headers.filter(([name]) => name.toLowerCase() !== 'content-type')
  return denied(subject, closed, {
    row: 'missing.broken-body',
    family: 'probe',
    title: 'a body that is broken JSON and no credential',
    cause: 'inputs are validated before authentication, so clients without a credential learn what is expected',
    cwe: 696,
    request: { ...withHeader({ ...subject.plain, headers }, 'Content-Type', 'application/json'), body: '{"svc":' },
  })
}

function denied(
  subject: RouteSubject,
  closed: boolean,
  { request, ...facts }: Pick<Scenario, 'row' | 'family' | 'title' | 'cause' | 'cwe'> & { request: RequestData },
): Scenario {
  return createScenario({
    ...facts,
    route: subject.route,
    exercise: closed ? 'wire' : 'wrapped',
    ...(closed && subject.leaf(0).carrier.in === 'request' ? { authenticator: subject.leaf(0).name } : {}),
    transport: 'socket',
    steps: [{ request, expect: 'deny' }],
    control: 'independent',
    ...(closed ? {} : { extra: CLOSED }),
  })
}

/** Whether a request without a credential is known to be refused: a callable may let it in by its address. */
function isClosed(subject: RouteSubject): boolean {
  return !subject.input.local || isDecided(subject)
}

/** Whether no callable of unknown verdict may let a request in that has no credential. */
export function isDecided(subject: RouteSubject): boolean {
  return subject.leaves.every((leaf, index) => leaf.carrier.in !== 'request' || subject.invalid(index).length > 0)
}

/** A path of a server in another process that is an open operation of its own, but for a slash at its end: it is judged there. */
function isOfAnother({ input, route }: RouteSubject, { method, target }: RequestData): boolean {
  const [path = ''] = target.split('?')
  const isIt = (one: (typeof input.routes)[number]): boolean =>
    one.key !== route.key && one.method === method && one.base + one.path === path.replace(/\/$/, '')
  return !input.local && input.routes.some((one) => isIt(one) && !isProtected(one))
}

/** A verb that is an operation of its own on this path is judged there. */
function isDeclared(subject: RouteSubject, probe: Probe): boolean {
  return subject.input.routes.some(
    ({ path, method }) => path === subject.route.path && probe.name === `method.${method}`,
  )
}
