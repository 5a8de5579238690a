import type { ServerResponse } from 'node:http'
import { PassThrough, Readable } from 'node:stream'
import { reasonOf } from '../base/errors.ts'
import { isStreaming } from '../http/event-stream.ts'
import { reportLostAnswer } from '../http/lost-answer.ts'

/** A `Response` in parts. */
export interface Parts {
  readonly status: number
  readonly reason: string
  /** Names, in lower case, and values by turns. */
  readonly fields: readonly string[]
  readonly body: string | Uint8Array | ReadableStream | null
}

/** A response of srvx, which knows its body without making a stream of it. */
interface Unpacked {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly string[]
  readonly body?: unknown
}

/** Takes a response apart. It cannot be used again. */
export function unpack(response: Response & { _toNodeResponse?(): Unpacked }): Parts {
  const { status, statusText, headers, body } = response._toNodeResponse?.() ?? {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers].flat(),
    body: response.body,
  }
  // A status line holds no other characters (RFC 9112 section 4).
  const reason = statusText.replaceAll(/[^\t\u0020-\u007E\u0080-\u00FF]/g, '') || reasonOf(status)
  return { status, reason, fields: headers, body: bodyOf(body) }
}

function bodyOf(body: unknown): Parts['body'] {
  if (body === undefined || body === null) return null
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream) return body
  const readable = body instanceof Readable ? body : (body as Readable).pipe(new PassThrough())
  return Readable.toWeb(readable) as ReadableStream
}

/** Sends a body as its stream gives it and the client takes it. When the client goes away, the stream is cancelled. */
export async function sendStream(response: ServerResponse, body: ReadableStream): Promise<void> {
  const reader = body.getReader()
  let isGone = false
  let goOn: (() => void) | undefined
  const leave = (): void => {
    isGone = true
    reader.cancel().catch(() => undefined)
    goOn?.()
  }
  // One listener for all pauses: what wraps a response may keep those that are meant for one.
  response.on('close', leave).on('drain', () => goOn?.())
  if (response.destroyed) leave()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isGone) return
      if (done) return void response.end()
      const hasRoom = response.write(value)
      // Compression waits for more, and events are for now.
      if (isStreaming(response)) (response as Flushing).flush?.()
      if (!hasRoom && !isGone) await new Promise<void>((resolve) => (goOn = resolve))
    }
  } catch (error) {
    if (isGone) return
    response.off('close', leave)
    reader.cancel(error).catch(() => undefined)
    reportLostAnswer(response, error)
    response.destroy()
  }
}

/** Middleware that compresses adds this member. */
type Flushing = ServerResponse & { flush?(): void }
