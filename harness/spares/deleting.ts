import type { Answer, Maker } from '../ask/exploration.ts'
import { isRefusal } from '../ask/standing.ts'
import type { User } from '../ask/users.ts'
import type { Route } from '../model/route.ts'
import { whoamiRoutes } from '../whose/identities.ts'
import { emptyRecord, type Inside } from './emptying.ts'

/** One who deletes; `undefined` for a request without a credential. */
export type Actor = User | undefined

/** A world, those who may delete in it, and the mark of what is deleted. */
export interface Deleting extends Inside {
  readonly world: Maker
  readonly actors: readonly Actor[]
}

/** Statuses of what is gone. */
export const NOT_THERE: ReadonlySet<number> = new Set([404, 410])

/** An answer that says nothing of the records: to a session that is over, or of a server that fails. */
export function isOver(answer: Answer | undefined): boolean {
  return answer === undefined || answer.status === 401 || answer.status >= 500 || answer.status === 0
}

/** Whether a session goes on: some servers answer 401 for a record that is gone. */
export async function isLoggedIn(as: Actor, world: Maker): Promise<boolean> {
  const [route] = whoamiRoutes(world)
  if (as === undefined || route === undefined || (await world.ask({ route, as }))?.isGood !== true) return false
  // Some say to anonymous requests that no user asks.
  return (await world.ask({ route, as: undefined }))?.isGood === false
}

/** Deletes a record of the run, whose own records are deleted first where it is not deleted with them. */
export async function removesAt(
  route: Route,
  params: Readonly<Record<string, string>>,
  actors: readonly Actor[],
  { world, ...inside }: Deleting,
): Promise<boolean> {
  for (const as of actors) {
    const ask = (): Promise<Answer | undefined> => world.ask({ route, as, params })
    const answer = await ask()
    if (answer?.isGood === true) return true
    // Who may delete it gets another refusal: the record has others in it.
    if (answer === undefined || isRefusal(answer) || NOT_THERE.has(answer.status)) continue
    if ((await emptyRecord({ path: route.path, params, as }, inside, world)) && (await ask())?.isGood === true)
      return true
  }
  return false
}
