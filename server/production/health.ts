import type { IncomingMessage, ServerResponse } from 'node:http'

/** In front of the application: no operation, no throttle, no line in the log. */
export function isHealthCheck({ method, url }: IncomingMessage, path: string): boolean {
  return (method === 'GET' || method === 'HEAD') && url === path
}

export function answerHealth({ method }: IncomingMessage, response: ServerResponse, isOk: boolean): void {
  const body = JSON.stringify({ status: isOk ? 'ok' : 'unavailable' })
  response.writeHead(isOk ? 200 : 503, {
    'content-type': 'application/json',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(method === 'HEAD' ? undefined : body)
}
