import type { LedgerEntry } from '../observe/ledger.ts'
import type { Scenario } from '../model/scenario.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import { asConvention, CLEAN, type Judgement, problem } from './facts.ts'

/**
 * Two answers of a scenario that asks for different ones must not hold the same value: one person's is another's then.
 * Other servers may have one token for a user, however often it is asked for.
 */
export function judgeDistinct(
  scenario: Scenario,
  replayed: readonly Replayed[],
  at: number,
  entry: LedgerEntry | undefined,
): Judgement {
  const own = replayed[at]
  if (scenario.distinct !== true || own?.taken === undefined) return CLEAN
  const before = replayed.slice(0, at)
  const earlier = before.findIndex(({ taken }) => taken === own.taken)
  if (earlier < 0) return CLEAN
  const found = problem(
    'shared',
    'a value that no other answer has',
    `the value of answer ${earlier + 1} again in answer ${at + 1}`,
  )
  const isOneUser = before.every(({ taken, request }) => taken !== own.taken || request.body === own.request.body)
  return entry === undefined && isOneUser ? asConvention(found) : found
}

/**
 * An answer that names another user of the same scenario and not its own, where the other's answer names that user too:
 * it was made for another user.
 */
export function judgeIdentity(replayed: readonly Replayed[], at: number): Judgement {
  const own = replayed[at]
  if (own?.step.identity === undefined || names(own, own.step.identity)) return CLEAN
  const other = replayed.find(({ step }) => step.identity !== undefined && step.identity !== own.step.identity)
  const others = other?.step.identity?.filter((text) => !own.step.identity?.includes(text)) ?? []
  if (other === undefined || !names(own, others) || !names(other, others)) return CLEAN
  return problem('other-user', "an answer of the credential's own user", `the answer of another user: ${bodyOf(own)}`)
}

function names(replayed: Replayed, texts: readonly string[]): boolean {
  const body = bodyOf(replayed)
  return texts.some((text) => body.includes(text))
}

function bodyOf({ answer }: Replayed): string {
  return answer instanceof NoAnswer ? '' : Buffer.from(answer.body, 'latin1').toString('utf8')
}
