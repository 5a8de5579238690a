import { formatCarrier, isNamed, leavesOf } from '../../server/internal.ts'
import { isProtected, type Route } from '../model/route.ts'
import type { Answer, Ask, Exploration, User } from '../ask/exploration.ts'
import { isRoleField, isRoleName } from '../ask/rights.ts'
import { askSpare, isAskable, isRefusal, isSilent, reaches, saidOf } from '../ask/standing.ts'
import { foldName, leavesOfJson } from '../ask/values.ts'
import type { Known } from '../whose/belongings.ts'
import type { Reading } from '../whose/reading.ts'
import type { Identities } from '../whose/identities.ts'
import { NONSENSE } from './name-values.ts'

/** Header fields in which applications let a gateway say the role of a user. */
const USUAL: readonly string[] = ['X-Role', 'X-User-Role', 'X-Roles']
/** Roles at most, and header fields at most. */
const MOST = 4

/**
 * A user who is refused an operation asks again, with header fields that say the role of one who may: as its fixtures call it, and as
 * answers do. It is believed where it gets the user as far as the one who may, while any other word does not.
 */
export async function exploreSaidRoles(world: Exploration, reading: Reading, identities: Identities): Promise<void> {
  const words = new Map<string, readonly string[]>()
  const documented = world.routes.flatMap(({ inputs }) => inputs?.headers ?? []).filter(isRoleField)
  const names = byFolded([...documented, ...USUAL])
  for (const route of world.routes) {
    if (world.isOver()) return
    const [denied, allowed] = [false, true].map((may) => world.users.find((user) => saidOf(user, route, world) === may))
    if (denied === undefined || allowed === undefined || !isProtected(route)) continue
    if (!isAskable(route, world) || !world.wants('name.denied', route)) continue
    const roles = words.get(allowed.name) ?? (await rolesOf(allowed, denied, { reading, identities }))
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
  const ask = (as: User, headers?: Ask['headers']): Promise<Answer | undefined> => askSpare(route, as, world, headers)
  const saying = (role: string, those: readonly string[]): Record<string, string> =>
    Object.fromEntries(those.map((name) => [name, role]))
  const refused = await ask(denied)
  if (refused === undefined || !isRefusal(refused)) return
  let last = refused
  for (const role of roles) {
    const answer = await ask(denied, saying(role, names))
    if (answer === undefined) return
    last = answer
    if (!(await reaches(answer, () => ask(allowed)))) continue
    const nonsense = await ask(denied, saying(NONSENSE, names))
    if (nonsense === undefined || !isRefusal(nonsense)) continue
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

function isCarriedIn({ carrier }: ReturnType<typeof leavesOf>[number], name: string): boolean {
  return isNamed(carrier) && formatCarrier(carrier).toLowerCase() === `header ${name.toLowerCase()}`
}

/** The roles of a user who may: as answers call them, then as the fixtures do. Those that the other has, too, give nothing. */
async function rolesOf(allowed: User, denied: User, { reading, identities }: Known): Promise<readonly string[]> {
  const rolesIn = (answer: Pick<Answer, 'json'> | undefined): readonly string[] =>
    leavesOfJson(answer?.json).flatMap(({ name, value }) =>
      isRoleName(name) && typeof value === 'string' && /^\w[\w:-]{1,30}$/.test(value) ? [value] : [],
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
