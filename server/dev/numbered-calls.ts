import type { IncomingMessage } from 'node:http'
import { CALL_FIELD } from '../openapi/page/configuration.ts'

const calls = new WeakMap<IncomingMessage, string>()

/** Takes the number that the reference page gave its call out of a request: nothing behind sees that there was one. */
export function takeCall(request: IncomingMessage): void {
  const { rawHeaders } = request
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (rawHeaders[at]?.toLowerCase() !== CALL_FIELD) continue
    const [, call = ''] = rawHeaders.splice(at, 2)
    calls.set(request, call)
    delete request.headers[CALL_FIELD]
  }
}

/** The number that {@link takeCall} took. */
export function callOf(request: IncomingMessage | undefined): string | undefined {
  return request && calls.get(request)
}
