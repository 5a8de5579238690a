import type { AuthDescription } from 'svc'
import { isSafeMethod, leavesOf } from '../../server/internal.ts'
import { type Fixtures, NO_FIXTURE } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import { isFor, type Route } from '../model/route.ts'
import { numbered } from '../model/row-name.ts'
import { scopesAround } from '../model/token-facts.ts'
import { isGuarded } from '../subject/oracle.ts'
import { fixtureFor, plainRequest } from '../subject/plain-request.ts'
import { mayUse, namesOf } from '../subject/standing.ts'
import type { Flow, FlowScenario, FlowTarget } from './flow-target.ts'
import { membersOf, nameInLogin, withMembers } from './wrong-logins.ts'

const ROLE = /^(?:user_?)?(?:roles?|type|group|level|rank|scopes?|permissions?)$/i
const FLAG = /^(?:is_?)?(?:admin|super_?user|staff)$/i
/** Where a login declares no body, it may read these. */
const USUAL = ['role', 'roles', 'scope', 'isAdmin', 'is_admin', 'admin', 'isSuperuser', 'is_superuser']
/** Roles that are asked for. */
const MOST = 4

/** The application and its fixtures, where roles are tried. */
export interface RoleSetting {
  readonly routes: readonly Route[]
  readonly fixtures: Fixtures
  /** Whether the sessions are those of this framework, which promise more than other servers do. */
  readonly local: boolean
}

/** A login by a user of the fixtures that asks for a role, and an operation for that role that its user may not use. */
interface Raised {
  readonly user: string
  readonly role: string
  readonly request: RequestData
  /** The same login without the role. */
  readonly plain: RequestData
  readonly route: Guarded
}

type Guarded = Route & { readonly auth: AuthDescription }

/**
 * Logins of users who name a role that they do not have: in the members that the body declares, or other logins of the fixtures have,
 * else in the usual ones. What it gives must not do what the fixtures let that role do and not its user. Who names a role in the
 * fixtures may have several, and names none here.
 */
export function roleLogins(flow: Flow, target: FlowTarget, setting: RoleSetting): readonly FlowScenario[] {
  const { take, carry } = target
  return findRaised(flow, target, setting).map(({ user, role, request, plain, route }, at): FlowScenario => {
    const expect = isGuarded(route.auth, 0) ? 'forbid' : 'deny'
    const asked = plainRequest(route, fixtureFor(setting.fixtures.routes[route.key] ?? NO_FIXTURE, user))
    return {
      row: 'flow.named-role',
      ...numbered(at),
      family: 'role',
      title: `a login of ${user} that names the role ${role}, and what that role may do`,
      cause: 'the login takes the role of its user from the body, where any client names one',
      cwe: 269,
      expect,
      steps: [
        { request: plain, expect: 'answered', extra: { about: 'session', take } },
        // An operation for any user says nothing of the role.
        { request: carry(asked, '{taken}'), expect: 'answered', route: route.key },
        { request, expect: 'answered', extra: { about: 'session', take, ifRefused: true } },
        { request: carry(asked, '{taken}'), expect, route: route.key, extra: { about: 'session', ifTaken: true } },
      ],
    }
  })
}

function findRaised({ login }: Flow, target: FlowTarget, setting: RoleSetting): readonly Raised[] {
  const { routes, fixtures } = setting
  const { method, target: path } = login.request
  const known = (fixtures.logins ?? []).filter(
    ({ authenticator, request }) =>
      authenticator === target.authenticator && request.method === method && request.target === path,
  )
  const all = [...known, { request: login.request, user: nameInLogin(login.request) }]
  const declared = routes.find((route) => isFor(route, login.request))?.bodyNames
  const written = all.flatMap(({ request }) => membersOf(request))
  const named = [...new Set([...(declared ?? []), ...written])].filter((name) => ROLE.test(name) || FLAG.test(name))
  const members = named.length > 0 || declared !== undefined ? named : USUAL
  const plain = all.filter(({ request }) => !membersOf(request).some((name) => named.includes(name)))
  const found = new Map<string, Raised>()
  for (const route of deniedRoutes(target, setting)) {
    const fixture = fixtures.routes[route.key] ?? NO_FIXTURE
    const one = plain.find(({ user = '' }) => user in fixtures.users && mayUse(user, fixtures, fixture) === false)
    if (one?.user === undefined) continue
    const own = new Set([...namesOf(one.user, fixtures), ...fixture.deny])
    const roles = fixture.allow
      .flatMap((name) => fixtures.users[name]?.roles ?? [name])
      .filter((role) => !own.has(role))
    for (const role of roles.length > 0 ? roles : ['admin']) {
      const request = withMembers(one.request, valuesOf(members, role, scopesAround(route.auth, 0)))
      if (request !== undefined && !found.has(role))
        found.set(role, { user: one.user, role, request, plain: one.request, route })
    }
  }
  return [...found.values()].slice(0, MOST)
}

/** Operations that the credential opens alone, those that change nothing first. */
function deniedRoutes({ authenticator }: FlowTarget, { routes, fixtures, local }: RoleSetting): readonly Guarded[] {
  const fitting = routes.filter((route): route is Guarded => {
    const { auth, key, method } = route
    const leaves = leavesOf(auth)
    const isSent = isSafeMethod(method) || (local && fixtures.routes[key]?.unsafe === 'allow')
    return isSent && leaves.length > 0 && leaves.every(({ name }) => name === authenticator)
  })
  return fitting.toSorted((one, other) => Number(isSafeMethod(other.method)) - Number(isSafeMethod(one.method)))
}

function valuesOf(
  names: readonly string[],
  role: string,
  scopes: readonly string[],
): Readonly<Record<string, unknown>> {
  const valueOf = (name: string): unknown => {
    if (FLAG.test(name)) return true
    if (/scope/i.test(name) && scopes.length > 0) return scopes.join(' ')
    return /(?:role|group|permission)s$/i.test(name) ? [role] : role
  }
  return Object.fromEntries(names.map((name) => [name, valueOf(name)]))
}
