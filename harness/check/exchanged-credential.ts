import { isDeepStrictEqual } from 'node:util'
import { isRow } from '../model/row-name.ts'
import type { Scenario } from '../model/scenario.ts'
import type { LedgerEntry } from '../observe/ledger.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'
import { asConvention, type Judgement } from './facts.ts'
import { isSameResource } from './likeness.ts'

/** A credential that passes in the place of another as what it is in its own gives its owner nothing more. */
export function judgeExchanged(
  judgement: Judgement,
  scenario: Scenario,
  replayed: readonly Replayed[],
  entries: readonly (LedgerEntry | undefined)[],
  at: number,
): Judgement {
  if (!isRow(scenario, 'list.exchanged') || at === 0 || judgement.problems.length === 0) return judgement
  const [own, moved] = [entries[0]?.runs[0], entries[at]?.runs[0]]
  const [first, second] = [replayed[0]?.answer, replayed[at]?.answer]
  const isSame =
    own !== undefined && moved !== undefined
      ? isDeepStrictEqual(own.auth, moved.auth)
      : entries[at] === undefined && isAnswer(first) && isAnswer(second) && isSameResource(second, first)
  return isSame ? asConvention(judgement) : judgement
}

function isAnswer(answer: Replayed['answer'] | undefined): answer is Exclude<Replayed['answer'], NoAnswer> {
  return answer !== undefined && !(answer instanceof NoAnswer)
}
