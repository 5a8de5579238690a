import { isRegistration } from '../model/login.ts'
import type { Route } from '../model/route.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import type { Throwaways } from '../ask/throwaways.ts'

/** No rule for passwords takes it (NIST SP 800-63B-4, section 3.1.1.2: at least eight characters). */
export const SHORT = 'q'

/** A registration with a password of one character, which then opens the account. */
export async function exploreShortPassword(world: Exploration, people: Throwaways): Promise<void> {
  const route = world.routes.find((one) => isRegistration(one, world.fixtures))
  if (route === undefined || !people.isOpen || !world.wants('password.short', route) || world.isOver()) return
  // A refusal says something where a long one is taken.
  const known = people.made[0] ?? (await people.make())
  const sent = known && (await people.tryPassword(SHORT))
  if (sent?.answer === undefined) return
  const { answer, isIn } = sent
  judgeShort(route, answer, isIn, world)
}

/** @param isIn whether the password of one character then opens the account */
export function judgeShort(route: Route, answer: Answer, isIn: boolean, world: Exploration): void {
  const tried = { row: 'password.short', route, answers: [answer] } as const
  if (!isIn) return world.passed(tried)
  world.found({
    ...tried,
    code: 'accepted',
    expected: 'a refusal, as of any password with fewer than 8 characters',
    got: `${answer.status}, and the login takes it`,
    cause: `${route.key} takes a password of one character: nothing asks for a longer one`,
  })
}
