import { ARGUED } from './argued.ts'
import type { Fault } from './fault.ts'
import type { Verdict } from './verdict.ts'

/** Who looks for faults. */
export type Judge = 'suite' | 'harness'

/** What a judge said of a fault. */
export interface Outcome {
  readonly judge: Judge
  readonly fault: Fault
  readonly verdict: Verdict
}

/** Whether nothing is left to do: it was noticed, or it is argued why not. */
export function isAccepted({ judge, fault, verdict }: Outcome): boolean {
  if (verdict.kind === 'survived') return findReason(judge, fault.id) !== undefined
  return verdict.kind !== 'invalid'
}

/** One line while it runs; more for what somebody must look at. */
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
        : `${start}  SURVIVED\n        ${fault.promise}: ${fault.story}`
    }
  }
}

/** The table at the end: how many, by whom, and which are left. */
export function formatSummary(outcomes: readonly Outcome[]): string {
  const judges = [...new Set(outcomes.map(({ judge }) => judge))]
  return judges
    .map((judge) =>
      formatJudge(
        judge,
        outcomes.filter((outcome) => outcome.judge === judge),
      ),
    )
    .join('\n\n')
}

function formatJudge(judge: Judge, outcomes: readonly Outcome[]): string {
  const of = (kind: Verdict['kind']): readonly Outcome[] => outcomes.filter(({ verdict }) => verdict.kind === kind)
  const survivors = of('survived')
  const argued = survivors.filter(isAccepted)
  const noticed = of('noticed').length + of('timed out').length
  const meaningful = outcomes.length - argued.length - of('invalid').length
  const stale = outcomes.filter(({ fault, verdict }) => verdict.kind !== 'survived' && findReason(judge, fault.id))
  return [
    `${judge}: ${noticed} of ${meaningful} noticed (${percent(noticed, meaningful)}), ${of('timed out').length} of them by time-out`,
    `  ${argued.length} survivors argued, ${of('invalid').length} invalid`,
    ...survivors.filter((outcome) => !isAccepted(outcome)).map(({ fault }) => `  SURVIVED ${fault.id}  ${fault.story}`),
    ...of('invalid').map(({ fault, verdict }) => `  INVALID ${fault.id}  ${'why' in verdict ? verdict.why : ''}`),
    ...stale.map(({ fault }) => `  argued, but noticed now: ${fault.id}`),
  ].join('\n')
}

function findReason(judge: Judge, id: string): string | undefined {
  return ARGUED.find((argument) => argument.id === id && (argument.judge === judge || argument.judge === 'both'))
    ?.reason
}

function percent(part: number, whole: number): string {
  return whole === 0 ? 'none' : `${((100 * part) / whole).toFixed(1)} %`
}
