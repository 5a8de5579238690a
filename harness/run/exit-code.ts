import type { Counts } from '../model/counts.ts'
import { EXIT, type ExitCode, plural } from '../../server/internal.ts'
import { totalOf } from '../model/counts.ts'

/** How a run ends, and why, for any exit code but 0. */
export interface Ending {
  readonly exitCode: ExitCode
  readonly reason?: string
}

/** The facts from which the exit code follows. */
export interface EndingInput {
  readonly counts: Counts
  /** Protected routes on which more than a tenth was not decided. */
  readonly undecided: readonly string[]
  /** Protected routes without a good control, where that matters. */
  readonly withoutControl: readonly string[]
  /** Questions that the fixtures do not answer, where that matters. */
  readonly questions: number
  readonly isInterrupted: boolean
  readonly isStopped: boolean
  /** Why nothing could be reached. */
  readonly unreachable: string | undefined
  /** Whether there are protected routes, and none of them has a good control. */
  readonly isUnproven: boolean
}

/** The exit code of semantics 8. */
export function endingOf({
  counts,
  undecided,
  withoutControl,
  questions,
  isInterrupted,
  isStopped,
  unreachable,
  isUnproven,
}: EndingInput): Ending {
  const { passed, failed, inconclusive } = counts
  if (isInterrupted) return { exitCode: EXIT.interrupted, reason: 'interrupted' }
  if (unreachable !== undefined) return { exitCode: EXIT.unreachable, reason: unreachable }
  const stopped = isStopped ? '; the server stopped answering, so the rest was not sent' : ''
  if (failed > 0)
    return { exitCode: EXIT.findings, reason: `${failed} ${failed === 1 ? 'scenario' : 'scenarios'} failed${stopped}` }
  if (isStopped) return { exitCode: EXIT.untested, reason: 'the server stopped answering, so the rest was not sent' }
  if (passed === 0)
    return {
      exitCode: EXIT.untested,
      reason: inconclusive > 0 ? 'nothing was decided: every scenario is inconclusive' : 'nothing was tested',
    }
  if (withoutControl.length > 0)
    return { exitCode: EXIT.untested, reason: `--strict: no positive control for ${firstOf(withoutControl)}` }
  if (questions > 0)
    return {
      exitCode: EXIT.untested,
      reason: `--strict: ${plural(questions, 'question')} that the fixtures do not answer`,
    }
  if (isUnproven) return { exitCode: EXIT.untested, reason: UNPROVEN }
  if (undecided.length > 0)
    return {
      exitCode: EXIT.untested,
      reason: `more than a tenth of the scenarios of ${firstOf(undecided)} is inconclusive; complete the fixtures, or --lenient`,
    }
  return { exitCode: EXIT.ok }
}

const UNPROVEN =
  'no protected route has a good positive control, so its refusals prove nothing; give credentials in the fixtures, or --lenient'

function firstOf([first, ...more]: readonly string[]): string {
  return `${first}${more.length === 0 ? '' : ` and ${more.length} more`}`
}

/** Whether more than a tenth of the scenarios of a route was not decided. */
export function isMostlyOpen(counts: Counts): boolean {
  return counts.inconclusive * 10 > totalOf(counts)
}
