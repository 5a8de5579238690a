import { isSafeMethod } from '../../server/internal.ts'
import type { Answer, Exploration, Tried, User } from '../ask/exploration.ts'
import { isProtected, type Route } from '../model/route.ts'
import { isPlain, isStaff, isStaffStep, tellingSteps } from '../ask/rights.ts'
import { paramsOf } from '../whose/path-nouns.ts'
import { isTelling, leavesOfJson, standsIn } from '../ask/values.ts'

/** Who owns what is administered is not of the staff elsewhere. */
const OWNER = /owner/i
/** Steps of paths for those who administer. */
const ADMINISTRATORS = /(?:^|[-_])(?:admins?|administration|administrators?|backoffice|superusers?)$/i

/**
 * Operations that are called administration, asked as users without a role of the staff, where the fixtures have a user who administers and say
 * nothing of the operation: an answer with what the administrator gets is a finding, also without `roles`.
 */
export async function exploreAdministration(world: Exploration): Promise<void> {
  const isOfStaff = ({ roles }: User): boolean => roles.some((role) => isStaff(role) || OWNER.test(role))
  const staff = world.users.find(isOfStaff)
  const plain = world.users.filter((user) => !isOfStaff(user) && isPlain(user, world.users))
  if (staff === undefined || plain.length === 0) return
  const asked: Asked[] = []
  for (const route of world.routes.filter((one) => isAdministration(one, world))) {
    if (world.whyNot(route) !== undefined || !world.wants('unguarded.user', route)) continue
    const safe = isSafeMethod(route.method)
    const own = safe ? await world.ask({ route, as: staff }) : undefined
    // Beside users with roles of their own, what is called staff may be a thing: a rota, a report to moderators.
    const isOfAdministrators = tellingSteps(route, world.fixtures).some((step) => ADMINISTRATORS.test(step))
    for (const user of plain.filter(({ roles }) => roles.length === 0 || isOfAdministrators)) {
      const answer = await world.ask({ route, as: user })
      if (answer !== undefined && answer.status > 0) asked.push({ route, user, answer, own })
    }
  }
  const guarded = new Set(asked.flatMap(({ user, answer }) => (answer.status === 403 ? [user.name] : [])))
  for (const one of asked) report(one, guarded.has(one.user.name), world)
}

interface Asked {
  readonly route: Route
  readonly user: User
  readonly answer: Answer
  /** The administrator's own answer; absent for operations that may change something. */
  readonly own: Answer | undefined
}

/** Whether an operation is called administration, and the fixtures say no role: one that they write is tried by the catalogue. */
export function isAdministration(route: Route, { fixtures }: Exploration): boolean {
  const said = fixtures.routes[route.key]
  const isSaid = said !== undefined && said.isTaken !== true && said.allow.length + said.deny.length > 0
  const isCalled = tellingSteps(route, fixtures).some(isStaffStep)
  return isCalled && !isSaid && isProtected(route)
}

/** @param isGuarded another operation of the staff refuses the user: a record that does not exist is then looked for behind a guard */
function report({ route, user, answer, own }: Asked, isGuarded: boolean, world: Exploration): void {
  const tried = {
    row: 'unguarded.user',
    route,
    variant: user.name,
    title: `an operation that is called administration, asked by ${user.name}, who has no role of the staff`,
    answers: own === undefined ? [answer] : [own, answer],
  } as const satisfies Tried
  const isSearched = answer.status === 404 && answer.json !== undefined && isGuarded && paramsOf(route).length > 0
  const isOpen = isSafeMethod(route.method) ? sharesData(own, answer) : answer.isGood || isSearched
  if (!isOpen) return world.passed(tried)
  world.found({
    ...tried,
    code: 'exposed',
    expected: '403 or 404',
    got: `${answer.status} to ${user.name}`,
    cause: `any user may ${route.key}: it is called administration, and does not ask for a role`,
  })
}

/** Whether the user has got members of the administrator's answer that are more than any answer has. */
function sharesData(own: Answer | undefined, answer: Answer): boolean {
  if (own?.isGood !== true || !answer.isGood) return false
  const shared = leavesOfJson(own.json).filter(standsIn(answer.json))
  // Numbers of a dashboard are small, but there are several.
  return (
    shared.some(({ value }) => isTelling(value)) || shared.filter(({ value }) => typeof value === 'number').length > 1
  )
}
