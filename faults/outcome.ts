import type { Fault } from './fault.ts'
import { findReason, type JudgeName } from './seeds.ts'

/** The result of a judge for one fault. */
export type Verdict =
  /** A test, a vector, a scenario or the compiler fails; `by` names the first that did. */
  | { readonly kind: 'noticed'; readonly by: string }
  /** A test that does not end counts as one that fails. */
  | { readonly kind: 'timed out'; readonly by: string }
  /** Everything passes that was run: `ran` of the `reaching` test files that can reach the file. */
  | { readonly kind: 'survived'; readonly ran?: number; readonly reaching?: number }
  /** The fault does not fit the source. */
  | { readonly kind: 'invalid'; readonly why: string }

/** One judged fault. */
export interface Outcome {
  readonly judge: JudgeName
  readonly fault: Fault
  readonly verdict: Verdict
}

/** Whether the fault was noticed, or `argued.yaml` gives a reason why not. */
export function isAccepted({ judge, fault, verdict }: Outcome): boolean {
  if (verdict.kind === 'survived') return findReason(judge, fault.id) !== undefined
  return verdict.kind !== 'invalid'
}

/** One line for each fault while the run goes on; two for a survivor. */
export function formatOutcome({ judge, fault, verdict }: Outcome, left: number): string {
  const start = `${String(left).padStart(4)}  ${fault.id}`
  switch (verdict.kind) {
    case 'noticed':
      return `${start}  noticed by ${verdict.by}`
    case 'timed out':
      return `${start}  noticed by time-out in ${verdict.by}`
    case 'invalid':
      return `${start}  INVALID ${verdict.why}`
    case 'survived': {
      const reason = findReason(judge, fault.id)
      return reason
        ? `${start}  survived, argued: ${reason}`
        : `${start}  SURVIVED${formatRan(verdict)}\n        ${fault.promise}: ${fault.story}`
    }
  }
}

function formatRan({ ran, reaching }: { readonly ran?: number; readonly reaching?: number }): string {
  return ran === reaching ? '' : ` ${ran} of ${reaching} test files`
}

/** The summary of one judge: how many faults were noticed, and the names of those that need work. */
export function formatSummary(judge: JudgeName, outcomes: readonly Outcome[]): string {
  const select = (kind: Verdict['kind']): readonly Outcome[] => outcomes.filter(({ verdict }) => verdict.kind === kind)
  const survivors = select('survived')
  const argued = survivors.filter(isAccepted)
  const timedOut = select('timed out').length
  const noticed = select('noticed').length + timedOut
  const meaningful = outcomes.length - argued.length - select('invalid').length
  const stale = outcomes.filter(({ fault, verdict }) => verdict.kind !== 'survived' && findReason(judge, fault.id))
  const share = meaningful === 0 ? '' : ` (${((100 * noticed) / meaningful).toFixed(1)} %)`
  return [
    `${judge}: ${noticed} of ${meaningful} noticed${share}, ${timedOut} of them by time-out`,
    `  ${argued.length} survivors argued, ${select('invalid').length} invalid`,
    ...survivors.filter((outcome) => !isAccepted(outcome)).map(({ fault }) => `  SURVIVED ${fault.id}  ${fault.story}`),
    ...select('invalid').map(({ fault, verdict }) => `  INVALID ${fault.id}  ${'why' in verdict ? verdict.why : ''}`),
    ...stale.map(({ fault }) => `  argued, but noticed now: ${fault.id}`),
  ].join('\n')
}
