import type { Answer, Exploration } from './exploration.ts'
import type { Identities } from './identities.ts'
import type { Reading } from './belongings.ts'
import type { Made, Throwaways } from './throwaways.ts'
import { foldName, type Leaf, leavesOfJson } from './values.ts'

/** Members that say what a user may, or has: a client that writes them gives them to itself. */
export const PRIVILEGE: RegExp =
  /admin|role|super|staff|permission|privilege|scope|verified|approved|moderator|owner|credit|balance|quota|plan|tier|tenant|group|level/

/** Members of one registration. */
const MOST = 6

/**
 * Registers a user with a member that answers have and the request has not, and a value that answers have; then logs in as
 * the new user and looks. A user who was registered without it is the control.
 */
export async function exploreRegistration(
  world: Exploration,
  throwaways: Throwaways,
  identities: Identities,
  reading: Reading,
): Promise<void> {
  const [whoami] = identities.whoami
  const { throwaway } = world.fixtures
  if (whoami === undefined || throwaway === undefined) return
  const route = world.routes.find(
    ({ method, base, path }) => method === throwaway.register.method && base + path === throwaway.register.target,
  )
  const plain = await throwaways.make()
  if (route === undefined || plain === undefined) return
  const own = await membersOf(plain, world, identities)
  const asked = new Set(route.inputs?.body.map(({ path }) => foldName(path.at(-1) ?? '')) ?? [])
  const candidates = [...own.values()].filter(
    ({ name }) => !asked.has(foldName(name)) && PRIVILEGE.test(foldName(name)),
  )
  for (const leaf of candidates.slice(0, MOST)) {
    const value = otherValue(leaf, reading)
    if (value === undefined) continue
    const user = await throwaways.make({ [leaf.name]: value })
    const answer = user && (await world.ask({ route: whoami, as: user }))
    if (answer === undefined) continue
    const got = leavesOfJson(answer.json).find(({ pointer }) => pointer === leaf.pointer)?.value
    const tried = {
      row: 'field.register',
      route,
      variant: leaf.name,
      title: `a registration with ${leaf.name}, which answers have and the request has not`,
      answers: [answer],
    } as const
    if (got !== value) world.passed(tried)
    else
      world.found({
        ...tried,
        code: 'taken-over',
        expected: `${leaf.name} ${String(leaf.value)}, as without it`,
        got: `${leaf.name} ${String(got)} for the new user`,
        cause: `${route.key} writes the members of the body into the new account as they are: ${leaf.name} among them`,
      })
  }
}

async function membersOf(user: Made, world: Exploration, { whoami }: Identities): Promise<ReadonlyMap<string, Leaf>> {
  const [route] = whoami
  const answer = route && (await world.ask({ route, as: user }))
  return new Map(leavesOfJson(answer?.json).map((leaf) => [leaf.pointer, leaf]))
}

/** Another value of the same kind: the other truth value, one more, or a text that an answer had under this name. */
export function otherValue(
  { name, value }: Leaf,
  reading: { readonly answers: readonly Pick<Answer, 'json'>[] },
): Leaf['value'] | undefined {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1_000
  const seen = reading.answers.flatMap(({ json }) => leavesOfJson(json))
  return seen.find(
    (leaf) => foldName(leaf.name) === foldName(name) && typeof leaf.value === 'string' && leaf.value !== value,
  )?.value
}
