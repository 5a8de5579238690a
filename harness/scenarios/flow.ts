import type { SessionFlow } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import { numbered } from '../model/row-name.ts'
import type { Step } from '../model/scenario.ts'
import { weakestTransport } from '../subject/plain-request.ts'
import { withCookie, withSender } from '../subject/place.ts'
import { endOfSession, laterOf } from './flow-logout.ts'
import { clearing, type Flow, type FlowScenario, type FlowTarget, issuing } from './flow-target.ts'
import { refreshScenarios } from './refresh.ts'
import { refusedLogins } from './refused-logins.ts'
import { roleLogins, type RoleSetting } from './role-logins.ts'

/** The facts that decide which of the scenarios apply. */
export interface FlowSetting extends RoleSetting {
  readonly hasPublicMode: boolean
  /** A public request that changes nothing, where one is known: a visitor's. */
  readonly visit?: RequestData
}

/** Logins in flight. */
const PARALLEL = 8

const FIXED = 'svc-fixed-by-an-attacker'

/** The application's own login and logout: wrong passwords, fixation, replay after logout. */
export function flowScenarios(flow: Flow, target: FlowTarget, setting: FlowSetting): readonly FlowScenario[] {
  const { login, logouts, other } = flow
  const { take, carry } = target
  const what = target.cookieName === undefined ? 'token' : 'session'
  const enter = issuing(login.request, take)
  const withIssued = carry(target.request, '{taken}')
  const admitted: Step = { request: withIssued, expect: 'allow', route: target.route }
  const scenarios: FlowScenario[] = [
    {
      row: 'flow.login',
      title: `the ${what} of a login`,
      cause: `the ${what} that was issued is not the one that is read`,
      cwe: 384,
      expect: 'allow',
      steps: [enter, admitted],
    },
    ...(target.cookieName === undefined ? [] : fixations(flow, target, setting)),
    {
      row: 'flow.two-logins',
      title: `the ${what} of a second login`,
      cause: 'a second login ends in the first session',
      cwe: 384,
      expect: 'allow',
      steps: [enter, enter, admitted],
    },
  ]
  if ('json' in take)
    scenarios.push({
      row: 'flow.other-token',
      title: 'the refresh or ID token of a login in the place of its access token',
      cause: 'what a token is for is not checked: a refresh token lives longer, and its theft is not noticed',
      cwe: 287,
      expect: 'deny',
      steps: [
        issuing(login.request, { besides: take.json }),
        { request: withIssued, expect: 'deny', route: target.route, extra: { about: 'session', ifTaken: true } },
      ],
    })
  if (!target.isSelfContained)
    scenarios.push({
      row: 'flow.parallel-logins',
      title: 'a login sent eight times at once',
      cause: `the ${what} is made from the clock or the user, or kept where requests in flight share it`,
      cwe: 488,
      expect: 'issued',
      order: 'parallel',
      extra: { about: 'distinct' },
      steps: Array.from({ length: PARALLEL }, (_, i) => (i % 2 === 1 && other ? { ...enter, request: other } : enter)),
    })
  const ends = logouts.map((logout, at) => endOfSession(login, logout, target, at))
  // A session of the framework is ended until its own end.
  scenarios.push(...ends, ...(setting.local && !target.isFramework ? ends.flatMap(laterOf) : []))
  if (setting.local && target.isFramework && 'cookie' in take)
    scenarios.push(...cookieFlows(flow, target, setting, take.cookie))
  scenarios.push(...refreshScenarios(login, logouts, target, setting.local))
  // An account may be locked after some of them.
  return [...scenarios, ...roleLogins(flow, target, setting), ...refusedLogins(flow, target)]
}

/** A session id from before the login, chosen by an attacker or given to a visitor, must open nothing after it. */
function fixations(
  { login: { request: login }, other }: Flow,
  { request, route, carry, take }: FlowTarget,
  { visit }: FlowSetting,
): readonly FlowScenario[] {
  const denied = (value: string): Step => ({ request: carry(request, value), expect: 'deny', route })
  const issued = (value: string): Step => issuing(carry(login, value), take, { unlike: value })
  const ofVisitor = issuing(carry(login, '{taken}'), take, { unlike: '{taken}', ifTaken: true })
  const facts = { cause: 'the session id from before the login is kept', cwe: 384, expect: 'deny' } as const
  const scenarios: FlowScenario[] = [
    {
      ...facts,
      row: 'flow.fixation',
      title: 'a login that brings a session of its own choice',
      steps: [issued(FIXED), denied(FIXED)],
    },
    {
      ...facts,
      row: 'flow.visitor',
      title: "a visitor's session after the login that brought it",
      steps: [{ ...issuing(request, take), expect: 'answered', route }, ofVisitor, denied('{taken}')],
    },
  ]
  if (visit !== undefined)
    scenarios.push({
      ...facts,
      row: 'flow.visitor-public',
      title: 'a session from a public page after the login that brought it',
      steps: [{ ...issuing(visit, take), expect: 'answered' }, ofVisitor, denied('{taken}')],
    })
  if (other !== undefined)
    scenarios.push({
      ...facts,
      row: 'flow.other-user',
      title: 'a login in the browser of another user',
      // A client that is logged in already may be refused another login.
      steps: [issuing(other, take), { ...ofVisitor, expect: 'answered' }],
    })
  return scenarios
}

/** The effect of `login` and `logout` on the cookie of a session, and on the session before it. */
function cookieFlows(
  { login, logouts }: Flow,
  { request, route, cookieName }: FlowTarget,
  { hasPublicMode }: FlowSetting,
  name: string,
): readonly FlowScenario[] {
  if (name !== cookieName) return []
  const enter = issuing(login.request, { cookie: name })
  const again = withCookie(login.request, `${name}={taken}`)
  const withSession = withCookie(request, `${name}={taken}`)
  const isServed = hasPublicMode && weakestTransport(login.request) === 'fetch'
  return [
    cookieFlags(login.request, name),
    ...(isServed ? [publicCookieFlags(login.request, name)] : []),
    {
      row: 'flow.old-session',
      title: 'a session after another login in the same browser',
      cause: 'the session from before the login lives on, with what it was allowed',
      cwe: 384,
      expect: 'deny',
      steps: [enter, { request: again, expect: 'issued' }, { request: withSession, expect: 'deny', route }],
    },
    {
      row: 'flow.login-again',
      title: 'the session of another login in the same browser',
      cause: 'the id is not fresh: what ends the old session ends the new one',
      cwe: 384,
      expect: 'allow',
      steps: [enter, issuing(again, { cookie: name }), { request: withSession, expect: 'allow', route }],
    },
    ...FOREIGN.map(([sender, title, headers]) => foreignLogin(login.request, `flow.login-${sender}`, title, headers)),
    ...logouts.filter(isOfBrowser).map(({ request: leave }, at): FlowScenario => ({
      row: 'flow.logout-clears',
      home: leave,
      ...numbered(at),
      title: 'the cookie after a logout',
      cause: 'the cookie stays in the browser after the logout',
      cwe: 613,
      expect: 'answered',
      steps: [enter, clearing(withCookie(leave, `${name}={taken}`), name)],
    })),
  ]
}

/** Whether a way out is that of the browser: one with a body, such as a new password, or for all sessions of the user ends it by the way. */
function isOfBrowser({ request: { body, target } }: SessionFlow): boolean {
  const isOfAll = /\/(?:sessions|tokens|devices)\/?(?:\?.*)?$/i.test(target)
  return (body === undefined && !isOfAll) || /(?:log|sign)-?(?:out|off)/i.test(target)
}

function cookieFlags(login: RequestData, name: string): FlowScenario {
  const cookie = { name, change: 'issued', secure: name.startsWith('__Host-') } as const
  return {
    row: 'flow.cookie-flags',
    title: 'the cookie of a login',
    cause: 'the cookie is set by hand, without HttpOnly, SameSite, Secure or Path',
    cwe: 1004,
    expect: 'issued',
    steps: [issuing(login, { cookie: name }, { cookie })],
  }
}

function publicCookieFlags(login: RequestData, name: string): FlowScenario {
  return {
    ...cookieFlags(login, `__Host-${name.replace(/^__Host-/, '')}`),
    row: 'flow.cookie-flags-public',
    title: 'the cookie of a login, served as in public',
    transport: 'fetch',
    extra: { about: 'public' },
  }
}

function foreignLogin(
  login: RequestData,
  row: FlowScenario['row'],
  title: string,
  headers: readonly Header[],
): FlowScenario {
  return {
    row,
    title,
    cause: 'another site can log its visitor in as another user (login CSRF)',
    cwe: 352,
    expect: 'refused-login',
    steps: [{ request: withSender(login, headers), expect: 'refused-login' }],
  }
}

type Header = readonly [name: string, value: string]

const FOREIGN: readonly (readonly [
  sender: 'other-origin' | 'cross-site',
  title: string,
  headers: readonly Header[],
])[] = [
  ['other-origin', "a good login with another site's Origin", [['Origin', 'https://attacker.example']]],
  ['cross-site', 'a good login from another site', [['Sec-Fetch-Site', 'cross-site']]],
]
