import { isSafeMethod } from '../../server/internal.ts'
import { type Fixtures, NO_FIXTURE, type RouteFixture } from '../model/fixtures.ts'
import { isProtected, type Route } from '../model/route.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { mayUse } from '../subject/standing.ts'
import type { Answer, Ask, Maker, User } from './exploration.ts'

/** Who may use an operation and who may not, by its answers. */
export interface Standing {
  readonly key: string
  /** Names of users. */
  readonly allow: readonly string[]
  readonly deny: readonly string[]
  /** The statuses of those who may not. */
  readonly statuses: readonly number[]
  /** A request went through, and a record that it was about may be gone. */
  readonly isUsedUp: boolean
  /** Every user is answered with 401. */
  readonly refusesAll: boolean
}

/** Answers that say nothing of who may: none, or one in front of the guard. */
const SILENT: ReadonlySet<number> = new Set([0, 401, 403, 429, 502, 503, 504])

export function isSilent(status: number): boolean {
  return SILENT.has(status)
}

export function isRefusal({ status }: Pick<Answer, 'status'>): boolean {
  return status === 401 || status === 403
}

/** Whether an answer comes as far as that of a user who may: a success, or what that user gets. */
export async function reaches({ status, isGood }: Answer, own: () => Promise<Answer | undefined>): Promise<boolean> {
  return !isSilent(status) && (isGood || (await own())?.status === status)
}

/** Whether users of the fixtures may be asked about: an operation that is kept for users of the run may change one of them. */
export function isAskable(route: Route, world: Pick<Maker, 'fixtures' | 'whyNot'>): boolean {
  const isForAll = route.kept === undefined && route.as === undefined
  return isForAll && !endsSessions(route, world.fixtures) && world.whyNot(route) === undefined
}

/** The answer to a user, for a record of the run where there is one; reads are asked as the catalogue asks them. */
export function askSpare(
  route: Route,
  as: User,
  world: Pick<Maker, 'ask'>,
  headers: Ask['headers'] = {},
): Promise<Answer | undefined> {
  return world.ask({ route, as, headers, params: isSafeMethod(route.method) ? {} : (route.spare ?? {}) })
}

/** Whether the fixtures say that a user may; `undefined` where they say nothing of the operation. */
export function saidOf({ name }: User, { key }: Route, { fixtures }: Pick<Maker, 'fixtures'>): boolean | undefined {
  const said = fixtures.routes[key] ?? NO_FIXTURE
  return said.allow.length + said.deny.length === 0 ? undefined : mayUse(name, fixtures, said)
}

/**
 * Asks an operation as each user, where the fixtures do not say who may. A 403 for one beside another answer for the next is a
 * guard: of a role, or of whose the record is. A 403 for all of them says that none of them may. A 401 counts as a 403 where
 * another user gets further and the credential is that of a login of this run.
 *
 * @param known answers to users who were asked already
 * @returns `undefined` where it is not asked
 */
export async function findStanding(
  route: Route,
  world: Maker,
  known: readonly Answer[] = [],
): Promise<Standing | undefined> {
  const { users, fixtures } = world
  const fixture = fixtures.routes[route.key] ?? NO_FIXTURE
  const isSaid = fixture.allow.length > 0 || fixture.deny.length > 0 || fixture.use !== undefined
  if (isSaid || users.length === 0 || !isProtected(route) || !isAskable(route, world)) return undefined
  const answers: Answer[] = []
  for (const as of users) {
    const answer = known.find((one) => one.as?.name === as.name) ?? (await askSpare(route, as, world))
    if (answer !== undefined) answers.push(answer)
  }
  const namesOf = (those: readonly Answer[]): readonly string[] => those.flatMap(({ as }) => as?.name ?? [])
  const further = answers.filter(({ status }) => !SILENT.has(status))
  const isFresh = ({ as }: Answer): boolean => as?.credentials.every(({ origin }) => origin === 'login') === true
  const denied = answers.filter(
    (answer) => answer.status === 403 || (answer.status === 401 && further.length > 0 && isFresh(answer)),
  )
  const statuses = [...new Set(denied.map(({ status }) => status))]
  // One user alone says nothing of who else may.
  const [allow, deny] = users.length < 2 ? [[], []] : [namesOf(further), namesOf(denied)]
  const refusesAll = answers.length > 0 && answers.every(({ status }) => status === 401)
  return { key: route.key, allow, deny, statuses, isUsedUp: answers.some(({ isGood }) => isGood), refusesAll }
}

/** Whether a guard was seen. */
export function isKnown({ deny }: Standing): boolean {
  return deny.length > 0
}

/** The fixtures with what was found, for the plan: parts that go by roles and users ask those of the fixtures. */
export function withStanding(fixtures: Fixtures, found: readonly Standing[]): Fixtures {
  if (found.length === 0) return fixtures
  const own = found.map(({ key, allow, deny }): readonly [string, RouteFixture] => [
    key,
    { ...(fixtures.routes[key] ?? NO_FIXTURE), allow, deny, isTaken: true },
  ])
  return { ...fixtures, routes: { ...fixtures.routes, ...Object.fromEntries(own) } }
}

/** In words, one line for all operations of which the same was found. */
export function describeStanding(found: readonly Standing[]): readonly string[] {
  const lines = new Map<string, string[]>()
  for (const { key, allow, deny, statuses } of found) {
    const who = `${allow.length === 0 ? 'no user of the fixtures' : allow.join(' and ')} may, ${deny.join(' and ')} may not (${statuses.join(', ')})`
    lines.set(who, [...(lines.get(who) ?? []), key])
  }
  return [...lines].map(
    ([who, keys]) => `taken from answers: ${who}: ${keys.join(', ')}; roles in the fixtures say it, or otherwise`,
  )
}

/** Statuses of a login that a limit refuses, or the lock of its account. */
export const LIMITED: ReadonlySet<number> = new Set([423, 429, 503])
