/** One event (HTML Living Standard section 9.2). A text is an event with that data. */
export interface StreamEvent {
  /** A text as it is, anything else as JSON. */
  readonly data: unknown
  /** Type of the event; `message` if absent. */
  readonly event?: string
  /** The value that a browser sends as `Last-Event-ID` when it reconnects. */
  readonly id?: string
  /** Milliseconds until a browser comes back. */
  readonly retry?: number
}

/** Options of {@link eventStream}. */
export interface EventStreamOptions {
  /** Seconds between comments that keep the connection open through proxies; 15 if absent, 0 for none. */
  readonly heartbeat?: number
}

/** The events: an iterable, or a function that makes one and hears when the client is gone. */
export type EventSource =
  | AsyncIterable<StreamEvent | string>
  | ((signal: AbortSignal) => AsyncIterable<StreamEvent | string>)

/**
 * A response of server-sent events. It ends when the iterable does, when the client goes away, and, after a grace, when
 * the server shuts down; then the iterable's `return` is called and the signal aborted.
 *
 * @throws TypeError, inside the stream, for an `event` or `id` that would end its line.
 * @example
 * export const GET = operation({ auth: fwAuth }, () =>
 *   eventStream(async function* (signal) {
 *     for await (const price of prices({ signal })) yield { event: 'price', data: price }
 *   }),
 * )
 */
export function eventStream(source: EventSource, { heartbeat = 15 }: EventStreamOptions = {}): Response {
  const gone = new AbortController()
  const events = (typeof source === 'function' ? source(gone.signal) : source)[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  let beat: NodeJS.Timeout | undefined
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // A client that reads nothing must not pile up heartbeats.
      const tick = (): void => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(':\n\n'))
      }
      // Header fields travel with the first bytes: a browser waits for them to call the stream open.
      controller.enqueue(encoder.encode(':\n\n'))
      if (heartbeat > 0) beat = setInterval(tick, heartbeat * 1_000).unref()
    },
    async pull(controller) {
      try {
        const { done, value } = await events.next()
        if (gone.signal.aborted) return
        if (!done) return controller.enqueue(encoder.encode(formatEvent(value)))
        clearInterval(beat)
        controller.close()
      } catch (error) {
        clearInterval(beat)
        throw error
      }
    },
    cancel() {
      clearInterval(beat)
      gone.abort()
      // Not awaited: a generator that waits for its next event returns only after it.
      void events.return?.().then(undefined, () => undefined)
    },
  })
  return new Response(body, { statusText: 'OK', headers: EVENT_STREAM_HEADERS })
}

/** The lines of an event, with the empty line that ends it. */
export function formatEvent(value: StreamEvent | string): string {
  const { data, event, id, retry }: StreamEvent = typeof value === 'string' ? { data: value } : value
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? 'null')
  const lines: string[] = []
  if (event !== undefined) lines.push(`event: ${oneLine(event, 'event')}`)
  if (id !== undefined) lines.push(`id: ${oneLine(id, 'id')}`)
  if (retry !== undefined) lines.push(`retry: ${Math.max(0, Math.trunc(retry))}`)
  for (const line of text.split(/\r\n|\r|\n/)) lines.push(`data: ${line}`)
  return `${lines.join('\n')}\n\n`
}

/** Whether a response is a stream of events, ours or a handler's own. */
export function isEventStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith(MEDIA_TYPE) ?? false
}

const streaming = new WeakSet<object>()

/** Notes that one of Node's responses will not end by itself. */
export function markStreaming(nodeResponse: object): void {
  streaming.add(nodeResponse)
}

/** Whether {@link markStreaming} was called for it. */
export function isStreaming(nodeResponse: object): boolean {
  return streaming.has(nodeResponse)
}

const MEDIA_TYPE = 'text/event-stream'
/** Header fields of a response of events. */
export const EVENT_STREAM_HEADERS: Readonly<Record<string, string>> = {
  'content-type': MEDIA_TYPE,
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

/** An id with a line break would be two fields, and the sender of the id would choose the second one. */
function oneLine(text: string, field: string): string {
  // oxlint-disable-next-line no-control-regex -- NUL makes browsers drop an id
  if (/[\r\n\u0000]/.test(text)) throw new TypeError(`the ${field} of an event must be one line`)
  return text
}
