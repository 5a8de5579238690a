import type { SessionFlow } from '../model/fixtures.ts'
import { numbered } from '../model/row-name.ts'
import type { Step } from '../model/scenario.ts'
import { clearing, type FlowScenario, type FlowTarget, issuing, type Login } from './flow-target.ts'

/**
 * An issued session opens nothing after its logout. A session that the cookie holds whole lives until it expires: of that,
 * the logout must take the cookie away.
 */
export function endOfSession(login: Login, logout: SessionFlow, target: FlowTarget, at: number): FlowScenario {
  const { take, carry, route, cookieName, isSelfContained } = target
  const what = cookieName === undefined ? 'token' : 'session'
  const withIssued = carry(target.request, '{taken}')
  const leave: Step = { request: carry(logout.request, '{taken}'), expect: 'answered' }
  const name = cookieName ?? ''
  const isKeptByClient = isSelfContained && cookieName !== undefined && !target.isFramework
  return {
    row: 'flow.replay-after-logout',
    ...numbered(at),
    title: `a ${what} after its logout`,
    cause: isKeptByClient ? 'the logout does nothing' : 'logout only deletes the credential in the browser',
    cwe: 613,
    expect: isKeptByClient ? 'answered' : 'deny',
    home: logout.request,
    steps: [
      issuing(login.request, take, login.refresh === undefined ? {} : { refresh: login.refresh.token }),
      { request: withIssued, expect: 'allow', route },
      ...(isKeptByClient
        ? [clearing(leave.request, name)]
        : [leave, { request: withIssued, expect: 'deny' as const, route }]),
    ],
  }
}

/** Milliseconds: shorter than a token lives, and longer than a thousandth of that. */
const LATER = 60_000

/** The same a minute after the logout: what it keeps of the token has to last as long as the token. */
export function laterOf({ steps, ...end }: FlowScenario): readonly FlowScenario[] {
  const [enter, allowed, leave, last] = steps
  if (enter === undefined || allowed === undefined || leave === undefined || last === undefined) return []
  return [
    {
      ...end,
      row: 'flow.replay-later',
      title: `${end.title}, a minute later`,
      cause:
        'the logout is forgotten while the token is still good: its end is kept for too short a time, or in another unit',
      steps: [enter, allowed, leave, { ...last, extra: { about: 'session', later: LATER } }],
    },
  ]
}

/** A session that no login of the fixtures began, as one that a provider's answer begins: the logout ends it as well. */
export function logoutScenario(
  seal: string,
  logout: SessionFlow,
  { request, route, carry }: FlowTarget,
  at: number,
): FlowScenario {
  const withSeal = carry(request, seal)
  return {
    row: 'flow.replay-after-logout',
    ...numbered(at),
    title: 'a session after its logout',
    cause: 'logout only deletes the credential in the browser',
    cwe: 613,
    expect: 'deny',
    home: logout.request,
    steps: [
      { request: withSeal, expect: 'allow', route },
      { request: carry(logout.request, seal), expect: 'answered' },
      { request: withSeal, expect: 'deny', route },
    ],
  }
}
