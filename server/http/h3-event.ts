import type { H3Event, HTTPResponse } from 'h3'
import type { RequestEvent } from './request-event.ts'
import { type HeaderPairs, headerPairs, replaceHeaders, withHeaders } from './response.ts'
import { webLibraries } from './web-libraries.ts'

/** The parts of our request that an event shows. */
export interface EventSource {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly params: Readonly<Record<string, unknown>>
  readonly clientAddress: string
  readonly signal: AbortSignal
  readonly responseHeaders: Headers
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
  formData(): Promise<FormData>
}

/**
 * An event of h3 for a request, without the request and the response of Node: what writes to them goes around every
 * promise. The body is ours, so that its limits hold.
 */
export function createEvent(source: EventSource): RequestEvent {
  const params = Object.fromEntries(Object.entries(source.params).map(([name, value]) => [name, String(value)]))
  const { H3Event } = webLibraries()
  const event = new H3Event(webRequestOf(source), { params, clientAddress: source.clientAddress })
  Object.defineProperty(event.res, 'headers', { value: source.responseHeaders, enumerable: true })
  return event as unknown as RequestEvent
}

/**
 * A request of the platform with the same facts, whose body is read under our limits.
 *
 * @param url in place of its own, for what is mounted below a path
 */
export function webRequestOf(source: EventSource, url: URL = source.url): Request & { readonly ip?: string } {
  const { method, headers, signal } = source
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const init: StreamingInit = { method, headers: headerPairs(headers), signal }
  if (hasBody) Object.assign(init, { body: bodyOf(source), duplex: 'half' } satisfies StreamingInit)
  const request = new Request(url, init)
  return Object.defineProperties(request, {
    ip: { value: source.clientAddress },
    text: { value: () => source.text() },
    formData: { value: () => source.formData() },
  })
}

/** The platform's types do not know of `duplex`, without which it takes no stream. */
interface StreamingInit extends RequestInit {
  readonly duplex?: 'half'
}

/** Nothing is read before it is asked for. */
function bodyOf(source: EventSource): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const bytes = await source.bytes()
        if (bytes.byteLength > 0) controller.enqueue(bytes)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** Whether a value is an answer as h3's utilities give them. */
export function isEventAnswer(value: unknown): boolean {
  return value instanceof ReadableStream || isHttpResponse(value)
}

/**
 * An answer of h3's utilities as a response.
 *
 * @param staged fields that the answer's own win over, but for `Set-Cookie`, which adds up
 */
export function eventResponse(value: unknown, event: H3Event, staged: HeaderPairs): Response {
  const own = isHttpResponse(value) ? headerPairs(value.headers) : []
  // The argument is neither a promise nor an error, so this is not one either.
  const made = webLibraries().toResponse(value, event) as Response
  const names = new Set(own.map(([name]) => name))
  const fields = [...own, ...staged.filter(([name]) => name === 'set-cookie' || !names.has(name))]
  // Cookies are in both lists already, and what h3 made has them all once more.
  const others = headerPairs(made.headers).filter(([name]) => name !== 'set-cookie')
  return withHeaders(replaceHeaders(made, fields), others)
}

/** Of whichever copy of h3. */
function isHttpResponse(value: unknown): value is HTTPResponse {
  return typeof value === 'object' && value !== null && HTTP_RESPONSE in value
}

const HTTP_RESPONSE: symbol = Symbol.for('h3.HTTPResponse')
