import type { Socket } from 'node:net'
import { reasonOf } from '../base/errors.ts'

/**
 * The bytes of an error answer, for requests that never became one: what Node's parser refused has no response object.
 * It ends the connection.
 *
 * @param fields more header lines
 */
export function plainAnswer(status: number, fields: readonly string[] = []): string {
  const body = JSON.stringify({ detail: reasonOf(status) })
  const lines = [
    `HTTP/1.1 ${status} ${reasonOf(status)}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...fields,
    `Date: ${new Date().toUTCString()}`,
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/**
 * Ends a connection so that the client can still read the answer: closing it with unread bytes would reset it, and the
 * answer would be lost with them (RFC 9112 section 9.6). What still comes is thrown away, for a while.
 *
 * @param most milliseconds after which the connection is cut; a second if absent
 */
export function endGently(socket: Socket, lastWords?: string, most: number = LINGER): void {
  if (socket.destroyed || socket.writableEnded) return
  if (lastWords === undefined) socket.end()
  else socket.end(lastWords)
  socket.resume()
  const cut = setTimeout(() => socket.destroy(), most)
  cut.unref()
  socket.once('close', () => clearTimeout(cut))
  socket.once('error', () => socket.destroy())
}

/** Milliseconds. */
const LINGER = 1_000
