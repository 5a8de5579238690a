import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RawRequest } from '../http/request-gate.ts'
import { isOwnRequest } from '../http/private-members.ts'

/**
 * Makes a request of a server that svc did not create look like one of `node:http`, which everything behind reads: its
 * response knows it, and it has its lines.
 *
 * @returns the request as the gate judges it
 */
export function adoptRequest(request: IncomingMessage, response: ServerResponse): RawRequest {
  if (isOwnRequest(request)) return request
  if (response.req !== request) Object.assign(response, { req: request })
  if (isHttp2(request)) {
    setLines(request, linesOfHttp2(request.rawHeaders))
    // Frames have their own lengths: no other version can be smuggled in with them.
    return { url: request.url, httpVersion: '1.1', rawHeaders: request.rawHeaders }
  }
  // Adapters of functions in a cloud have the fields alone.
  if (request.rawHeaders.length === 0) setLines(request, linesOf(request.headers))
  return request
}

/** Whether a request came in frames. Over HTTP/1 a client may write `HTTP/2.0` into its request line. */
export function isHttp2(request: IncomingMessage): boolean {
  return request.httpVersionMajor === 2 && 'stream' in request
}

function setLines(request: IncomingMessage, rawHeaders: readonly string[]): void {
  Object.defineProperty(request, 'rawHeaders', { value: rawHeaders, configurable: true, writable: true })
}

/** Lengths may be numbers there. */
type Fields = Readonly<Record<string, string | number | readonly string[] | undefined>>

function linesOf(headers: Fields): readonly string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().flatMap((line) => [name, String(line)]),
  )
}

/** The lines that the request would have had in HTTP/1.1: with `Host` (RFC 9113 section 8.3.1) and one `Cookie` (8.2.3). */
function linesOfHttp2(raw: readonly string[]): readonly string[] {
  const lines: string[] = []
  const crumbs: string[] = []
  let authority: string | undefined
  for (let at = 0; at < raw.length; at += 2) {
    const [name, value] = [raw[at] as string, raw[at + 1] as string]
    if (name === ':authority') authority = value
    else if (name === 'cookie') crumbs.push(value)
    // A Host that says something else is a second one, which the gate refuses.
    else if (!name.startsWith(':') && !(name === 'host' && value === authority)) lines.push(name, value)
  }
  if (authority !== undefined) lines.push('host', authority)
  if (crumbs.length > 0) lines.push('cookie', crumbs.join('; '))
  return lines
}
