import type { Answer, Exploration } from '../ask/exploration.ts'
import type { User } from '../ask/users.ts'
import { type Leaf, namesOf } from '../ask/values.ts'
import type { Route } from '../model/route.ts'
import type { Belonging } from './belongings.ts'
import { paramsOf } from './path-nouns.ts'

/** A record in a record of its owner, and what another user has on the same operation. */
interface BelowOwn {
  readonly route: Route
  readonly owner: User
  readonly other: User
  readonly belonging: Belonging
  /** The answer to the owner. */
  readonly control: Answer
  /** A record of the other one in a record of their own. */
  readonly own: Belonging | undefined
  /** Sets it apart from others of its owner. */
  readonly variant: string
}

/**
 * The record of another user below a record of who asks: `/projects/[own]/bases/[theirs]`. A guard of the outer record lets the request in, and the
 * inner one is looked up by its id alone.
 *
 * @param foreignIn the values of an answer that only the owner has
 */
export async function judgeBelowOwn(
  { route, owner, other, belonging, control, own, variant }: BelowOwn,
  foreignIn: (answer: Answer) => readonly Leaf[],
  world: Exploration,
): Promise<void> {
  const [inner, outer] = paramsOf(route).toReversed()
  const id = inner === undefined ? undefined : belonging.params[inner]
  if (inner === undefined || outer === undefined || id === undefined || own === undefined) return
  if (own.params[outer] === belonging.params[outer] || own.params[inner] === id) return
  if (!belonging.isExclusive || !world.wants('resource.nested', route)) return
  const answer = await world.ask({ route, as: other, params: { ...own.params, [inner]: id } })
  if (answer === undefined) return
  const tried = {
    row: 'resource.nested',
    route,
    variant,
    title: `the ${inner} ${id} of ${owner.name} below a ${outer} of ${other.name}, asked for by ${other.name}`,
    answers: [control, answer],
  } as const
  const foreign = foreignIn(answer)
  if (foreign.length === 0) return world.passed(tried)
  world.found({
    ...tried,
    code: 'foreign',
    expected: `an answer without what only ${owner.name} has`,
    got: `${answer.status} with ${namesOf(foreign)} of ${owner.name}`,
    cause: `${route.key} gives the ${inner} of another user below any ${outer} of who asks: that it belongs there is not looked at`,
  })
}
