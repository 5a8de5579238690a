import type { Scenario } from '../model/scenario.ts'
import type { Replayed } from '../replay/replay.ts'
import { CLEAN, type Judgement, problem } from './facts.ts'

/** Two answers of a scenario that asks for different ones must not hold the same value: one person's is another's then. */
export function judgeDistinct(scenario: Scenario, replayed: readonly Replayed[], at: number): Judgement {
  const taken = replayed[at]?.taken
  if (scenario.distinct !== true || taken === undefined) return CLEAN
  const earlier = replayed.slice(0, at).findIndex((one) => one.taken === taken)
  return earlier < 0
    ? CLEAN
    : problem(
        'shared',
        'a value that no other answer has',
        `the value of answer ${earlier + 1} again in answer ${at + 1}`,
      )
}
