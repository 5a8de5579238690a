import type { Ignored } from '../model/fixtures.ts'
import type { Remark } from '../model/remark.ts'
import type { Scenario } from '../model/scenario.ts'
import type { Outcome, Problem } from '../model/verdict.ts'
import type { Judgement } from './facts.ts'

/** A scenario, with all that decides its outcome beside its answers. */
interface Ended {
  readonly scenario: Scenario
  /** Why another scenario, the route's positive control, failed, if it did. */
  readonly controlFailure: string | undefined
  readonly ignored: readonly Ignored[]
}

interface Calendar {
  /** The day of the run, `YYYY-MM-DD`, which ends entries of the ignore list. */
  readonly today: string
  readonly remark: (remark: Remark) => void
}

/** The outcome of a scenario: after the control of its route, and with the list of findings to ignore. */
export function outcomeOf(
  { scenario, ignored, controlFailure }: Ended,
  problems: readonly Problem[],
  judgement: Judgement,
  context: Calendar,
): { readonly outcome: Outcome; readonly reason?: string } {
  if (controlFailure !== undefined && followsControl(scenario) && problems.every(isRefusal) && problems.length > 0)
    return { outcome: 'inconclusive', reason: controlFailure }
  if (problems.length > 0) {
    const entry = ignored.find((one) => covers(one, scenario))
    if (entry === undefined) return { outcome: 'failed' }
    if (entry.until === undefined || context.today <= entry.until) {
      return {
        outcome: 'ignored',
        reason: entry.until === undefined ? entry.reason : `${entry.reason}, until ${entry.until}`,
      }
    }
    context.remark({
      kind: 'warning',
      route: scenario.route,
      message: `${scenario.name} is no longer ignored: the entry ended on ${entry.until}`,
    })
    return { outcome: 'failed' }
  }
  if (judgement.inconclusive !== undefined) return { outcome: 'inconclusive', reason: judgement.inconclusive }
  if (judgement.notRouted)
    return { outcome: 'not-routed', reason: 'the request does not reach the route, with a good credential either' }
  if (scenario.control === 'needs-control' && controlFailure !== undefined)
    return { outcome: 'inconclusive', reason: controlFailure }
  return { outcome: 'passed' }
}

/**
 * Whether it sends the credential of the first control again, so that its refusal says no more than that of the control.
 * Lists and roles are about which credentials pass.
 */
function followsControl({ control, turn, family }: Scenario): boolean {
  if (family === 'list' || family === 'role') return false
  return control === 'needs-control' || (control === 'control' && turn === 'last')
}

/** A credential that the control found to be refused is refused again: not a finding of its own. */
function isRefusal({ code }: Problem): boolean {
  return code === 'refused' || code === 'forbidden'
}

function covers({ scenario: pattern }: Ignored, { name, id }: Scenario): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern || id === pattern
}
