import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import { type Socket } from 'node:net'
import { Connections } from './connections.ts'
import { endGently, plainAnswer } from '../http/plain-answer.ts'
import { offerUpgrade } from '../http/websocket.ts'
import { ignoreUpgrade, isTlsServer, isWebSocketOffer, type UpgradeOffer } from './ignore-upgrade.ts'
import type { LimitOptions } from '../declaring/settings.ts'

/**
 * Puts a server of `node:http` or `node:https` under our limits, also one that svc did not create: sizes, deadlines per connection,
 * answers in our own shape to what the parser refuses, and upgrades, which take the same way as any request.
 * Calling it again for a server changes nothing.
 */
export function guardServer(server: Server, limits: Required<LimitOptions>): Connections {
  const guarded = connectionsOf.get(server)
  if (guarded) return guarded
  const { headersTimeout, requestTimeout } = limits
  Object.assign(server, {
    // The parser counts the target too. The gate reports which of the two is too long.
    maxHeaderSize: limits.headers + limits.target,
    headersTimeout,
    requestTimeout: Math.max(requestTimeout, headersTimeout),
    // Node would drop what is beyond the count in silence; the gate refuses.
    maxHeadersCount: 0,
    // Node's own answer has no body.
    requireHostHeader: false,
  })
  const connections = new Connections(server, limits)
  connectionsOf.set(server, connections)
  const isSecure = isTlsServer(server)
  if (isSecure) server.on('connection', (socket: Socket) => connections.addHandshake(socket))
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => connections.add(socket))
  const listeners = server.rawListeners('request')
  server.removeAllListeners('request')
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    for (const listener of listeners) listener.call(server, request, response)
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    connections.begin(request, response, answer)
  })
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    continueWhenRead(request, response)
    server.emit('request', request, response)
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    connections.begin(request, response, () => answerPlainly(response, 417))
  })
  server.on('connect', (_request: IncomingMessage, socket: Socket) => endGently(socket, plainAnswer(405, ['Allow: '])))
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    receiveOffer(server, connections, { request, socket, head })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    answerParserError(error, socket, connections, limits)
  })
  return connections
}

/** The state of a guarded server. */
export function findConnections(server: Server): Connections | undefined {
  return connectionsOf.get(server)
}

const connectionsOf = new WeakMap<Server, Connections>()

/** `100 Continue` goes out when the body is read, so that one that is refused is never sent. */
function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  // Node calls this when the next bytes are wanted.
  const read = request._read.bind(request)
  let isAsked = false
  request._read = (size) => {
    if (!isAsked && !response.headersSent) response.writeContinue()
    isAsked = true
    read(size)
  }
}

/** A request that offers another protocol, in its turn. */
function receiveOffer(server: Server, connections: Connections, offer: UpgradeOffer): void {
  const { request, socket } = offer
  // Node listens to this connection no longer.
  const destroy = (): void => void socket.destroy()
  socket.on('error', destroy)
  if (isWebSocketOffer(request)) return upgradeRequest(server, connections, offer)
  const goOn = (): void => {
    if (socket.destroyed || socket.writableEnded) return
    socket.off('error', destroy)
    ignoreUpgrade(server, offer)
  }
  const last = connections.responsesOn(socket).at(-1)
  if (last) last.once('close', goOn)
  else goOn()
}

/** Node lets go of the connection of such a request. Given a response again, it is a request like any other. */
function upgradeRequest(server: Server, connections: Connections, { request, socket, head }: UpgradeOffer): void {
  // Behind a request that is not answered yet.
  if (connections.responsesOn(socket).length > 0) return void socket.destroy()
  request.complete = true
  request.push(null)
  const response = new ServerResponse(request)
  response.assignSocket(socket)
  response.shouldKeepAlive = false
  response.once('finish', () => endGently(socket))
  const release = (close: () => void): void => {
    response.detachSocket(socket)
    connections.release(socket, close)
    response.emit('close')
  }
  offerUpgrade(request, { head, release })
  server.emit('request', request, response)
}

function answerParserError(
  error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer },
  socket: Socket,
  connections: Connections,
  limits: Required<LimitOptions>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const underWay = connections.responsesOn(socket)
  if (underWay.some(({ req, headersSent }) => headersSent || req.complete)) {
    // An answer to an earlier request is under way: nothing may come before it.
    const last = underWay.at(-1) as ServerResponse
    last.shouldKeepAlive = false
    last.once('close', () => endGently(socket))
    return
  }
  endGently(socket, plainAnswer(statusOf(error, limits)))
}

function statusOf(
  error: NodeJS.ErrnoException & { readonly rawPacket?: Buffer },
  limits: Required<LimitOptions>,
): number {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return isTargetTooLong(error.rawPacket, limits.target) ? 414 : 431
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 413
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 408
    default:
      return 400
  }
}

/** Whether the packet begins with a request line whose target does not end within the limit. */
function isTargetTooLong(packet: Buffer | undefined, limit: number): boolean {
  const start = /^[A-Z-]{3,16} /.exec(packet?.toString('latin1', 0, 17) ?? '')?.[0].length
  if (!packet || start === undefined) return false
  const end = packet.indexOf(' ', start)
  return (end < 0 ? packet.length : end) - start > limit
}

function answerPlainly(response: ServerResponse, status: number): void {
  const [head = '', body] = plainAnswer(status).split('\r\n\r\n')
  const fields = head
    .split('\r\n')
    .slice(1)
    .flatMap((line) => line.split(/: (.*)/s).slice(0, 2))
  response.writeHead(status, fields).end(body)
}
