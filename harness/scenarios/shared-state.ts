import { isSafeMethod } from '../../server/internal.ts'
import type { Credential } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import type { RowName } from '../model/row-name.ts'
import type { Scenario, Step } from '../model/scenario.ts'
import { isGuarded } from '../subject/oracle.ts'
import { withCredential } from '../subject/place.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { mayUse } from '../subject/standing.ts'
import { createScenario } from '../subject/scenario.ts'
import { tenantOf } from '../subject/tenant.ts'
import { OTHER_TENANT, withTenantHeaders, withTenantQuery, withUserHeaders } from './role-claims.ts'

/** Shorter texts occur by chance. */
const TELLING = 3
/** Pairs of requests in flight at the same time. */
const PAIRS = 4

/** Two users who may, one after the other and at the same time: neither may get what was made for the other. */
export function twoUserScenarios(subject: RouteSubject): readonly Scenario[] {
  if (!isSafeMethod(subject.route.method)) return []
  return subject.leaves.flatMap((leaf, index) => {
    const [first, second] = allowed(subject, index)
    if (first === undefined || second === undefined) return []
    const [one, other] = [stepOf(subject, index, first, second), stepOf(subject, index, second, first)]
    if (one === undefined || other === undefined) return []
    const make = scenarioMaker(subject.route, leaf.name, first)
    const tenants = claimedTenants(one, other, tenantOf(first), tenantOf(second))
    return [
      ...(tenants === undefined
        ? []
        : [
            make(
              'users.other-tenant',
              `the credential of ${first.user} with the tenant of ${second.user} in header fields and the query`,
              OTHER_TENANT,
              tenants,
              'sequence',
            ),
          ]),
      make(
        'users.in-turn',
        `the credential of ${second.user} right after that of ${first.user}`,
        'an answer is kept, and its key does not hold the user',
        [one, other, claiming(subject, one, first, second)],
        'sequence',
      ),
      make(
        'users.at-once',
        `the credentials of ${first.user} and ${second.user} at the same time`,
        'the user is kept in a variable of the module, which requests in flight share',
        Array.from({ length: PAIRS }, () => [one, other]).flat(),
        'parallel',
      ),
    ]
  })
}

type MakeScenario = (
  row: RowName,
  title: string,
  cause: string,
  steps: readonly Step[],
  order: Scenario['order'],
) => Scenario

function scenarioMaker(route: Route, authenticator: string, { value }: Credential): MakeScenario {
  return (row, title, cause, steps, order) =>
    createScenario({
      route,
      row,
      family: 'connection',
      exercise: value.type === 'session' ? 'sealed' : 'wire',
      expect: 'allow',
      authenticator,
      title,
      cause,
      cwe: 488,
      transport: 'socket',
      steps,
      order,
      // Other requests in flight would make a cache and a variable of the module look alike.
      turn: 'last',
    })
}

/** Roles and names of those who may act for others. */
const ACTS_FOR_OTHERS = /admin|super|root|staff|owner|support|system/i

/**
 * The user's request again, which names the other in the fields where proxies and support staff do. It may be refused, and
 * it may not be answered as the other's.
 */
function claiming({ fixtures }: RouteSubject, step: Step, own: Credential, other: Credential): Step {
  const roles = fixtures.users[own.user]?.roles ?? []
  if ([own.user, ...roles].some((name) => ACTS_FOR_OTHERS.test(name)) || step.extra === undefined) return step
  const { principal: _, calls: __, ...rest } = step
  return { ...rest, request: withUserHeaders(step.request, other.user), expect: 'answered' }
}

/**
 * One user, the other, the first with the other's tenant in each place where an application may read it, and as before:
 * where a tenant is what the client says, the answers in the middle are those of the other tenant.
 */
function claimedTenants(
  one: Step,
  other: Step,
  tenant: string | undefined,
  claimed: string | undefined,
): readonly Step[] | undefined {
  if (tenant === undefined || claimed === undefined || tenant === claimed) return undefined
  const [identity, others] = [tenant, claimed].map((text) => (text.length >= TELLING ? [text] : []))
  const own: Step = { ...one, ...(identity && { extra: { about: 'users', identity } }) }
  const { principal: _, calls: __, ...rest } = own
  const asOther = (request: RequestData): Step => ({ ...rest, request, expect: 'answered' })
  const header = asOther(withTenantHeaders(one.request, claimed))
  const query = asOther(withTenantQuery(one.request, claimed))
  return [own, { ...other, ...(others && { extra: { about: 'users', identity: others } }) }, header, query, own]
}

/** Good credentials of the fixtures' users whom nothing keeps from the route. */
function allowed(subject: RouteSubject, index: number): readonly Credential[] {
  const { fixture, fixtures, route } = subject
  if (isGuarded(route.auth, index)) return []
  return subject
    .valid(index)
    .filter(({ user }) => fixtures.users[user] !== undefined && mayUse(user, fixtures, fixture) === true)
}

function stepOf(subject: RouteSubject, index: number, credential: Credential, other: Credential): Step | undefined {
  const bare = subject.bare(index, credential.user)
  if (bare === undefined) return undefined
  const request = withCredential(bare, subject.leaf(index), credential.value)
  // The principal of the step is that of the first good credential, who may be the other user.
  const { principal: _, ...step } = subject.step(request, subject.presentation(index, 'good'), 'deny', false)
  return {
    ...step,
    ...(credential.principal === undefined ? {} : { principal: credential.principal }),
    ...(namesOneObject(subject) ? {} : { extra: { about: 'users', identity: identityOf(subject, credential, other) } }),
  }
}

/** Whose order it is stands in the order itself, whichever of those who may see it asks. */
function namesOneObject({ route }: RouteSubject): boolean {
  return route.path.includes('[')
}

/**
 * Texts that say whose answer it is: the name of the user, and the texts of the principal. Where the principal of the
 * other is not known, its texts may be those of a tenant or a role that both have.
 */
function identityOf({ fixtures }: RouteSubject, { user, principal }: Credential, other: Credential): readonly string[] {
  const own = other.principal === undefined ? [] : textsOf(principal)
  const roles = Object.values(fixtures.users).flatMap((known) => known.roles)
  return [...new Set([user, ...own])].filter((text) => text.length >= TELLING && !roles.includes(text))
}

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}
