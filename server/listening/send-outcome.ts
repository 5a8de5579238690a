import type { ServerResponse } from 'node:http'
import { reasonOf } from '../base/errors.ts'
import { Answer, type Outcome } from '../http/answer.ts'
import { mayHaveBody } from '../http/body.ts'
import { reportLostAnswer } from '../http/lost-answer.ts'
import { endUnreadRequest, endWith, isOwnResponse } from '../http/private-members.ts'
import { isHttp2 } from './guest-request.ts'
import { sendStream, unpack } from './send-stream.ts'

/**
 * Sends what a request ended with. On a response of svc's own an answer goes out as one head and one text, in one write to
 * the socket. Any other may be wrapped by what compresses, keeps sessions or caches, so that it gets what every handler of
 * Node would give it: a status, fields one by one, and `end(text)`.
 */
export function sendOutcome(response: ServerResponse, outcome: Outcome): void {
  const hasBody = mayHaveBody(response.req)
  if (hasBody) endOnLongBody(response)
  try {
    if (!(outcome instanceof Answer)) return sendResponse(response, outcome)
    const { status, head, text, bytes } = outcome
    if (text === null) {
      setHead(response, status, reasonOf(status), head)
      // Without an argument: wrappers of `end` take any argument for a text.
      response.end()
    } else if (isOwnResponse(response)) {
      response.writeHead(status, reasonOf(status), head)
      // As many bytes as characters are ASCII, which Latin-1 spells alike and Node writes without looking at each.
      endWith(response, text, bytes === text.length ? 'latin1' : 'utf8')
      if (!hasBody) endUnreadRequest(response.req)
    } else {
      setHead(response, status, reasonOf(status), head)
      response.end(text)
    }
  } catch (error) {
    reportLostAnswer(response, error)
    response.destroy()
  }
}

/** Not through srvx: its `end(callback)` is taken for a text by wrappers that know only `end(text)`. */
function sendResponse(response: ServerResponse, outcome: Response): void {
  const { status, reason, fields, body } = unpack(outcome)
  setHead(response, status, reason, fields)
  if (body === null) return void response.end()
  if (typeof body === 'string' || body instanceof Uint8Array) return void response.end(body)
  void sendStream(response, body)
}

/**
 * Sets a status and fields. Fields that the server around svc has set stay, unless svc says something else; of `Set-Cookie`
 * and `Vary` there may be several.
 */
function setHead(response: ServerResponse, status: number, reason: string, head: readonly string[]): void {
  const isFramed = isHttp2(response.req)
  response.statusCode = status
  if (!isFramed) response.statusMessage = reason
  const fields = new Map<string, string[]>()
  for (let at = 0; at < head.length; at += 2) {
    const [name, value] = [(head[at] as string).toLowerCase(), head[at + 1] as string]
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [...(name === 'set-cookie' || name === 'vary' ? valuesOf(response, name) : []), value])
  }
  // RFC 9113 section 8.2.2: a connection is not for an answer to end.
  if (isFramed) fields.delete('connection')
  for (const [name, values] of fields) response.setHeader(name, values.length === 1 ? (values[0] as string) : values)
}

function valuesOf(response: ServerResponse, name: string): readonly string[] {
  const value = response.getHeader(name)
  return value === undefined ? [] : [value].flat().map(String)
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
