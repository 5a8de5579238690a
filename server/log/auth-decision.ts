import type { AuthRequest } from '../http/request.ts'
import type { Observation, RefusalReason, SkipReason } from '../model/observation.ts'
import type { Operation } from '../model/operation.ts'

/** The result of authentication, in the words of a log. */
export interface Decision {
  readonly outcome: 'passed' | RefusalReason | SkipReason
  readonly authenticator?: string | undefined
  readonly guard?: string | undefined
}

/** The decisions of one request so far, of which one is logged. */
export interface Decisions {
  /** The last authenticator that passed. */
  passed: Decision | undefined
  /** The refusal that says most. */
  failed: Decision | undefined
  isAdmitted: boolean
}

/** Takes account of an observation. */
export function decide(decisions: Decisions, observation: Observation): void {
  switch (observation.type) {
    case 'authenticator.passed':
      decisions.passed = { outcome: 'passed', authenticator: observation.authenticator.name }
      break
    case 'authenticator.failed':
      fail(decisions, { outcome: observation.reason, authenticator: observation.authenticator.name })
      break
    case 'guard.refused': {
      const authenticator = decisions.passed?.authenticator
      fail(decisions, { outcome: observation.reason, authenticator, guard: observation.guard.name })
      break
    }
    case 'authenticator.skipped':
      fail(decisions, { outcome: observation.reason, authenticator: observation.authenticator.name })
      break
    case 'handler.started':
      decisions.isAdmitted = true
      break
    case 'request.ended':
      // Faults of inputs are found before the handler.
      decisions.isAdmitted ||= (observation.request as AuthRequest & { readonly auth?: unknown }).auth !== undefined
      break
    default:
  }
}

/** The decision that a log names: the pass of a request that was let in, else the refusal. */
export function decisionOf({ passed, failed, isAdmitted }: Decisions): Decision | undefined {
  return isAdmitted ? (passed ?? failed) : (failed ?? passed)
}

/** Of refusals the last, of credentials that were not looked at the first; one that is missing beside another comes first. */
function fail(decisions: Decisions, decision: Decision): void {
  const { failed, passed } = decisions
  const isMissing = decision.outcome === 'absent' && passed !== undefined
  if (!failed || RANK[decision.outcome] > RANK[failed.outcome]) decisions.failed = decision
  else if (RANK[decision.outcome] === MOST || (isMissing && failed.outcome === 'absent')) decisions.failed = decision
}

const MOST = 2
const RANK: Readonly<Record<Decision['outcome'], number>> = {
  passed: 0,
  absent: 0,
  unusable: 1,
  csrf: 1,
  refused: MOST,
  threw: MOST,
  timeout: MOST,
}

/** A script or style of the reference page that was given out: the visit of the page has its own line. */
export function isAsset({
  operation,
  status,
}: {
  readonly operation?: Operation | undefined
  readonly status: number
}): boolean {
  return status < 400 && operation?.id === 'docs /docs/assets/[...file]'
}
