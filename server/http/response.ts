import { reasonOf } from '../base/errors.ts'
import { Answer, type Outcome } from './answer.ts'
import { webLibraries } from './web-libraries.ts'

/** Header fields as pairs: of one name there may be several. */
export type HeaderPairs = [name: string, value: string][]

/** Whether a value is a response: other adapters in the process may have put a class of their own in the global's place. */
export function isResponse(value: unknown): value is Response {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof webLibraries().FastResponse || value instanceof Response
}

/** The answer to a request, for callers that need a `Response`. */
export function toResponse(outcome: Outcome): Response {
  if (!(outcome instanceof Answer)) return outcome
  const { status, fields, text } = outcome
  return new (responseClass())(text, { status, statusText: reasonOf(status), headers: pairsOf(fields) })
}

/** Names and values by turns as pairs. */
export function pairsOf(fields: readonly string[]): HeaderPairs {
  return Array.from({ length: fields.length / 2 }, (_, at) => [fields[2 * at] as string, fields[2 * at + 1] as string])
}

/** A 200 that sends the very bytes it is given: a `Response` of the platform would copy them. */
export function bytesResponse(bytes: Uint8Array<ArrayBuffer>, headers: HeaderPairs): Response {
  return new (responseClass())(bytes, { status: 200, statusText: reasonOf(200), headers })
}

/** The response that the caller of `fetch` gets: a mounted application may make one that only Node can send. */
export function toPlatform(response: Response): Response {
  // Its `instanceof` holds for those of the platform too.
  if (IS_NODE || !isFast(response)) return response
  return copyResponse(response, response.body, response.headers)
}

/** Only Node has libraries that send a response without making one of the platform; Bun and Deno serve their own alone. */
const IS_NODE = process.versions['bun'] === undefined && process.versions['deno'] === undefined

function responseClass(): typeof Response {
  return IS_NODE ? webLibraries().FastResponse : Response
}

/**
 * A value as JSON: `undefined` is `null`, and what JSON cannot hold is a programming error.
 *
 * @throws TypeError for a bigint, a cycle, and for functions and symbols.
 */
export function serializeJson(value: unknown): string {
  const text = JSON.stringify(value === undefined ? null : value)
  if (text === undefined) throw new TypeError(`a handler returned a ${typeof value}, which JSON cannot hold`)
  return text
}

/** Pairs for each field, repeated ones (`Set-Cookie`) one by one. */
export function headerPairs(headers: HeadersInit | undefined): HeaderPairs {
  if (headers === undefined) return []
  const fields = headers instanceof Headers ? headers : new Headers(headers)
  return [...fields]
}

/** A copy of an answer with more fields, none of which it has. */
export function withFields({ status, fields, text }: Answer, more: HeaderPairs): Answer {
  return new Answer(status, [...fields, ...more.flat()], text)
}

/**
 * A copy of a response with more fields. A field that is there already stays, but for `Set-Cookie`, which adds up.
 */
export function withHeaders(response: Response, fields: HeaderPairs): Response {
  const missing = fields.filter(([name]) => name.toLowerCase() === 'set-cookie' || !response.headers.has(name))
  if (missing.length === 0) return response
  const target = isFast(response) ? response : copyResponse(response, response.body, response.headers)
  for (const [name, value] of missing) target.headers.append(name, value)
  return target
}

/**
 * A response with these fields in place of its own. The same one where it is of svc's class: a copy has a stream for a body,
 * and the length of the text would be lost.
 */
export function replaceHeaders(response: Response, fields: HeaderPairs): Response {
  const isOurs = isFast(response)
  const headers = isOurs ? response.headers : new Headers()
  if (isOurs) for (const name of new Set(headers.keys())) headers.delete(name)
  for (const [name, value] of fields) headers.append(name, value)
  return isOurs ? response : copyResponse(response, response.body, headers)
}

function isFast(response: Response): boolean {
  return Object.prototype.isPrototypeOf.call(webLibraries().FastResponse.prototype, response)
}

/** The answer to HEAD: the same status and fields, without the body (RFC 9110 section 9.3.2). */
export function withoutBody(response: Outcome): Outcome {
  if (response instanceof Answer) return new Answer(response.status, response.fields, null)
  // A rejection that is not handled would end the process: the stream is the application's, and may be in other hands.
  response.body?.cancel().catch(() => undefined)
  return copyResponse(response, null, response.headers)
}

/** A response of the same status. `new Response()` has an empty reason phrase, which some clients do not take. */
function copyResponse(response: Response, body: ReadableStream<Uint8Array> | null, headers: Headers): Response {
  const { status, statusText } = response
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>> | null, {
    status,
    statusText: statusText || reasonOf(status),
    headers,
  })
}
