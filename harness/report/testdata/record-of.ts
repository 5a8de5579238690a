import type { RunEvent } from '../../model/event.ts'
import { type RunRecord, writeAtEnd } from '../record.ts'

/** The record of a run from its events. */
export async function recordOf(events: readonly RunEvent[]): Promise<RunRecord> {
  const records: RunRecord[] = []
  const target = { write: () => undefined, close: async () => undefined }
  const reporter = writeAtEnd(target, (record) => {
    records.push(record)
    return []
  })
  for (const event of events) reporter.report(event)
  await reporter.close?.()
  const [record] = records
  if (record === undefined) throw new TypeError('no run.started among the events')
  return record
}
