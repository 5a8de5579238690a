import type { ReporterFactory } from './report-target.ts'

/**
 * Our own formats by name, each loaded when it is asked for. Anything else that `--reporter` names is one of mocha's.
 *
 * A format is a subscriber to the event stream and knows nothing else of the run.
 */
export const REPORTERS: Readonly<Record<string, () => Promise<ReporterFactory>>> = {
  junit: async () => (await import('./junit.ts')).createJunit,
  sarif: async () => (await import('./sarif.ts')).createSarif,
  html: async () => (await import('./html.ts')).createHtml,
  github: async () => (await import('./github.ts')).createGithub,
  ndjson: async () => (await import('./ndjson.ts')).createNdjson,
}
