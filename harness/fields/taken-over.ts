import type { Route } from '../model/route.ts'
import type { Answer, Exploration } from '../ask/exploration.ts'
import { type Leaf, valuesByPointer } from '../ask/values.ts'

/** A member of a body for which the operation does not ask, as it was sent, and what was read afterwards. */
export interface SentMember {
  readonly row: 'field.write' | 'field.register'
  readonly route: Route
  readonly variant?: string
  readonly title: string
  readonly leaf: Leaf
  readonly value: Leaf['value']
  readonly answers: readonly [Answer, ...Answer[]]
  /** The answer of the operation with which it is read. */
  readonly after: Answer
  /** `when its owner reads`. */
  readonly read: string
  readonly cause: string
}

/**
 * Judges a member that was sent: what is read afterwards must not be it.
 *
 * @returns whether it was taken over.
 */
export function judgeMember(
  { row, route, leaf, variant = leaf.name, title, value, answers, after, read, cause }: SentMember,
  world: Exploration,
): boolean {
  const got = valuesByPointer(after.json).get(leaf.pointer)
  const tried = { row, route, variant, title, answers } as const
  if (got !== value) {
    world.passed(tried)
    return false
  }
  world.found({
    ...tried,
    code: 'taken-over',
    expected: `${leaf.name} ${String(leaf.value)}, as without it`,
    got: `${leaf.name} ${String(got)} ${read}`,
    cause: `${route.key} ${cause}`,
  })
  return true
}
