import { EVENT_STREAM_HEADERS, formatEvent } from '../http/event-stream.ts'
import type { ClosedPath } from './page/configuration.ts'

/**
 * Notifies open reference pages that the application changed. One per `svc dev`, handed to every generation of the
 * application, so that a page which opened its stream on an old one hears of the next.
 */
export interface DocsUpdates {
  /** Names the present generation; a page that shows another one reads the document again. */
  readonly revision: string
  /**
   * Called after each reload.
   *
   * @param closed the paths that answer 503 now
   */
  announce(closed?: readonly ClosedPath[]): void
  /**
   * A stream of server-sent events (HTML Living Standard section 9.2): the revision at once, then each new one.
   *
   * @param isDeveloper whether to say what does not load, which names files of this machine
   */
  open(isDeveloper?: boolean): Response
  /** Ends every open stream, so that a closing server is not held up by a page that is still open. */
  close(): void
}

/** A channel without listeners. */
export function createUpdates(): DocsUpdates {
  const encoder = new TextEncoder()
  const streams = new Map<ReadableStreamDefaultController<Uint8Array>, boolean>()
  let closed: readonly ClosedPath[] = []
  let everClosed = false
  // A page may outlive the process: two processes must not name their generations alike.
  const started = Date.now().toString(36)
  let generation = 0
  const revision = (): string => `${started}-${generation}`
  const event = (isDeveloper: boolean): Uint8Array => {
    const closedEvent = isDeveloper && everClosed ? formatEvent({ event: 'closed', data: closed }) : ''
    return encoder.encode(closedEvent + formatEvent(revision()))
  }
  return {
    get revision(): string {
      return revision()
    },
    announce(now = []): void {
      generation++
      closed = now
      everClosed ||= now.length > 0
      for (const [stream, isDeveloper] of streams) stream.enqueue(event(isDeveloper))
    },
    open(isDeveloper = false): Response {
      let stream: ReadableStreamDefaultController<Uint8Array>
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller
          streams.set(controller, isDeveloper)
          controller.enqueue(event(isDeveloper))
        },
        cancel() {
          streams.delete(stream)
        },
      })
      return new Response(body, { statusText: 'OK', headers: EVENT_STREAM_HEADERS })
    },
    close(): void {
      for (const stream of streams.keys()) stream.close()
      streams.clear()
    },
  }
}
