import type { ServerResponse } from 'node:http'

/** Receives the reason why an answer could not be sent to its end. Returns `false` without a listener. */
type Report = (error: unknown) => boolean

const reports = new WeakMap<ServerResponse, Report>()

/** Sets the report for the loss of the answer on one of Node's responses. */
export function onLostAnswer(response: ServerResponse, report: Report): void {
  reports.set(response, report)
}

/**
 * Reports an answer whose connection ends before the answer does, through no fault of the client: to the listeners of the
 * application, else as a warning of the process, since a client without an answer cannot say why.
 */
export function reportLostAnswer(response: ServerResponse, error: unknown): void {
  if (reports.get(response)?.(error)) return
  const detail = error instanceof Error ? (error.stack ?? String(error)) : String(error)
  const what = `an answer to ${response.req?.method} with status ${response.statusCode} could not be sent to its end`
  process.emitWarning(`${what}, and its connection was closed`, { type: 'SvcWarning', detail })
}
