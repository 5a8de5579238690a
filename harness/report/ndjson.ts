import type { Reporter, RunEvent } from '../model/event.ts'
import type { Verdict } from '../model/verdict.ts'
import { groupAccepted } from './accepted.ts'
import { type CauseGroup, groupFindings } from './causes.ts'
import type { ReportTarget } from './report-target.ts'

/**
 * One event per line, as JSON, written while the run goes on; before `run.ended` a line for each cause of findings, and for
 * each scenario that was accepted in an unusual place or spelling.
 */
export function createNdjson(target: ReportTarget): Reporter {
  const failed: Verdict[] = []
  const accepted: Verdict[] = []
  const write = (line: object): void => target.write(`${JSON.stringify(line)}\n`)
  return {
    report: (event: RunEvent) => {
      if (event.type === 'scenario.ended' && event.verdict.finding !== undefined) failed.push(event.verdict)
      if (event.type === 'scenario.ended' && event.verdict.accepted !== undefined) accepted.push(event.verdict)
      if (event.type === 'run.ended') {
        for (const group of groupFindings(failed)) write(causeLine(group))
        for (const group of groupAccepted(accepted)) write({ type: 'accepted.found', ...group })
      }
      write(event)
    },
    close: () => target.close(),
  }
}

/** Findings were written before: their ids are enough. */
function causeLine({ findings, ...group }: CauseGroup): object {
  return { type: 'cause.found', ...group, scenarios: findings.map(({ scenario }) => scenario.id) }
}
