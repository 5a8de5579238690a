import type { Finding } from '../../harness/model/verdict.ts'
import type { Fault } from './fault.ts'
import type { Subject } from './subject.ts'
import type { Cause, Trial } from './trial.ts'

/** The result of one mistake. */
export interface Score {
  readonly fault: Fault
  /** Why it could not be tried. */
  readonly broken?: string
  /** There is a finding that the correct server does not have. */
  readonly found: boolean
  readonly exitCode: number | undefined
  readonly findings: readonly Finding[]
  readonly causes: readonly Cause[]
  /** The groups of the report, each shown as one mistake. */
  readonly groups: number
  /** The first group is about a route that the fault opens. */
  readonly firstRight: boolean
  /** Seconds. */
  readonly duration: number
}

/** Everything that was measured on one server. */
export interface Result {
  readonly subject: Subject
  /** Why it was not measured. */
  readonly skipped?: string
  readonly correct?: Trial
  readonly scores: readonly Score[]
}

/** Judges what was said of a faulty server by what was said of the correct one. */
export function scoreTrial(fault: Fault, trial: Trial, correct: Trial): Score {
  if (trial.passed === 0 && trial.findings.length === 0)
    return brokenScore(fault, `svc test-auth tried nothing: ${trial.output.slice(-300)}`)
  const known = new Set(correct.findings.map(keyOf))
  const findings = trial.findings.filter((finding) => !known.has(keyOf(finding)))
  const ids = new Set(findings.map(({ scenario }) => scenario.id))
  const causes = trial.causes.filter(({ scenarios }) => scenarios.some((id) => ids.has(id)))
  const [first] = causes
  return {
    fault,
    found: trial.exitCode === 1 && findings.length > 0,
    exitCode: trial.exitCode,
    findings,
    causes,
    groups: causes.length,
    firstRight:
      first !== undefined && (fault.on.length === 0 || first.routes.some((route) => fault.on.includes(route))),
    duration: trial.duration,
  }
}

/** A false finding of one route is not believed of another; only controls and roles depend on the route. */
function keyOf({ scenario }: Finding): string {
  return /^(?:valid|role)\b/.test(scenario.name) ? `${scenario.route} ${scenario.name}` : scenario.name
}

/** A fault that did not start, or did not fit the source. */
export function brokenScore(fault: Fault, error: unknown): Score {
  const broken = error instanceof Error ? error.message : String(error)
  return {
    fault,
    broken,
    found: false,
    exitCode: undefined,
    findings: [],
    causes: [],
    groups: 0,
    firstRight: false,
    duration: 0,
  }
}

/** The sums that the table shows. */
export interface Totals {
  readonly faults: number
  /** Of those that a tool could see. */
  readonly visible: number
  readonly found: number
  readonly missed: readonly Score[]
  readonly unseen: readonly Score[]
  readonly broken: readonly Score[]
  readonly falseFindings: number
  readonly oneGroup: number
  readonly medianGroups: number
  readonly firstRight: number
}

/** Sums over one server or over several. */
export function sumUp(results: readonly Result[]): Totals {
  const scores = results.flatMap((result) => result.scores)
  const tried = scores.filter(({ broken }) => broken === undefined)
  const visible = tried.filter(({ fault }) => fault.unseen === undefined)
  const found = visible.filter((score) => score.found)
  const groups = found.map((score) => score.groups).toSorted((a, b) => a - b)
  return {
    faults: scores.length,
    visible: visible.length,
    found: found.length,
    missed: visible.filter((score) => !score.found),
    unseen: tried.filter(({ fault }) => fault.unseen !== undefined),
    broken: scores.filter(({ broken }) => broken !== undefined),
    falseFindings: results.reduce((sum, { correct }) => sum + (correct?.findings.length ?? 0), 0),
    oneGroup: found.filter((score) => score.groups === 1).length,
    medianGroups: groups[Math.floor(groups.length / 2)] ?? 0,
    firstRight: found.filter((score) => score.firstRight).length,
  }
}
