import { createHash } from 'node:crypto'
import { createServer, IncomingMessage, type RequestListener, type Server, ServerResponse } from 'node:http'

/**
 * The members of Node's requests and responses that its documentation leaves out: they are used in this file alone, on
 * requests and responses of servers that svc made. Everywhere else svc is a guest, and code that wraps a response must see
 * every byte that goes through it.
 *
 * The gain of each, measured by taking it away alone (`bench/http`, requests per second of the processor, fresh processes): {@link endWith}
 * 8 to 13 % on Node 20 and 22 and nothing on 24, {@link endUnreadRequest} 6 to 13 % on each,
 * {@link takeWholeBody} 9 % of a short body on 20 and 12 % on 24. Less than 5 % on every line is not worth its place here.
 */

/** The classes of Node, as the functions that they are. */
type Constructor = (this: object, ...args: readonly unknown[]) => void

const construct = {
  request: IncomingMessage as unknown as Constructor,
  response: ServerResponse as unknown as Constructor,
} as const

/**
 * The class of requests and of responses on servers of svc. Functions, as those of Node are: `super()` of a class that
 * extends one takes a third of the time of a request.
 */
const OwnRequest = derive(IncomingMessage, function (socket) {
  construct.request.call(this, socket)
})
const OwnResponse = derive(ServerResponse, function (request, options) {
  construct.response.call(this, request, options)
})

function derive<Class extends { readonly prototype: object }>(base: Class, own: Constructor): Class {
  Object.setPrototypeOf(own.prototype as object, base.prototype)
  return Object.setPrototypeOf(own, base) as Class
}

/**
 * A server whose responses are known to be svc's own. Without the option `optimizeEmptyRequests`, which is the public half
 * of {@link endUnreadRequest}: it destroys the stream of a request before its handler runs, and code that asks that stream
 * takes the client for gone.
 */
export function createOwnServer(listener: RequestListener): Server {
  return createServer({ IncomingMessage: OwnRequest, ServerResponse: OwnResponse }, listener)
}

/** Whether a request came to a server of svc. */
export function isOwnRequest(request: IncomingMessage): boolean {
  return request instanceof OwnRequest
}

/** Members of Node's messages that its types leave out. */
interface Internals {
  readonly _send: (data: string, encoding: 'latin1' | 'utf8') => boolean
  _consuming?: boolean
  _dumped?: boolean
  readonly _readableState?: State
}

interface State {
  ended: boolean
  endEmitted: boolean
  destroyed: boolean
  closed: boolean
  closeEmitted: boolean
}

// oxlint-disable-next-line typescript/unbound-method -- compared and called with a receiver
const { write, end, writeHead, _send: send } = ServerResponse.prototype as ServerResponse & Internals

/**
 * The beginnings of the SHA-256 of these functions' source texts, in the versions of Node whose source was read. A wrapper
 * loaded with `--require` comes before everything here, so that only the text of a function says whose it is. With any
 * other text, as in a version that was not read yet, answers go out through public interfaces.
 */
const READ: readonly (readonly [own: unknown, texts: readonly string[]])[] = [
  [write, ['7338adfa']],
  // Node 20; 22 and 24; 24 from 24.13 on. Not 26, where `read()` gives one chunk of several and a body would be cut short.
  [end, ['db55146b', 'babd32df', '69f8747e']],
  [writeHead, ['18ff1725', 'ba4dce6a']],
  [send, ['9c50bd6c']],
]

/** Whether this is a version of Node that was read, and nothing stands in the place of its functions. */
const isRead = READ.every(([own, texts]) =>
  texts.includes(createHash('sha256').update(String(own)).digest('hex').slice(0, 8)),
)

/** Whether a response is of a server of svc, and nothing wraps it. */
export function isOwnResponse(response: ServerResponse): boolean {
  return (
    isRead &&
    response instanceof OwnResponse &&
    response.end === end &&
    response.write === write &&
    response.writeHead === writeHead &&
    !response.strictContentLength
  )
}

/**
 * Sends the head and the whole body of an own response as one text. `end(text)` corks the socket to send an empty text
 * behind it, and both become a list of chunks that Node copies together: a twentieth of what a request costs.
 *
 * @param encoding `latin1` for a text in ASCII, which Node writes without a look at each character
 */
export function endWith(response: ServerResponse, text: string, encoding: 'latin1' | 'utf8'): void {
  if (response.req.method !== 'HEAD') send.call(response, text, encoding)
  response.end()
}

/**
 * Ends an own request whose body is empty and was not read. Node would resume its stream to throw away what is not there,
 * and let it end, close and say so in four turns of its queue, which has no listener: a tenth of what a request costs.
 */
export function endUnreadRequest(request: IncomingMessage): void {
  const internals = request as unknown as Internals
  const state = internals._readableState
  if (!state || internals._consuming !== false || internals._dumped !== false) return
  if (request.listenerCount('end') > 0 || request.listenerCount('close') > 0) return
  internals._dumped = true
  close(state)
}

function close(state: State): void {
  state.ended = true
  state.endEmitted = true
  state.destroyed = true
  state.closed = true
  state.closeEmitted = true
}

/**
 * Takes the body of an own request whose last byte has arrived, as that of a short one has in the turn behind its header
 * lines. Its stream ends here as {@link endUnreadRequest} ends it: four listeners, and five turns of Node's queue that would
 * flow, end and close it, cost more than the body does.
 *
 * @param limit bytes
 * @returns `undefined` where the stream must be read as any other: it is not ours, more is to come, something listens to it
 * or has begun to read it, or it is longer than the limit
 */
export function takeWholeBody(request: IncomingMessage, limit: number): Buffer | undefined {
  if (!isRead || !isOwnRequest(request)) return undefined
  const internals = request as unknown as Internals
  const state = internals._readableState
  if (!state || state.destroyed || internals._consuming !== false || internals._dumped !== false) return undefined
  if (!hasArrived(request) || request.readableLength > limit) return undefined
  if (request.readableFlowing !== null || request.listenerCount('end') > 0 || request.listenerCount('close') > 0)
    return undefined
  state.ended = true
  state.endEmitted = true
  const bytes = request.read() as Buffer | null
  internals._consuming = true
  // Node says so between this turn and the next: nothing else comes of the request that it parses now.
  request.complete = true
  close(state)
  return bytes ?? EMPTY
}

/** Node runs its queue between the last byte of a body and the end of the request. */
function hasArrived({ complete, headers, readableLength }: IncomingMessage): boolean {
  const length = headers['content-length']
  return complete || (length !== undefined && readableLength === Number(length))
}

const EMPTY: Buffer = Buffer.alloc(0)
