import { isSafeMethod } from '../../server/internal.ts'
import type { CredentialLogin, Fixtures } from '../model/fixtures.ts'
import type { RoutePlan } from '../model/plan.ts'
import type { Remark } from '../model/remark.ts'
import type { RequestData } from '../model/request.ts'
import { isFor } from '../model/route.ts'
import type { Scenario } from '../model/scenario.ts'
import { flowScenarios } from '../scenarios/flow.ts'
import { logoutScenario } from '../scenarios/flow-logout.ts'
import { findFlowTarget, type Flow, type FlowScenario, type FlowTarget } from '../scenarios/flow-target.ts'
import { plainRequest } from '../subject/plain-request.ts'
import type { PlanInput } from '../subject/plan-input.ts'
import { nameInLogin } from '../scenarios/wrong-logins.ts'
import { createScenario } from '../subject/scenario.ts'
import { isObject } from '../text/json.ts'

/**
 * The logins of the application belong to the routes of their requests, and are tried on the first route that they open:
 * that of the fixtures, and for every other authenticator the one that its credential comes from.
 */
export function withFlows(routes: readonly RoutePlan[], input: PlanInput, remarks: Remark[]): readonly RoutePlan[] {
  const tried = triedFlows(routes, input, remarks)
  const added = new Map<number, Scenario[]>()
  const ids = new Set<string>()
  for (const scenario of logoutsAlone(routes, input)) {
    const at = homeOf(routes, scenario.home as RequestData, scenario.home as RequestData)
    added.set(at, [...(added.get(at) ?? []), create(routes[at] as RoutePlan, scenario)])
  }
  for (const { flow, target } of tried) {
    for (const scenario of flowScenarios(flow, target, settingOf(routes, input))) {
      const at = homeOf(routes, scenario.home ?? flow.login.request, flow.login.request)
      const created = create(routes[at] as RoutePlan, scenario)
      // Two logins of one route have the same rows.
      if (ids.size === ids.add(created.id).size) continue
      added.set(at, [...(added.get(at) ?? []), created])
    }
  }
  return routes.map((plan, at) => ({ ...plan, scenarios: [...plan.scenarios, ...(added.get(at) ?? [])] }))
}

interface Tried {
  readonly flow: Flow
  readonly target: FlowTarget
}

function triedFlows(routes: readonly RoutePlan[], input: PlanInput, remarks: Remark[]): readonly Tried[] {
  const { fixtures, safe } = input
  const { login, logouts = [] } = fixtures
  const all = routes.map(({ route }) => route)
  const find = (flow: Flow): Tried | string => {
    if (safe) return 'it would be sent to the server; allow that with --unsafe'
    const target = findFlowTarget(all, fixtures, flow.login)
    return typeof target === 'string' ? target : { flow: withOthers(flow, target, fixtures), target }
  }
  const guessed = fixtures.throwaway?.guessed
  const own = login === undefined ? undefined : find({ login, logouts, ...(guessed === undefined ? {} : { guessed }) })
  if (typeof own === 'string')
    remarks.push({ kind: 'warning', message: `The login of the fixtures is not tried: ${own}.` })
  const first = own === undefined || typeof own === 'string' ? [] : [own]
  const known = new Set(first.map(({ target }) => target.authenticator))
  const others = firstLogins(fixtures).filter(({ authenticator }) => !known.has(authenticator))
  return [
    ...first,
    ...others.flatMap((one) => {
      const tried = isAllowed(one, routes, input) ? find({ login: one, logouts: [] }) : undefined
      return tried === undefined || typeof tried === 'string' ? [] : [tried]
    }),
  ]
}

/** Logouts where no login of the fixtures begins a session, and one was sealed for the run. */
function logoutsAlone(routes: readonly RoutePlan[], { fixtures, safe }: PlanInput): readonly FlowScenario[] {
  const { login, logins = [], logouts = [], valid } = fixtures
  if (safe || login !== undefined || logins.length > 0) return []
  const all = routes.map(({ route }) => route)
  // Of several authenticators of sessions one is enough: a logout ends what all of them read.
  const found = Object.entries(valid).map(([authenticator, [credential]]) => {
    const session = credential?.value
    const seal = session?.type === 'session' ? session.variants['leaving'] : undefined
    if (session?.type !== 'session' || seal === undefined) return []
    return logouts.flatMap((logout, at) => {
      const target = findFlowTarget(all, fixtures, { ...logout, authenticator, take: { cookie: session.name } })
      return typeof target === 'string' ? [] : [logoutScenario(seal, logout, target, at)]
    })
  })
  return found.find((scenarios) => scenarios.length > 0) ?? []
}

/** One for each authenticator. */
function firstLogins({ logins = [] }: Fixtures): readonly CredentialLogin[] {
  return [...new Map(logins.toReversed().map((one) => [one.authenticator, one])).values()].toReversed()
}

/** Fixtures with a login for a credential do not say whether it may be tried with wrong data. */
function isAllowed({ request }: CredentialLogin, routes: readonly RoutePlan[], input: PlanInput): boolean {
  if (input.safe || input.harmless === true) return false
  const route = routes.find(({ route: one }) => isFor(one, request))?.route
  return route === undefined || (input.fixtures.routes[route.key]?.unsafe ?? 'allow') === 'allow'
}

/** How another user of the same authenticator logs in, in the same way, and what all other users are called there. */
function withOthers(flow: Flow, { authenticator }: FlowTarget, { logins = [], users }: Fixtures): Flow {
  const { method, target, body } = flow.login.request
  const other = logins.find(
    ({ authenticator: own, request }) =>
      own === authenticator && request.method === method && request.target === target && request.body !== body,
  )
  const others = namesBeside(nameInLogin(flow.login.request), users)
  return { ...flow, others, ...(other === undefined ? {} : { other: other.request }) }
}

/**
 * How a login calls the other users of the fixtures, if the one of whom it is shows it: by their name there, by that name before a
 * domain, or by a member of who they are (`email`).
 */
function namesBeside(own: string | undefined, users: Fixtures['users']): readonly string[] {
  if (own === undefined) return []
  const [before, domain = ''] = own.split(/(?=@)/)
  const label = Object.keys(users).find((name) => name === own || name === before)
  if (label !== undefined)
    return Object.keys(users).flatMap((name) => (name === label ? [] : [label === own ? name : `${name}${domain}`]))
  const members = Object.values(users).map(({ principal }) => (isObject(principal) ? principal : {}))
  const [member] = members.flatMap((one) => Object.keys(one).filter((name) => one[name] === own))
  return member === undefined ? [] : textsOf(members, member).filter((name) => name !== own)
}

function textsOf(members: readonly Readonly<Record<string, unknown>>[], name: string): readonly string[] {
  return members.flatMap((one) => (typeof one[name] === 'string' ? [one[name]] : []))
}

function settingOf(
  routes: readonly RoutePlan[],
  { local, hasPublicMode, fixtures }: PlanInput,
): Parameters<typeof flowScenarios>[2] {
  const open = routes.find(
    ({ route: { method, auth } }) => isSafeMethod(method) && (auth === null || auth === undefined),
  )
  return {
    local,
    hasPublicMode,
    fixtures,
    routes: routes.map(({ route }) => route),
    ...(open === undefined ? {} : { visit: plainRequest(open.route, fixtures.routes[open.route.key]) }),
  }
}

/** Index of the route that a request is for, else of the login's, else the first. */
function homeOf(routes: readonly RoutePlan[], request: RequestData, login: RequestData): number {
  const find = (one: RequestData): number => routes.findIndex(({ route }) => isFor(route, one))
  return [find(request), find(login), 0].find((at) => at >= 0) as number
}

function create({ route }: RoutePlan, { home: _, ...flow }: FlowScenario): Scenario {
  return createScenario({
    transport: 'socket',
    family: 'session',
    ...flow,
    route,
    control: 'independent',
  })
}
