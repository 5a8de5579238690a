import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Form, SvcAPI } from 'svc'
import { all, basic, bearer, cookieKey, headerKey, queryKey } from 'svc/security'

/** A request as it arrived. */
export interface Arrived {
  readonly method: string
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A page whose calls, and those of any other client, are taken down and answered 200, whatever they carry. */
export interface Echo {
  readonly url: string
  readonly title: string
  readonly received: readonly never[]
  readonly arrived: Arrived[]
  close(): Promise<void>
}

const accept = (): true => true

/** Serves operations with inputs in every place, and every kind of credential. */
export async function startEcho(): Promise<Echo> {
  const api = new SvcAPI({ title: 'Echo', docs: {} })
  const keys = all(
    headerKey('X-API-Key', accept, { name: 'HeaderKey' }),
    queryKey('api_key', accept, { name: 'QueryKey' }),
    cookieKey('chip', accept, { name: 'CookieKey' }),
    basic(accept, { name: 'Basic' }),
  )
  const inputs = { query: { q: String }, headers: { 'x-note': String }, cookies: { crumb: String } }
  api.put('/inputs/:id', { auth: null, summary: 'Inputs', ...inputs, body: { text: String } }, () => '')
  api.post('/keys', { auth: keys, summary: 'Keys' }, () => '')
  api.get('/token', { auth: bearer(accept, { name: 'Token' }), summary: 'Bearer' }, () => '')
  api.post('/form', { auth: null, summary: 'Form', body: Form({ text: String }) }, () => '')
  const handler = api.withOperations(api.operations(), { base: '/api' }).nodeHandler({ secureCookies: false })
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    if (/^\/api\/(docs|openapi\.json)/.test(url)) return handler(request, response)
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      arrived.push({ method, target: url, headers, body: Buffer.concat(chunks).toString() })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    title: 'Echo',
    received: [],
    arrived,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
