import type { AuthDescription } from 'svc'
import { isSafeMethod, leavesOf } from '../../server/internal.ts'
import type { Remark } from '../model/remark.ts'
import { type Route, isProtected } from '../model/route.ts'
import { NO_FIXTURE, type RouteFixture } from '../model/fixtures.ts'
import type { RoutePlan } from '../model/plan.ts'
import { isRow } from '../model/row-name.ts'
import { CREDENTIAL_FAMILIES, extraOf, type Scenario, type Step } from '../model/scenario.ts'
import type { PlanContext } from '../subject/plan-input.ts'
import { plainRequest } from '../subject/plain-request.ts'
import { RouteSubject } from '../subject/route-subject.ts'
import { destroysByName } from '../subject/destroys.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { findDocumented } from '../subject/documented.ts'
import { alikeScenarios } from '../scenarios/alike.ts'
import { combinedScenarios } from '../scenarios/combined.ts'
import { clockScenarios } from '../scenarios/clock.ts'
import { connectionScenarios, firstScenarios } from '../scenarios/connection.ts'
import { corsScenarios } from '../scenarios/cors.ts'
import { anonymousCsrfScenarios, csrfScenarios } from '../scenarios/csrf.ts'
import { documentScenarios } from '../scenarios/document.ts'
import { faultScenarios } from '../scenarios/fault.ts'
import { kindScenarios } from '../scenarios/kind-scenarios.ts'
import { levelScenarios } from '../scenarios/level.ts'
import { listScenarios } from '../scenarios/list.ts'
import { controlScenarios } from '../scenarios/control.ts'
import { ownScenarios } from '../scenarios/own.ts'
import { allowedAnonymous, mustRefuseAnonymous, openRemarks, openScenarios } from '../scenarios/public-route.ts'
import { probeScenarios } from '../scenarios/probes.ts'
import { probesWithGood } from '../scenarios/probes-with-good.ts'
import { roleScenarios } from '../scenarios/role.ts'
import { signedRemarks } from '../scenarios/signed.ts'
import { audienceRemarks, givenTokenScenarios, tokenKeyRemarks, tokenScenarios } from '../scenarios/token.ts'
import { twoUserScenarios } from '../scenarios/shared-state.ts'
import { bringsGood, goodTexts } from './good-credential.ts'

/** Everything that will be tried on one route: the first control comes first, the last one last. */
export function planRoute(route: Route, input: PlanContext, remarks: Remark[]): RoutePlan {
  const fixture = input.fixtures.routes[route.key]
  const ignored = fixture?.ignore ?? []
  const documented = input.document === undefined ? undefined : findDocumented(input.document, route)
  if (route.auth === null || route.auth === undefined) {
    remarks.push(...openRemarks(route, input))
    const request = plainRequest(route, fixture)
    const scenarios = [
      ...openScenarios(route, request, input.fixtures),
      ...anonymousCsrfScenarios(route, request, input),
      ...documentScenarios(route, request, documented),
    ]
    return { route, ...admit(scenarios, route, input, remarks), ignored }
  }
  const subject = new RouteSubject(route as Route & { auth: AuthDescription }, input)
  const controls = controlScenarios(subject)
  remarks.push(...signedRemarks(subject), ...tokenKeyRemarks(subject), ...audienceRemarks(subject))
  const setting: Setting = { subject, input, documented }
  const scenarios = [
    ...FAMILIES_BEFORE.flatMap(({ when, make }) => (when(setting) ? make(setting) : [])),
    ...controls.first,
    ...FAMILIES_BETWEEN.flatMap(({ when = always, make }) => (when(setting) ? make(setting) : [])),
    ...controls.last,
  ]
  return {
    route,
    ...admit(distinct(scenarios), route, input, remarks),
    ignored,
    ...(controls.first.length === 0 ? { noControl: controls.reason } : {}),
  }
}

/** The facts that decide which scenarios a route gets. */
interface Setting {
  readonly subject: RouteSubject
  readonly input: PlanContext
  readonly documented: Parameters<typeof documentScenarios>[2]
}

/** Scenarios of one subject, and the routes that get them: all of them if nothing is said. */
interface Family {
  readonly when?: (setting: Setting) => boolean
  readonly make: (setting: Setting) => readonly Scenario[]
}

const always = (): boolean => true
const isGuardedRoute = ({ subject: { route } }: Setting): boolean => isProtected(route)
const isLocal = ({ input }: Setting): boolean => input.local

/** Requests without a credential that decide whether the route is what the fixtures say. */
const FAMILIES_BEFORE: readonly Required<Family>[] = [
  {
    // An optional authenticator where the fixtures say that one is needed.
    when: ({ subject: { fixture, route } }) => mustRefuseAnonymous(fixture) && !isProtected(route),
    make: ({ subject: { fixture, route }, input }) =>
      openScenarios(route, plainRequest(route, fixture), input.fixtures),
  },
  { when: isGuardedRoute, make: ({ subject }) => firstScenarios(subject) },
  { when: isGuardedRoute, make: ({ subject: { route, plain, fixture } }) => allowedAnonymous(route, plain, fixture) },
]

/** Between the first control and the last. */
const FAMILIES_BETWEEN: readonly Family[] = [
  { make: ({ subject }) => leavesOf(subject.route.auth).flatMap((_, leaf) => kindScenarios(subject, leaf)) },
  { when: isLocal, make: ({ subject }) => tokenScenarios(subject) },
  { make: ({ subject }) => givenTokenScenarios(subject) },
  { make: ({ subject }) => alikeScenarios(subject) },
  { make: ({ subject }) => listScenarios(subject) },
  { make: ({ subject }) => csrfScenarios(subject) },
  { make: ({ subject }) => corsScenarios(subject) },
  { make: ({ subject }) => levelScenarios(subject) },
  { make: ({ subject }) => roleScenarios(subject) },
  { make: ({ subject }) => ownScenarios(subject) },
  { make: ({ subject, documented }) => documentScenarios(subject.route, subject.plain, documented) },
  { when: isGuardedRoute, make: ({ subject }) => probeScenarios(subject) },
  { when: isLocal, make: ({ subject }) => probesWithGood(subject) },
  { make: ({ subject }) => connectionScenarios(subject) },
  {
    when: ({ subject, input }) => !endsSessions(subject.route, input.fixtures),
    make: ({ subject }) => twoUserScenarios(subject),
  },
  { when: isLocal, make: ({ subject }) => clockScenarios(subject) },
  { when: isLocal, make: ({ subject }) => faultScenarios(subject) },
  { when: isLocal, make: ({ subject }) => combinedScenarios(subject) },
]

/**
 * Two authenticators of one name and kind on one route make the same scenarios, and two rows may bend one credential to
 * the same bytes: the first is enough.
 */
function distinct(scenarios: readonly Scenario[]): readonly Scenario[] {
  const seen = new Set<string>()
  return scenarios.filter((scenario) => {
    const bytes = bytesOf(scenario)
    if (seen.has(scenario.id) || (bytes !== undefined && seen.has(bytes))) return false
    seen.add(scenario.id)
    if (bytes !== undefined) seen.add(bytes)
    return true
  })
}

/** The request of a row about one credential; `undefined` if the row is about more than its bytes. */
function bytesOf(scenario: Scenario): string | undefined {
  const { family, steps, expect, exercise, authenticator = '' } = scenario
  const [step] = steps
  const isPublic = extraOf(scenario, 'public') !== undefined
  if (steps.length !== 1 || step === undefined || !CREDENTIAL_FAMILIES.has(family) || isPublic) return undefined
  return JSON.stringify([exercise === 'wrapped', expect, authenticator, step.request])
}

/** Leaves out what the fixtures or the safe mode forbid to send, and says so. */
function admit(
  scenarios: readonly Scenario[],
  route: Route,
  input: PlanContext,
  remarks: Remark[],
): Pick<RoutePlan, 'scenarios' | 'left'> {
  const unsafe = unsafeOf(route, input)
  const isDestroying =
    !input.local && !endsSessions(route, input.fixtures) && destroysByName(route, input.fixtures.routes[route.key])
  const good = unsafe === 'deny-only' ? goodTexts(route, input.fixtures) : []
  const isAdmitted = (scenario: Scenario): boolean => {
    if (scenario.exercise === 'wrapped') return true
    if (input.safe) return scenario.steps.every((step) => isHarmless(step) && isSafeMethod(step.request.method))
    if (input.harmless === true && !scenario.steps.every((step) => isSafeMethod(step.request.method))) return false
    if (unsafe === 'never' && isSafeMethod(route.method)) return false
    if (isDestroying) return false
    if (route.kept !== undefined && !isSafeMethod(route.method))
      return isRow(scenario, 'missing') && Object.keys(input.fixtures.routes[route.key]?.params ?? {}).length === 0
    if (unsafe === 'allow' || isSafeMethod(route.method)) return true
    return unsafe === 'deny-only'
      ? scenario.steps.every((step) => isHarmless(step) && !bringsGood(step.request, good))
      : scenario.steps.every((step) => isSafeMethod(step.request.method))
  }
  const isIdle = unsafe === 'deny-only' && isIssuedAlone(route, input)
  const admitted = scenarios.flatMap((scenario) =>
    isAdmitted(scenario) ? scenario : isIdle ? (withoutHandler(scenario) ?? []) : [],
  )
  const left = scenarios.length - admitted.length
  if (left > 0 && !isDestroying) {
    const { about, text } = reasonOf(unsafe, route, input)
    const what = left === 1 ? '1 scenario is' : `${left} scenarios are`
    remarks.push({ kind: 'notice', route: route.key, message: `${what} not sent: ${text}`, about })
  }
  const safe =
    isSafeMethod(route.method) && route.spare !== undefined
      ? admitted.map((one) => onSpare(one, route, input))
      : admitted
  const sent = unsafe === 'deny-only' && !isSafeMethod(route.method) ? safe.map(withoutCounterpart) : safe
  return left === 0 ? { scenarios: sent } : { scenarios: sent, left }
}

/** Steps that may change something, with the path of a record that was made for the run, or of no record. */
function onSpare(scenario: Scenario, route: Route, { fixtures }: PlanContext): Scenario {
  const fixture = fixtures.routes[route.key] ?? NO_FIXTURE
  const [own] = plainRequest(route, fixture).target.split('?') as [string]
  const [spare] = plainRequest(route, { ...fixture, params: { ...fixture.params, ...route.spare } }).target.split(
    '?',
  ) as [string]
  const steps = scenario.steps.map((step): Step => {
    const { method, target, headers } = step.request
    const isOther = !isSafeMethod(method) || headers.some(([name]) => /method/i.test(name))
    return isOther ? { ...step, request: { ...step.request, target: target.replace(own, () => spare) } } : step
  })
  return { ...scenario, steps }
}

/** Without a word in the fixtures, a session that the harness made itself does not run what changes something. */
function unsafeOf(route: Route, { fixtures, local }: PlanContext): RouteFixture['unsafe'] {
  const known = fixtures.routes[route.key]
  if (known !== undefined || !local || isSafeMethod(route.method)) return known?.unsafe ?? 'allow'
  const credentials = leavesOf(route.auth).flatMap(({ name }) => fixtures.valid[name] ?? [])
  return credentials.some(({ synthetic }) => synthetic) ? 'deny-only' : 'allow'
}

/** Whether the only good credentials of a route are tokens that the harness issues, and the fixtures say nothing of it. */
function isIssuedAlone(route: Route, { fixtures }: PlanContext): boolean {
  const credentials = leavesOf(route.auth).flatMap(({ name }) => fixtures.valid[name] ?? [])
  return fixtures.routes[route.key] === undefined && credentials.every(({ issued }) => issued !== undefined)
}

/** The same scenario for a copy whose handlers do nothing: what it brings lets it in, and changes nothing. */
function withoutHandler({ extra, ...scenario }: Scenario): Scenario | undefined {
  const isPlain = (extra === undefined || extra.about === 'probe') && scenario.exercise === 'wire'
  if (!isPlain || scenario.steps.some((step) => step.extra !== undefined)) return undefined
  return { ...scenario, steps: scenario.steps.map((step) => ({ ...step, extra: { about: 'idle' } as const })) }
}

/** Why scenarios are left out; routes with one reason are reported together. */
function reasonOf(
  unsafe: RouteFixture['unsafe'],
  route: Route,
  input: PlanContext,
): { readonly about: string; readonly text: string } {
  const { key, method } = route
  if (unsafe !== 'never' && input.harmless === true && (input.safe || unsafe === 'allow' || isSafeMethod(method)))
    return { about: 'not sent: --unsafe', text: 'the method may change something on the server; --unsafe allows it' }
  if (route.kept !== undefined)
    return { about: 'not sent: kept', text: `${route.kept}; unsafe: allow in its fixtures sends them` }
  return input.fixtures.routes[key] === undefined
    ? {
        about: 'not sent: session',
        text: `the handler would run with a session that the fixtures do not give; to allow that, name ${key} under routes in the fixtures`,
      }
    : { about: `not sent: ${unsafe}`, text: `the fixtures say unsafe: '${unsafe}'` }
}

/** A counterpart brings a good credential, whether or not its scenario does. */
function withoutCounterpart({ extra, ...scenario }: Scenario): Scenario {
  return extra === undefined || extra.about === 'probe' ? scenario : { ...scenario, extra }
}

function isHarmless({ expect }: Step): boolean {
  return expect === 'deny' || expect === 'forbid' || expect === 'norun' || expect === 'parser'
}
