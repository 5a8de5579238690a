import type { Reporter } from '../model/event.ts'
import type { ReportTarget } from './report-target.ts'
import { createReportData } from './html/data.ts'
import { compareWithPrevious } from './html/difference.ts'
import { writePage } from './html/document.ts'
import { writeAtEnd } from './record.ts'

/** Scenarios of a run that are all in the page: it stays below five megabytes, and opens in two seconds. */
const LONGEST = 8_000

/**
 * One self-contained page: matrices, findings, and every request with its answer, to be opened from a disk without a
 * network. Of a long run what passed is counted. Compares with the report that an earlier run left in the same file.
 */
export function createHtml(target: ReportTarget): Reporter {
  const previous = target.readPrevious?.()
  return writeAtEnd(
    target,
    function* (record) {
      const data = createReportData(record, target.file)
      yield* writePage(record, data, compareWithPrevious(data, previous))
    },
    LONGEST,
  )
}
