import type { Fixtures } from '../model/fixtures.ts'
import type { Route } from '../model/route.ts'
import { foldName } from './values.ts'

/** Members that hold the role of a user. */
const ROLE =
  /^(?:user)?(?:roles?|type|group|level)$|^(?:access|account|member(?:ship)?|permission)(?:roles?|type|level)$/
/** Members that say whether a user is of the staff. */
const IS_STAFF = /^(?:is)?(?:admin(?:istrator)?|super(?:user|admin)|staff)$/
/** Members that say of one thing whether a user may do it. */
const ABILITY =
  /^(?:can|may)(?:manage|invite|organi[sz]e|edit|delete|create|write|moderate|approve|publish|administ|grant|assign|export|update)/
/** Words for who looks after an application: to become one of the others may be for everybody, as buyers become sellers. */
const STAFF = /admin|staff|manager|moderat|super|root|operator|employee|internal|backoffice/i
/** Steps of paths that are for the staff. */
const STAFF_STEP =
  /(?:^|[-_])(?:admins?|administration|administrators?|backoffice|superusers?|staff|moderation|moderators?)$/i
/** Header fields about what a client may. */
const ROLE_FIELD = /role|permission|privilege|(?:^|-)(?:is-?)?admin|user-?(?:type|level|group)/i

/** The steps of a path that say for whom its operation is: not those that the login is below, too, as where all of a server is administration. */
export function tellingSteps(
  { base, path }: Pick<Route, 'base' | 'path'>,
  { login }: Pick<Fixtures, 'login'>,
): readonly string[] {
  const around = login?.request.target.split('?')[0]?.split('/').slice(0, -1) ?? []
  const steps = (base + path).split('/')
  const own = steps.findIndex((step, at) => step !== around[at])
  if (own === -1) return []
  return steps.slice(Math.max(own, base.split('/').length)).filter((step) => !step.startsWith('['))
}

export function isRoleName(name: string): boolean {
  return ROLE.test(foldName(name))
}

/** Whether a member says what a user may. */
export function isRightName(name: string): boolean {
  return isRoleName(name) || isStaffFlag(name) || isAbilityName(name)
}

/** Whether a member is a flag of the staff: `isAdmin`. */
export function isStaffFlag(name: string): boolean {
  return IS_STAFF.test(foldName(name))
}

/** Whether a member says of one thing that a user may do it: `canManage`. */
export function isAbilityName(name: string): boolean {
  return ABILITY.test(foldName(name))
}

export function isRoleField(name: string): boolean {
  return ROLE_FIELD.test(name)
}

/** Words for who may everything. */
const HIGHEST = /^(?:[a-z]+[-_ ])?(?:super[-_]?)?(?:admin(?:istrator)?s?|superusers?|root)$/i

type WithRoles = { readonly roles: readonly string[] }

/** Whether a role is that of an administrator, by its word. */
function isHighest({ roles }: WithRoles): boolean {
  return roles.some((role) => HIGHEST.test(role))
}

/** Whether a user has no role, or the one that all users have, and more than one of them, but for administrators. */
export function isPlain(user: WithRoles, users: readonly WithRoles[]): boolean {
  if (user.roles.length === 0) return true
  const { same, others } = likeIn(user, users)
  return same > 1 && same === others
}

/** The same where one has another role: students beside a teacher. That one may well see more than they do. */
export function isOfMost(user: WithRoles, users: readonly WithRoles[]): boolean {
  const { same, others } = likeIn(user, users)
  return isPlain(user, users) || (same > 1 && same > others / 2)
}

/** How many users but for administrators have the same roles, and how many of them are there. */
function likeIn(user: WithRoles, users: readonly WithRoles[]): Readonly<Record<'same' | 'others', number>> {
  const key = ({ roles }: WithRoles): string => roles.toSorted().join()
  const others = users.filter((one) => !isHighest(one))
  const same = isHighest(user) ? 0 : others.filter((one) => key(one) === key(user)).length
  return { same, others: others.length }
}

/** Whether a text names the staff, and no kind of customer. */
export function isStaff(text: string): boolean {
  return STAFF.test(text)
}

export function isStaffStep(step: string): boolean {
  return STAFF_STEP.test(step)
}

/** Parameters of the query that ask for more than is one's own; those that pass over a rule. */
const [WIDER, FORCING] = [
  /^(?:all|every|full)|^(?:include|show|with)(?:all|others|every)/,
  /^(?:force|bypass|override|sudo)|admin/,
]

/** Documented parameters of the query that ask for more than one has: `all=true`, `force=true`. Changes are forced alone. */
export function widerQuery({ inputs, method }: Route): Readonly<Record<string, string>> {
  const isWider = (name: string): boolean => FORCING.test(name) || (method === 'GET' && WIDER.test(name))
  return Object.fromEntries((inputs?.query ?? []).flatMap((name) => (isWider(foldName(name)) ? [[name, 'true']] : [])))
}
