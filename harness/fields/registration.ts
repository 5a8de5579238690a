import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Identities } from '../whose/identities.ts'
import type { Reading } from '../whose/reading.ts'
import { isFor } from '../model/route.ts'
import { judgeMember } from './taken-over.ts'
import { memberName } from '../ask/bodies.ts'
import type { Throwaways } from '../ask/throwaways.ts'
import { foldName, type Leaf, leavesOfJson } from '../ask/values.ts'

/** Members that say what a user may, or has: a client that writes them gives them to itself. */
export const PRIVILEGE: RegExp =
  /admin|role|super|staff|permission|privilege|scope|verified|approved|moderator|owner|credit|balance|quota|plan|tier|tenant|group|level/

/** A word that no application has for a right. */
export const MADE_UP = 'svc'

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
  const { throwaway } = world.fixtures
  if (throwaway === undefined || !throwaways.isOpen) return
  const route = world.routes.find((one) => isFor(one, throwaway.register))
  const plain = await throwaways.make()
  if (route === undefined || plain === undefined) return
  const own = leavesOfJson((await identities.ask(plain))?.json)
  const asked = new Set((route.inputs?.body ?? []).map(memberName))
  const candidates = own.filter(({ name }) => !asked.has(foldName(name)) && PRIVILEGE.test(foldName(name)))
  for (const leaf of candidates.slice(0, MOST)) {
    const value = otherValue(leaf, reading, MADE_UP)
    if (value === undefined) continue
    const user = await throwaways.make({ [leaf.name]: value })
    const answer = user && (await identities.ask(user))
    if (answer === undefined) continue
    judgeMember(
      {
        row: 'field.register',
        route,
        title: `a registration with ${leaf.name}, which answers have and the request has not`,
        leaf,
        value,
        answers: [answer],
        after: answer,
        read: 'for the new user',
        cause: `writes the members of the body into the new account as they are: ${leaf.name} among them`,
      },
      world,
    )
  }
}

/**
 * Another value of the same kind: the other truth value, one more, or a text that an answer had under this name.
 *
 * @param madeUp a text in the place of one that no answer had: for users of the run alone, of whom nothing depends on it
 */
export function otherValue(
  { name, value }: Leaf,
  reading: { readonly answers: readonly Pick<Answer, 'json'>[] },
  madeUp?: string,
): Leaf['value'] | undefined {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1_000
  const seen = reading.answers.flatMap(({ json }) => leavesOfJson(json))
  const other = seen.find(
    (leaf) => foldName(leaf.name) === foldName(name) && typeof leaf.value === 'string' && leaf.value !== value,
  )
  return other === undefined ? madeUp : other.value
}
