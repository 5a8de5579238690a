import { EVENT_STREAM_HEADERS, formatEvent } from '../http/event-stream.ts'
import type { ClosedPath, ExplainedRefusal } from './page/configuration.ts'

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
   * @param page the random name that the developer's page gave itself, under which {@link explain} finds its stream
   * @param mayAct whether its calls may be made as the people of the fixtures
   */
  open(isDeveloper?: boolean, page?: unknown, mayAct?: boolean): Response
  /**
   * Sends the reasons of a refused call to the page that made it, as an event `refusal` with `call` in its data. Without
   * a stream of that page nothing is sent.
   *
   * @param call the value of the field `CALL_FIELD`: the name of the page, a full stop, and the number of the call
   */
  explain(call: string, refusal: Omit<ExplainedRefusal, 'call'>): void
  /** Whether the stream of a developer's page of this name is open. */
  isOpen(page: unknown): boolean
  /** Whether it is, and its calls may be made as the people of the fixtures. */
  mayAct(page: unknown): boolean
  /** Ends every open stream, so that a closing server is not held up by a page that is still open. */
  close(): void
}

const PAGE = /^[\w-]{22}$/
const CALL = /^([\w-]{22})\.(\d{1,9})$/

/** A stream that is open. */
interface Listener {
  readonly isDeveloper: boolean
  readonly page: string | undefined
  readonly mayAct: boolean
}

/** A channel without listeners. */
export function createUpdates(): DocsUpdates {
  const encoder = new TextEncoder()
  const streams = new Map<ReadableStreamDefaultController<Uint8Array>, Listener>()
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
      for (const [stream, { isDeveloper }] of streams) stream.enqueue(event(isDeveloper))
    },
    explain(call, refusal): void {
      const [, page, number] = CALL.exec(call) ?? []
      if (page === undefined) return
      const data = encoder.encode(formatEvent({ event: 'refusal', data: { call: Number(number), ...refusal } }))
      for (const [stream, listener] of streams) if (listener.page === page) stream.enqueue(data)
    },
    isOpen(page): boolean {
      return typeof page === 'string' && [...streams.values()].some((listener) => listener.page === page)
    },
    mayAct(page): boolean {
      return typeof page === 'string' && [...streams.values()].some((one) => one.page === page && one.mayAct)
    },
    open(isDeveloper = false, page?: unknown, mayAct = false): Response {
      let stream: ReadableStreamDefaultController<Uint8Array>
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller
          streams.set(controller, {
            isDeveloper,
            page: typeof page === 'string' && PAGE.test(page) ? page : undefined,
            mayAct,
          })
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
