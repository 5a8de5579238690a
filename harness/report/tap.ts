import { stringify } from 'yaml'
import type { Reporter, RunEvent, RunSummary, Verdict } from '../model.ts'
import { escapeControls } from '../text.ts'
import type { ReportTarget } from './index.ts'
import { formatPlace } from './place.ts'

/**
 * TAP 14, a test point per scenario, written while the run goes on; the plan therefore comes last. What is undecided,
 * ignored or not routed is skipped with its reason; a finding is told in a YAML block.
 */
export function createTap(target: ReportTarget): Reporter {
  let points = 0
  return {
    report: (event) => {
      if (event.type === 'scenario.ended') points++
      for (const line of linesOf(event, points)) target.write(`${line}\n`)
    },
    close: () => target.close(),
  }
}

function linesOf(event: RunEvent, number: number): readonly string[] {
  switch (event.type) {
    case 'run.started':
      return [
        'TAP version 14',
        `# ${oneLine(event.setting.title)} at ${oneLine(event.setting.origin)}, seed ${event.setting.seed}`,
      ]
    case 'scenario.ended':
      return pointLines(event.verdict, number)
    case 'remark':
      return [
        `# ${event.remark.kind}: ${event.remark.route === undefined ? '' : `${event.remark.route}: `}${oneLine(event.remark.message)}`,
      ]
    case 'mutation.ended': {
      const { outcome, operator, route, authenticator } = event.mutation
      return [`# mutation ${outcome}: ${operator} ${route} ${oneLine(authenticator)}`]
    }
    case 'run.ended':
      return endLines(event.summary, number)
    default:
      return []
  }
}

function pointLines(verdict: Verdict, number: number): readonly string[] {
  const { scenario, outcome, reason, finding } = verdict
  const ok = outcome === 'failed' ? 'not ok' : 'ok'
  const skip = outcome === 'passed' || outcome === 'failed' ? '' : ` # SKIP ${outcome}: ${oneLine(reason ?? '')}`
  const line = `${ok} ${number} - ${escapeDescription(`${scenario.route} ${scenario.name} [${scenario.id}]`)}${skip}`
  if (finding === undefined) return [line]
  const diagnostics = {
    message: finding.sentence,
    severity: 'fail',
    at: formatPlace(finding.position),
    auth: finding.auth,
    sent: finding.sent,
    problems: finding.problems.map(({ code, expected, got }) => ({ code, expected, got })),
    cause: scenario.cause,
    cwe: scenario.cwe,
    replay: finding.replay,
    curl: finding.curl,
  }
  const block = stringify(diagnostics, { lineWidth: 0 }).trimEnd().split('\n')
  return [line, '  ---', ...block.map((text) => `  ${text}`), '  ...']
}

/** A run that was cut short says so; one that ended says how many points there are. */
function endLines({ exitCode, reason }: RunSummary, number: number): readonly string[] {
  if (exitCode === 130 || exitCode === 3) return [`Bail out! ${oneLine(reason ?? '')}`]
  return [number === 0 ? `1..0 # SKIP ${oneLine(reason ?? 'nothing was tested')}` : `1..${number}`]
}

/** A bare `#` would begin a directive. */
function escapeDescription(text: string): string {
  return oneLine(text).replace(/[\\#]/g, String.raw`\$&`)
}

function oneLine(text: string): string {
  return escapeControls(text)
}
