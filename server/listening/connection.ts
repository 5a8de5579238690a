import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A connection that was accepted. */
export interface Connection {
  /**
   * In the order of their requests. The first may be closed: it is dropped with the next request, or when the list is read,
   * so that a response needs no listener. They are kept here and nowhere else, as Node reports no end where a connection
   * ends before their turn.
   */
  responses: ServerResponse[]
  /** The last of those, for which there is no room yet; the others are with handlers. */
  readonly waiting: Waiting[]
  /** The last request. */
  request: IncomingMessage | undefined
  /** When the last request was first seen incomplete; 0 where it was not. */
  incomplete: number
  /** Bytes that had been read when the last request was complete: more are a request that has begun. */
  mark: number
  /** When the client was first seen to owe header lines; 0 while it does not. */
  owing: number
}

/** A listener of a server's requests. */
export type AnswerRequest = (request: IncomingMessage, response: ServerResponse) => void

/** A request for which there is no room yet. */
export interface Waiting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly answer: AnswerRequest
}

/** The responses of a connection that are not through. */
export function underWay(connection: Connection): readonly ServerResponse[] {
  dropClosed(connection)
  return connection.responses
}

/** Drops the responses in front that are through. */
export function dropClosed(connection: Connection): void {
  const { responses } = connection
  while (responses[0]?.closed) responses.shift()
}

/** A body that was not read may still be on its way when the response is through. One listener for all: it costs no closure. */
export function behindBodyMarker(open: ReadonlyMap<Socket, Connection>): (this: ServerResponse) => void {
  const mark = (request: IncomingMessage): void => {
    const connection = open.get(request.socket)
    if (connection?.request !== request) return
    connection.owing = 0
    connection.mark = request.socket.bytesRead
    if (!request.complete) request.once('close', () => mark(request))
  }
  return function () {
    mark(this.req)
  }
}
