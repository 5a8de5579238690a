import { createGithub } from './github.ts'
import { createHtml } from './html.ts'
import { createJunit } from './junit.ts'
import { createNdjson } from './ndjson.ts'
import { createSarif } from './sarif.ts'
import type { ReporterFactory } from './report-target.ts'

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
