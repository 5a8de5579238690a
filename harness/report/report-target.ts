import type { Reporter } from '../model/event.ts'

/** What a format needs in order to be written. */
export interface ReportTarget {
  readonly write: (text: string) => void
  readonly close: () => Promise<void>
  /** Where it is written to; absent for the terminal. */
  readonly file?: string
  /** What an earlier run left in the same file. Nothing is left of that once something was written. */
  readonly readPrevious?: () => string | undefined
}

/** Makes a reporter that writes one format. */
export type ReporterFactory = (target: ReportTarget) => Reporter
