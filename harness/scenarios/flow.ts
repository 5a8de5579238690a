import type { Fixtures, RequestData, Scenario, Step, Take } from '../model.ts'
import { withCookie } from './place.ts'

/** What a login scenario needs to know: a route that the session opens. */
export interface FlowTarget {
  /** A request that passes validation on a protected, safe route, without a credential. */
  readonly request: RequestData
  readonly cookieName: string
  /** Key of that route. */
  readonly route: string
}

/** Logins in flight. */
const PARALLEL = 8

type FlowScenario = Pick<Scenario, 'name' | 'title' | 'cause' | 'cwe' | 'expect' | 'steps' | 'distinct'> &
  Partial<Pick<Scenario, 'order'>>

/** The application's own login and logout: wrong passwords, fixation, replay after logout. */
export function flowScenarios(fixtures: Fixtures, target: FlowTarget): readonly FlowScenario[] {
  const { login, logout } = fixtures
  if (login === undefined) return []
  const take: Take = login.take ?? { cookie: target.cookieName }
  const enter: Step = { request: login.request, expect: 'issued', take }
  const withSession = withCookie(target.request, `${target.cookieName}={taken}`)
  const admitted: Step = { request: withSession, expect: 'allow', route: target.route }
  const fixed = withCookie(login.request, `${target.cookieName}=svc-fixed-by-an-attacker`)
  return [
    {
      name: 'flow.login',
      title: 'the session of a login',
      cause: 'the session that was issued is not the one that is read',
      cwe: 384,
      expect: 'allow',
      steps: [enter, admitted],
    },
    ...(login.wrong === undefined
      ? []
      : [
          {
            name: 'flow.wrong-password',
            title: 'a login with a wrong password',
            cause: 'the session is started before the password is compared',
            cwe: 287,
            expect: 'refused-login' as const,
            steps: [{ request: login.wrong, expect: 'refused-login' as const }],
          },
        ]),
    {
      name: 'flow.fixation',
      title: 'a login that brings a session of its own choice',
      cause: 'the session id from before the login is kept',
      cwe: 384,
      expect: 'deny',
      steps: [
        { request: fixed, expect: 'issued', take },
        {
          request: withCookie(target.request, `${target.cookieName}=svc-fixed-by-an-attacker`),
          expect: 'deny',
          route: target.route,
        },
      ],
    },
    {
      name: 'flow.two-logins',
      title: 'the session of a second login',
      cause: 'a second login ends in the first session',
      cwe: 384,
      expect: 'allow',
      steps: [enter, { request: login.request, expect: 'issued', take }, admitted],
    },
    {
      name: 'flow.parallel-logins',
      title: 'a login sent eight times at once',
      cause: 'the session id is made from the clock or the user, or kept where requests in flight share it',
      cwe: 488,
      expect: 'issued',
      order: 'parallel',
      distinct: true,
      steps: Array.from({ length: PARALLEL }, () => enter),
    },
    ...(logout === undefined
      ? []
      : [
          {
            name: 'flow.replay-after-logout',
            title: 'a session after its logout',
            cause: 'logout only deletes the cookie in the browser',
            cwe: 613,
            expect: 'deny' as const,
            steps: [
              enter,
              admitted,
              { request: withCookie(logout.request, `${target.cookieName}={taken}`), expect: 'answered' as const },
              { request: withSession, expect: 'deny' as const, route: target.route },
            ],
          },
        ]),
  ]
}
