import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { endGently, plainAnswer } from '../http/plain-answer.ts'

/** The arguments of listeners for upgrades. */
export interface UpgradeOffer {
  readonly request: IncomingMessage
  readonly socket: Socket
  /** Bytes behind the header lines. */
  readonly head: Buffer
}

/**
 * Whether a request is the beginning of a WebSocket (RFC 6455 section 4.1): a GET of HTTP 1.1 without a body. An offer in
 * HTTP 1.0 is ignored (RFC 9110 section 7.8).
 */
export function isWebSocketOffer({ method, headers, httpVersion }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['transfer-encoding'] === undefined &&
    Number(headers['content-length'] ?? 0) === 0
  )
}

/**
 * Answers a request that offers another protocol as one that does not (RFC 9110 section 7.8): `curl --http2` and Java's
 * client offer `h2c` with any request. Node's parser ends at the header lines of such a request, so the same request,
 * without the offer, goes through the parser of a server again, body and what follows included.
 */
export function ignoreUpgrade(server: Server, { request, socket, head }: UpgradeOffer): void {
  const lines = withoutOffer(request)
  if (lines.some((line) => /[\r\n]/.test(line))) return endGently(socket, plainAnswer(400))
  const { method, url, httpVersion } = request
  const start = [`${method} ${url} HTTP/${httpVersion}`, ...lines, '', ''].join('\r\n')
  // An earlier answer left this.
  socket.setTimeout(server.timeout)
  server.emit(isTlsServer(server) ? 'secureConnection' : 'connection', socket)
  socket.unshift(Buffer.concat([Buffer.from(start, 'latin1'), head]))
}

/** By a method of it: the class would be loaded, with all of TLS, for servers that have none. */
export function isTlsServer(server: Server): boolean {
  return 'setSecureContext' in server
}

/** The header lines as received. Of `Connection` stays what says whether the connection does. */
function withoutOffer({ rawHeaders }: IncomingMessage): readonly string[] {
  const lines: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    if (name.toLowerCase() !== 'connection') lines.push(`${name}: ${value}`)
    else for (const option of value.match(/\b(?:close|keep-alive)\b/gi) ?? []) lines.push(`${name}: ${option}`)
  }
  return lines
}
