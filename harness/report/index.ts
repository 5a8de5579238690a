import type { Reporter, RunEvent } from '../model.ts'
import { createGithub } from './github.ts'
import { createHtml } from './html.ts'
import { createJunit } from './junit.ts'
import { createNdjson } from './ndjson.ts'
import { createSarif } from './sarif.ts'

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

/**
 * Our own formats by name. Anything else that `--reporter` names is one of mocha's.
 *
 * A format is a subscriber to the event stream and knows nothing else of the run.
 */
export const REPORTERS: Readonly<Record<string, ReporterFactory>> = {
  junit: createJunit,
  sarif: createSarif,
  html: createHtml,
  github: (target) => createGithub(target),
  ndjson: createNdjson,
}

/** Hands every event to every subscriber. */
export class EventStream {
  readonly #reporters: Reporter[] = []

  subscribe(reporter: Reporter): void {
    this.#reporters.push(reporter)
  }

  emit(event: RunEvent): void {
    for (const reporter of this.#reporters) reporter.report(event)
  }

  async close(): Promise<void> {
    for (const reporter of this.#reporters) await reporter.close?.()
  }
}
