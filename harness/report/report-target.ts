import type { Reporter } from '../model/event.ts'

/** The target to which a format is written. */
export interface ReportTarget {
  readonly write: (text: string) => void
  readonly close: () => Promise<void>
  /** Where it is written to; absent for the terminal. */
  readonly file?: string
  /** The report of an earlier run in the same file. Writing replaces it. */
  readonly readPrevious?: () => string | undefined
}

/** Makes a reporter that writes one format. */
export type ReporterFactory = (target: ReportTarget) => Reporter
