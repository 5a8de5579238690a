import type { Answer, Exploration } from '../ask/exploration.ts'
import { leavesOfJson } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import { isPlain } from '../ask/rights.ts'
import { type Identities, whoamiRoutes } from '../whose/identities.ts'
import type { Reading } from '../whose/reading.ts'
import { openedBy } from './listed-keys.ts'
import { refusedAnonymous } from './shared-keys.ts'
import { isSecret, type Secrets, secretsIn } from './secrets-of-others.ts'

/** Values of one answer that are tried as a credential. */
const MOST = 3

/**
 * Keys of users in answers to the staff, such as the list of all users: a value that is called a secret, and stands in the record of another user, is
 * sent as a credential. It is one where the server then says that this user asks: who administers users need not act as them.
 */
export async function exploreActingKeys(
  world: Exploration,
  { reading, identities }: { readonly reading: Reading; readonly identities: Identities },
): Promise<void> {
  const whoami = whoamiRoutes(world).find((route) => refusedAnonymous(route, reading) !== undefined)
  const anonymous = whoami && refusedAnonymous(whoami, reading)
  if (anonymous === undefined) return
  for (const route of world.routes) {
    if (!world.wants('secret.answer', route) || world.isOver()) continue
    for (const answer of reading.of(route)) {
      const isOfStaff = answer.isGood && answer.as !== undefined && !isPlain(answer.as, world.users)
      const found = isOfStaff ? secretsIn(answer, identities) : undefined
      if (found !== undefined && (await tryKeys(route, answer, found, { world, identities, anonymous }))) break
    }
  }
}

interface Setting {
  readonly world: Exploration
  readonly identities: Identities
  /** The answer to who asks who they are, without a credential. */
  readonly anonymous: Answer
}

async function tryKeys(
  route: Route,
  answer: Answer,
  { owner, leaves }: Secrets,
  { world, identities, anonymous }: Setting,
): Promise<boolean> {
  const own = (identities.of.get(owner) ?? []).map(({ value }) => value)
  for (const { name, value } of leaves.slice(0, MOST)) {
    const opened = await openedBy(String(value), anonymous, world)
    if (opened === undefined || !own.some((text) => opened.text.includes(text))) continue
    // Those of further users stand in the same answer.
    for (const leaf of leavesOfJson(answer.json).filter(isSecret)) world.hide(String(leaf.value))
    world.found({
      row: 'secret.answer',
      route,
      variant: `acts.${name}`,
      title: `the member ${name} of the record of ${owner}, sent as a credential`,
      answers: [answer, opened],
      code: 'disclosed',
      expected: 'an answer without a credential of another user',
      got: `${answer.status} with ${name} of ${owner}, with which requests are those of ${owner}`,
      cause: `${route.key} gives ${name} of each user, and a client that has it acts as that user: it is kept as it is. Keep a hash, and show a few characters`,
    })
    return true
  }
  return false
}
