import type { LedgerEntry } from '../observe/ledger.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import type { Control, Facts } from './facts.ts'
import { mayHoldDataOf } from './likeness.ts'
import { isSuccess } from './success.ts'
import { holdsData, isRefusable } from './refused.ts'

/** Requests that are needed before a verdict: most answers need neither. */
export interface Needs {
  /** The same probe with a good credential. */
  readonly counterpart: boolean
  /** A path beside the route that does not exist. */
  readonly nonsense: boolean
}

const NONE: Needs = { counterpart: false, nonsense: false }

/** Whether a verdict may depend on another answer: a look that costs less than the facts, and rules out most answers. */
export function mayNeed(
  answer: Replayed['answer'],
  entry: LedgerEntry | undefined,
  control: Control | undefined,
): boolean {
  if (answer instanceof NoAnswer) return false
  if (entry === undefined || isSuccess(answer)) return true
  return control !== undefined && isSuccess(control.answer) && mayHoldDataOf(answer, control)
}

/** Which answers the verdict depends on. */
export function needsOf(facts: Facts): Needs {
  const { answer, entry, altered, missing } = facts
  if (missing !== undefined || !isRefusable(facts)) return NONE
  if (entry === undefined && answer.status >= 500) return { counterpart: true, nonsense: false }
  if (!isSuccess(answer)) return holdsData(facts) ? { counterpart: false, nonsense: true } : NONE
  return { counterpart: entry === undefined && altered, nonsense: entry === undefined || altered || holdsData(facts) }
}
