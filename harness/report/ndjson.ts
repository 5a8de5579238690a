import type { Reporter } from '../model/event.ts'
import type { ReportTarget } from './report-target.ts'

/** One event per line, as JSON, written while the run goes on. */
export function createNdjson(target: ReportTarget): Reporter {
  return {
    report: (event) => target.write(`${JSON.stringify(event)}\n`),
    close: () => target.close(),
  }
}
