import type { Credential } from '../model/fixtures.ts'
import type { Expectation } from '../model/expectation.ts'
import type { RequestData } from '../model/request.ts'
import { entriesOf, numbered, type RowName } from '../model/row-name.ts'
import type { Scenario } from '../model/scenario.ts'
import { withCookie, withCredential, withHeader, withQuery } from '../subject/place.ts'
import type { RouteSubject } from '../subject/route-subject.ts'
import { parseObject } from '../text/json.ts'
import { createScenario } from '../subject/scenario.ts'
import { tenantOf } from '../subject/tenant.ts'

/** A denied user's own good credential, and what the refusal of it must be. */
export interface Denied {
  readonly index: number
  readonly credential: Credential
  readonly expect: Expectation
}

/** Roles that a client would claim where the fixtures name none. */
const USUAL_ROLES = ['admin', 'superuser']
const MOST_ROLES = 3

const FLAGS = ['isSuperuser', 'is_superuser', 'isAdmin', 'is_admin', 'admin', 'superuser']
const FLAG_HEADERS = ['X-Superuser', 'X-Is-Superuser', 'X-Admin', 'X-Is-Admin', 'X-Internal', 'X-Debug']
const ROLE_HEADERS = ['X-Role', 'X-Roles', 'X-User-Role', 'X-User-Roles', 'Role', 'X-Groups', 'X-Scope']
// oxfmt-ignore
const USER_HEADERS = [
  'X-User', 'X-User-Id', 'X-Username', 'X-Remote-User', 'Remote-User', 'X-Forwarded-User', 'X-Auth-Request-User',
  'X-Authenticated-User', 'X-Impersonate-User', 'X-Impersonate', 'X-Act-As', 'X-On-Behalf-Of', 'Impersonate-User',
  'Sudo',
]

// oxfmt-ignore
const TENANT_HEADERS = [
  'X-Tenant', 'X-Tenant-Id', 'X-Org', 'X-Org-Id', 'X-Organization', 'X-Organization-Id', 'X-Account',
  'X-Account-Id', 'X-Workspace', 'X-Workspace-Id', 'X-Company-Id', 'X-Customer-Id', 'X-Team-Id', 'Tenant',
  'Tenant-Id',
]
// oxfmt-ignore
const TENANT_PAIRS = [
  'tenant', 'tenant_id', 'tenantId', 'org', 'org_id', 'orgId', 'account_id', 'workspace', 'workspace_id',
]

// oxfmt-ignore
const ADDRESS_HEADERS = [
  'X-Forwarded-For', 'X-Real-IP', 'X-Client-IP', 'X-Originating-IP', 'X-Remote-IP', 'X-Remote-Addr',
  'True-Client-IP', 'CF-Connecting-IP',
]

interface Claim {
  readonly row: RowName
  readonly variant?: string
  readonly title: string
  readonly cause: string
  readonly change: (request: RequestData) => RequestData | undefined
}

const CLIENT_ROLE = 'the role is read from a place where the client writes it'
const IMPERSONATED = 'the user is taken from a place where the client names it'
export const OTHER_TENANT = 'the tenant is taken from a place where the client names it'

/**
 * A denied user with a good credential claims more: a flag, a role, another user's name, in every place that a client
 * writes. The refusal must stay that of the credential alone.
 */
export function roleClaimScenarios(subject: RouteSubject, denied: Denied | undefined): readonly Scenario[] {
  if (denied === undefined) return []
  const { index, credential, expect } = denied
  const leaf = subject.leaf(index)
  const bare = subject.bare(index, credential.user)
  if (bare === undefined) return []
  return [...claimsOf(subject), ...tenantClaims(subject, credential)].flatMap((claim) => {
    const own = withCredential(bare, leaf, subject.fresh(credential).value)
    const request = claim.change(own)
    if (request === undefined) return []
    return createScenario({
      route: subject.route,
      row: claim.row,
      ...(claim.variant === undefined ? {} : { variant: claim.variant }),
      family: 'role',
      exercise: credential.value.type === 'session' ? 'sealed' : 'wire',
      authenticator: leaf.name,
      title: `the credential of ${credential.user}, who may not, with ${claim.title}`,
      cause: claim.cause,
      cwe: 269,
      steps: [{ request, expect }],
    })
  })
}

function claimsOf(subject: RouteSubject): readonly Claim[] {
  const roles = rolesOf(subject)
  const names = [...new Set([...allowedUsers(subject).slice(0, 1), 'admin'])]
  return [
    ...claims(CLIENT_ROLE, 0, {
      'claim.flag-header': ['a superuser flag in header fields', (r) => withFlagHeaders(r, 'true')],
      'claim.flag-query': ['a superuser flag in the query', (r) => withFlagQuery(r, 'true')],
      'claim.flag-cookie': ['a superuser flag in cookies', (r) => addAll(r, FLAGS, withCookiePair, 'true')],
      // A flag is compared with `true` or with `1`: the second in all places at once, since it opens seldom.
      'claim.flag-one': [
        'a superuser flag of 1 in header fields, the query and cookies',
        (r) => addAll(withFlagQuery(withFlagHeaders(r, '1'), '1'), FLAGS, withCookiePair, '1'),
      ],
      'claim.flag-body': [
        'a superuser flag in the body',
        (r) => withMembers(r, { ...Object.fromEntries(FLAGS.map((flag) => [flag, true])), role: roles[0] }),
      ],
    }),
    ...claims('the address of the client is read from where the client writes it', 0, {
      'claim.address-header': [
        'an address of this machine in header fields',
        (r) => withHeader(addAll(r, ADDRESS_HEADERS, withHeader, '127.0.0.1'), 'Forwarded', 'for=127.0.0.1'),
      ],
    }),
    ...roles.flatMap((role, at) =>
      claims(CLIENT_ROLE, at, {
        'claim.role-header': [`the role ${role} in header fields`, (r) => addAll(r, ROLE_HEADERS, withHeader, role)],
        'claim.role-query': [
          `the role ${role} in the query`,
          (r) => addAll(r, ['role', 'roles', 'as'], withPair, role),
        ],
        'claim.role-cookie': [
          `the role ${role} in cookies`,
          (r) => addAll(r, ['role', 'roles', 'user_role'], withCookiePair, role),
        ],
      }),
    ),
    ...names.flatMap((name, at) =>
      claims(IMPERSONATED, at, {
        'claim.user-header': [`the user name ${name} in header fields`, (r) => withUserHeaders(r, name)],
        'claim.user-query': [
          `the user name ${name} in the query`,
          (r) => addAll(r, ['user', 'username', 'user_id', 'impersonate', 'sudo'], withPair, name),
        ],
        'claim.user-cookie': [
          `the user name ${name} in cookies`,
          (r) => addAll(r, ['user', 'username', 'user_id'], withCookiePair, name),
        ],
      }),
    ),
  ]
}

/** The tenant of a user who may, where it is known and not the denied user's own. */
function tenantClaims(subject: RouteSubject, denied: Credential): readonly Claim[] {
  const may = allowedUsers(subject)
  const theirs = Object.values(subject.fixtures.valid)
    .flat()
    .flatMap((credential) => (may.includes(credential.user) ? (tenantOf(credential) ?? []) : []))
  const tenant = theirs.find((one) => one !== tenantOf(denied))
  if (tenant === undefined) return []
  return claims(OTHER_TENANT, 0, {
    'claim.tenant-header': [`the tenant ${tenant} in header fields`, (r) => withTenantHeaders(r, tenant)],
    'claim.tenant-query': [`the tenant ${tenant} in the query`, (r) => withTenantQuery(r, tenant)],
  })
}

/** Claims that find one mistake. @param at their number among those that differ in a role or a name only */
function claims(
  cause: string,
  at: number,
  table: Readonly<Partial<Record<RowName, readonly [title: string, change: Claim['change']]>>>,
): readonly Claim[] {
  return entriesOf(table).map(([row, [title, change]]) => ({ row, ...numbered(at), title, cause, change }))
}

/** Users whom the fixtures allow this route, by name or by role. */
function allowedUsers({ fixture, fixtures }: RouteSubject): readonly string[] {
  const isAllowed = (name: string, roles: readonly string[]): boolean =>
    [name, ...roles].some((one) => fixture.allow.includes(one))
  return Object.entries(fixtures.users).flatMap(([name, { roles }]) => (isAllowed(name, roles) ? [name] : []))
}

/** The roles of allowed users, by the fixtures; else the usual names. */
function rolesOf({ fixture, fixtures }: RouteSubject): readonly string[] {
  const named = fixture.allow.flatMap((name) => fixtures.users[name]?.roles ?? [name])
  const others = Object.values(fixtures.users).flatMap(({ roles }) => roles)
  const roles = [...named, ...USUAL_ROLES, ...others].filter((role) => !fixture.deny.includes(role))
  return [...new Set(roles)].slice(0, MOST_ROLES)
}

/** The request with a user's name in each field where a proxy would write it. */
export function withUserHeaders(request: RequestData, user: string): RequestData {
  return addAll(request, USER_HEADERS, withHeader, user)
}

/** The request with a tenant in each field where an application may read it. */
export function withTenantHeaders(request: RequestData, tenant: string): RequestData {
  return addAll(request, TENANT_HEADERS, withHeader, tenant)
}

/** The request with a tenant in each parameter where an application may read it. */
export function withTenantQuery(request: RequestData, tenant: string): RequestData {
  return addAll(request, TENANT_PAIRS, withPair, tenant)
}

function withFlagHeaders(request: RequestData, value: string): RequestData {
  return addAll(request, [...FLAG_HEADERS, ...FLAGS.slice(0, 1)], withHeader, value)
}

function withFlagQuery(request: RequestData, value: string): RequestData {
  return addAll(request, [...FLAGS, 'debug'], withPair, value)
}

/** Adds a claim under each name that the request does not hold already: a fixture's own field stays as it is. */
function addAll(
  request: RequestData,
  names: readonly string[],
  add: (request: RequestData, name: string, value: string) => RequestData,
  value: string,
): RequestData {
  const held = new Set(request.headers.map(([name]) => name.toLowerCase()))
  return names.reduce((one, name) => (held.has(name.toLowerCase()) ? one : add(one, name, value)), request)
}

function withPair(request: RequestData, name: string, value: string): RequestData {
  const [, query = ''] = request.target.split('?', 2)
  const isTaken = query.split('&').some((pair) => pair.split('=', 1)[0] === name)
  return isTaken ? request : withQuery(request, `${name}=${encodeURIComponent(value)}`)
}

function withCookiePair(request: RequestData, name: string, value: string): RequestData {
  return withCookie(request, `${name}=${encodeURIComponent(value)}`)
}

/** More members in a JSON object, or a JSON body if the request has no body; other bodies stay as they are. */
function withMembers(request: RequestData, members: Readonly<Record<string, unknown>>): RequestData | undefined {
  if (request.body === undefined)
    return { ...withHeader(request, 'Content-Type', 'application/json'), body: JSON.stringify(members) }
  const body = parseObject(request.body)
  return body && { ...request, body: JSON.stringify({ ...members, ...body }) }
}
