import { formatCarrier, isNamed, leavesOf } from '../../server/internal.ts'
import { NO_FIXTURE } from '../model/fixtures.ts'
import { isProtected, type Route } from '../model/route.ts'
import { isSilent } from '../ask/standing.ts'
import type { Answer, Ask, Exploration, User } from '../ask/exploration.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'
import { endsSessions } from '../subject/ends-sessions.ts'
import { mayUse } from '../subject/standing.ts'
import type { Reading } from '../whose/reading.ts'
import type { Identities } from '../whose/identities.ts'

/** Header fields in which applications let a gateway say the role of a user. */
const USUAL: readonly string[] = ['X-Role', 'X-User-Role', 'X-Roles']
/** Those of the document that are about what a client may. */
const ABOUT_ROLES = /role|permission|privilege|(?:^|-)(?:is-?)?admin|user-?(?:type|level|group)/i
/** Names of members that hold a role. */
const ROLE = /^(?:user)?(?:roles?|type|group|level)$/
/** Roles at most, and header fields at most. */
const MOST = 4
const NONSENSE = 'svc-nonsense-51c'

/**
 * A user who is refused an operation asks again, with header fields that say the role of one who may: as its fixtures call it, and as
 * answers do. It is believed where it gets the user as far as the one who may, while any other word does not.
 */
export async function exploreSaidRoles(world: Exploration, reading: Reading, identities: Identities): Promise<void> {
  const words = new Map<string, readonly string[]>()
  const documented = world.routes
    .flatMap(({ inputs }) => inputs?.headers ?? [])
    .filter((name) => ABOUT_ROLES.test(name))
  const names = byFolded([...documented, ...USUAL])
  for (const route of world.routes) {
    if (world.isOver()) return
    const denied = world.users.find((user) => standingAt(route, user, world) === false)
    const allowed = world.users.find((user) => standingAt(route, user, world) === true)
    if (denied === undefined || allowed === undefined || !isProtected(route)) continue
    // An operation that is kept for users of the run may change a user of the fixtures.
    if (route.as !== undefined || route.kept !== undefined) continue
    if (endsSessions(route, world.fixtures) || world.whyNot(route) !== undefined || !world.wants('name.denied', route))
      continue
    const roles = words.get(allowed.name) ?? (await rolesOf(allowed, denied, world, reading, identities))
    words.set(allowed.name, roles)
    const own = names.filter((name) => !leavesOf(route.auth).some((leaf) => isCarriedIn(leaf, name)))
    await tryRoute({ route, denied, allowed, roles, names: own.slice(0, MOST) }, world)
  }
}

interface Tried {
  readonly route: Route
  readonly denied: User
  readonly allowed: User
  readonly roles: readonly string[]
  readonly names: readonly string[]
}

async function tryRoute({ route, denied, allowed, roles, names }: Tried, world: Exploration): Promise<void> {
  const ask = (as: User, headers: Ask['headers'] = {}): Promise<Answer | undefined> =>
    world.ask({ route, as, headers, ...(route.spare === undefined ? {} : { params: route.spare }) })
  const saying = (role: string, those: readonly string[]): Record<string, string> =>
    Object.fromEntries(those.map((name) => [name, role]))
  const refused = await ask(denied)
  if (refused === undefined || !isRefusal(refused)) return
  let last = refused
  for (const role of roles) {
    const answer = await ask(denied, saying(role, names))
    if (answer === undefined) return
    last = answer
    if (isSilent(answer.status)) continue
    const good = await ask(allowed)
    const nonsense = await ask(denied, saying(NONSENSE, names))
    const isAsFar = answer.isGood || good?.status === answer.status
    if (good === undefined || nonsense === undefined || isSilent(good.status) || !isAsFar || !isRefusal(nonsense))
      continue
    const name = await believedOf(names, (one) => ask(denied, saying(role, [one])))
    return world.found({
      row: 'name.denied',
      route,
      variant: `${name}-${denied.name}`,
      title: `the header ${name} with a role of ${allowed.name}, sent by ${denied.name}`,
      answers: [refused, nonsense, answer],
      code: 'accepted',
      expected: `${refused.status}, as without it`,
      got: `${answer.status} for ${denied.name}, who says to be ${role}`,
      cause: `${route.key} takes the role of its user from the header ${name}, which any client can write`,
    })
  }
  world.passed({ row: 'name.denied', route, variant: denied.name, answers: [refused, last] })
}

/** The one of several fields that is believed alone. */
async function believedOf(
  names: readonly string[],
  ask: (name: string) => Promise<Answer | undefined>,
): Promise<string> {
  for (const name of names.slice(0, -1)) {
    const answer = await ask(name)
    if (answer !== undefined && !isSilent(answer.status)) return name
  }
  return names.at(-1) ?? ''
}

function isRefusal({ status }: Answer): boolean {
  return status === 401 || status === 403
}

function standingAt(route: Route, { name }: User, { fixtures }: Exploration): boolean | undefined {
  const said = fixtures.routes[route.key] ?? NO_FIXTURE
  return said.allow.length + said.deny.length === 0 ? undefined : mayUse(name, fixtures, said)
}

function isCarriedIn({ carrier }: ReturnType<typeof leavesOf>[number], name: string): boolean {
  return isNamed(carrier) && formatCarrier(carrier).toLowerCase() === `header ${name.toLowerCase()}`
}

/** The roles of a user who may: as answers call them, then as the fixtures do. Those that the other has, too, give nothing. */
async function rolesOf(
  allowed: User,
  denied: User,
  world: Exploration,
  reading: Reading,
  identities: Identities,
): Promise<readonly string[]> {
  const rolesIn = (answer: Pick<Answer, 'json'> | undefined): readonly string[] =>
    leavesOfJson(answer?.json).flatMap(({ name, value }) =>
      ROLE.test(foldName(name)) && typeof value === 'string' && /^\w[\w:-]{1,30}$/.test(value) ? [value] : [],
    )
  const own = rolesIn(await identities.ask(allowed))
  const theirs = new Set(rolesIn(await identities.ask(denied)))
  const seen = reading.answers.filter(({ isGood, as }) => isGood && as !== undefined).flatMap(rolesIn)
  const all = [...own, ...allowed.roles, ...seen]
  return [...new Set(all)].filter((role) => !theirs.has(role)).slice(0, MOST)
}

function byFolded(names: readonly string[]): readonly string[] {
  return [...new Map(names.toReversed().map((name) => [foldName(name), name])).values()].toReversed()
}
