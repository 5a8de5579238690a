/**
 * Tells open reference pages that the application changed. One per `svc dev`, handed to every generation of the
 * application, so that a page which opened its stream on an old one hears of the next.
 */
export interface DocsUpdates {
  /** Names the present generation; a page that shows another one reads the document again. */
  readonly revision: string
  /** Called after each reload. */
  announce(): void
  /** A stream of server-sent events (HTML Living Standard section 9.2): the revision at once, then each new one. */
  open(): Response
  /** Ends every open stream, so that a closing server is not held up by a page that somebody left open. */
  close(): void
}

const HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' } as const

/** A channel without listeners. */
export function createUpdates(): DocsUpdates {
  const encoder = new TextEncoder()
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  // A page may outlive the process: two processes must not name their generations alike.
  const started = Date.now().toString(36)
  let generation = 0
  const revision = (): string => `${started}-${generation}`
  const event = (): Uint8Array => encoder.encode(`data: ${revision()}\n\n`)
  return {
    get revision(): string {
      return revision()
    },
    announce(): void {
      generation++
      const bytes = event()
      for (const stream of streams) stream.enqueue(bytes)
    },
    open(): Response {
      let stream: ReadableStreamDefaultController<Uint8Array>
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller
          streams.add(controller)
          controller.enqueue(event())
        },
        cancel() {
          streams.delete(stream)
        },
      })
      return new Response(body, { statusText: 'OK', headers: HEADERS })
    },
    close(): void {
      for (const stream of streams) stream.close()
      streams.clear()
    },
  }
}
