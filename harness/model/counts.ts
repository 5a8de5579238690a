import type { Outcome } from './verdict.ts'

/** No scenario yet. */
export const NO_COUNTS: Counts = { passed: 0, failed: 0, inconclusive: 0, ignored: 0, notRouted: 0 }

/** The counts with one more outcome. */
export function addOutcome(counts: Counts, outcome: Outcome): Counts {
  const name = outcome === 'not-routed' ? 'notRouted' : outcome
  return { ...counts, [name]: counts[name] + 1 }
}

/** The counts of several parts. */
export function sumCounts(parts: readonly Counts[]): Counts {
  const sum = (pick: (counts: Counts) => number): number => parts.reduce((total, counts) => total + pick(counts), 0)
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    inconclusive: sum(({ inconclusive }) => inconclusive),
    ignored: sum(({ ignored }) => ignored),
    notRouted: sum(({ notRouted }) => notRouted),
  }
}

/** All that were tried: a probe that reaches no route counts for nothing. */
export function totalOf({ passed, failed, inconclusive, ignored }: Counts): number {
  return passed + failed + inconclusive + ignored
}

/** All that ended, those that reach no route too. */
export function endedOf(counts: Counts): number {
  return totalOf(counts) + counts.notRouted
}

/** How many scenarios ended how. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly inconclusive: number
  readonly ignored: number
  readonly notRouted: number
}
