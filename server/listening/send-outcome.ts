import type { ServerResponse } from 'node:http'
import { reasonOf } from '../base/errors.ts'
import { Answer, type Outcome } from '../http/answer.ts'
import { endUnreadRequest, mayHaveBody } from '../http/unread-request.ts'
import { webLibraries } from '../http/web-libraries.ts'

/**
 * Sends what a request ended with. An answer goes out as one head and one text, in one write to the socket; streams go
 * through srvx, which knows about back pressure.
 */
export function sendOutcome(response: ServerResponse, outcome: Outcome): void {
  const { req: request } = response
  const hasBody = mayHaveBody(request)
  if (hasBody) endOnLongBody(response)
  if (!(outcome instanceof Answer)) {
    // An answer that cannot be sent must not end the process.
    webLibraries()
      .sendNodeResponse(response, outcome)
      .catch(() => response.destroy())
    return
  }
  try {
    const { status, head, text, bytes } = outcome
    response.writeHead(status, reasonOf(status), head)
    // As many bytes as characters are ASCII, which Latin-1 spells alike and Node writes without looking at each.
    if (text !== null) sendText(response, text, bytes === text.length ? 'latin1' : 'utf8')
    response.end()
    if (!hasBody) endUnreadRequest(request)
  } catch {
    response.destroy()
  }
}

/** Members of Node's responses that its types leave out. */
interface Internals {
  readonly _send?: (data: string, encoding: 'latin1' | 'utf8') => boolean
}

/**
 * Sends the head and the whole body as one text. `end(text)` corks the socket to send an empty text behind it, and both
 * become a list of chunks that Node copies together: a twentieth of what a request costs.
 */
function sendText(response: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
  const internals = response as unknown as Internals
  if (internals._send !== undefined && response.req.method !== 'HEAD') internals._send(text, encoding)
  else response.end(text, encoding)
}

/** Bytes of a body that are read and thrown away to keep a connection. */
const SPARE = 65_536

/**
 * A body that was not read stands between this answer and the next request. A short one that is on its way is skipped;
 * for a long one, or one that waits for `100 Continue`, the connection ends with the answer.
 */
function endOnLongBody(response: ServerResponse): void {
  const { complete, headers } = response.req
  const { 'content-length': length, expect } = headers
  const isShort = expect === undefined && Number(length ?? Number.NaN) <= SPARE
  if (!complete && !isShort) response.shouldKeepAlive = false
}
