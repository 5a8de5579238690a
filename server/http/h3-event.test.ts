import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import {
  createEventStream,
  handleCacheHeaders,
  HTTPError,
  HTTPResponse,
  proxy,
  proxyRequest,
  readMultipartFormData,
  serveStatic,
  setCookie,
} from 'h3'
import { bearer } from '../auth/index.ts'
import { middleware, SvcAPI, type SvcRequest } from '../index.ts'

const auth = bearer((_, token) => token === 'right' && { name: 'ann' })
const RIGHT = { authorization: 'Bearer right' }
const FILES: Readonly<Record<string, string>> = { '/a.html': '<p>a</p>' }

const sendFile = (request: SvcRequest): unknown =>
  serveStatic(request.event, {
    getMeta: (id) => (id in FILES ? { size: FILES[id]?.length ?? 0 } : undefined),
    getContents: (id) => FILES[id],
  })

async function serve(handler: (request: SvcRequest) => unknown, extra: { readonly onMiddleware?: boolean } = {}) {
  const options = { docs: false as const, limits: { body: 1_000 } }
  const run = middleware((request, next) => (extra.onMiddleware ? handler(request) : next()))
  const api = new SvcAPI({ ...options, middleware: run })
  for (const path of ['/x', '/a.html', '/none.html']) {
    api.get(path, { auth }, handler)
    api.post(path, { auth }, handler)
  }
  return api.listen({ port: 0, log: false })
}

describe("h3's utilities", () => {
  for (const onMiddleware of [false, true]) {
    const place = onMiddleware ? 'middleware' : 'handlers'
    const ask = async (
      handler: (request: SvcRequest) => unknown,
      path = '/x',
      init: RequestInit = {},
    ): Promise<readonly [status: number, body: string, headers: Headers]> => {
      const server = await serve(handler, { onMiddleware })
      try {
        const headers = { ...RIGHT, ...(init.headers as Record<string, string> | undefined) }
        const response = await fetch(new URL(path, server.url), { ...init, headers })
        // Some clients do not take a line without a reason phrase.
        expect(response.statusText).to.not.equal('')
        return [response.status, await response.text(), response.headers]
      } finally {
        await server.close()
      }
    }

    it(`serveStatic works in ${place}`, async () => {
      const [status, body, headers] = await ask(sendFile, '/a.html')
      expect([status, body, headers.get('content-type'), headers.get('cache-control')]).to.deep.equal([
        200,
        '<p>a</p>',
        'text/html',
        'no-store',
      ])
      expect((await ask(sendFile, '/none.html')).slice(0, 2)).to.deep.equal([404, '{"detail":"Not Found"}'])
    })

    it(`setCookie works in ${place}, beside our own fields`, async () => {
      const [status, body, headers] = await ask(({ event, responseHeaders }) => {
        setCookie(event, 'seen', '1')
        responseHeaders.append('set-cookie', 'other=2')
        expect(event.res.headers).to.equal(responseHeaders)
        return 'done'
      })
      expect([status, body, headers.getSetCookie()]).to.deep.equal([200, 'done', ['seen=1; Path=/', 'other=2']])
    })

    it(`handleCacheHeaders works in ${place}`, async () => {
      const handler = ({ event }: SvcRequest): unknown =>
        handleCacheHeaders(event, { etag: '"1"', cacheControls: ['private'] }) ? null : 'fresh'
      const [fresh, body, headers] = await ask(handler)
      expect([fresh, body, headers.get('cache-control')]).to.deep.equal([200, 'fresh', 'private'])
      const [known, nothing] = await ask(handler, '/x', { headers: { 'if-none-match': '"1"' } })
      expect([known, nothing]).to.deep.equal([304, ''])
    })

    it(`proxy works in ${place}`, async () => {
      const behind = createServer((_, response) => response.writeHead(202, { 'x-behind': '1' }).end('behind'))
      await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve))
      try {
        const target = `http://127.0.0.1:${(behind.address() as AddressInfo).port}/`
        const [status, body, headers] = await ask(({ event }) => proxy(event, target))
        expect([status, body, headers.get('x-behind'), headers.get('cache-control')]).to.deep.equal([
          202,
          'behind',
          '1',
          'no-store',
        ])
      } finally {
        behind.closeAllConnections()
        behind.close()
      }
    })

    it(`proxy and HTTPResponse send each cookie once in ${place}`, async () => {
      const cookies = ['a=1', 'b=2']
      const behind = createServer((_, response) => response.writeHead(200, { 'set-cookie': cookies }).end())
      await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve))
      const target = `http://127.0.0.1:${(behind.address() as AddressInfo).port}/`
      const pairs = cookies.map((cookie): [string, string] => ['set-cookie', cookie])
      try {
        const [, , proxied] = await ask(({ event }) => proxy(event, target))
        const [, , made] = await ask(() => new HTTPResponse(null, { headers: pairs }))
        expect([proxied.getSetCookie(), made.getSetCookie()]).to.deep.equal([cookies, cookies])
      } finally {
        behind.closeAllConnections()
        behind.close()
      }
    })

    it(`proxyRequest answers a body above the limit with 413 in ${place}`, async () => {
      const behind = createServer((received, response) => received.resume().on('end', () => response.end('behind')))
      await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve))
      const target = `http://127.0.0.1:${(behind.address() as AddressInfo).port}/`
      const forward = ({ event }: SvcRequest): Promise<unknown> => proxyRequest(event, target)
      try {
        const sent = (length: number) => ask(forward, '/x', { method: 'POST', body: 'x'.repeat(length) })
        expect([(await sent(10)).slice(0, 2), (await sent(2_000)).slice(0, 2)]).to.deep.equal([
          [200, 'behind'],
          [413, '{"detail":"Payload Too Large"}'],
        ])
      } finally {
        behind.closeAllConnections()
        behind.close()
      }
    })

    it(`createEventStream works in ${place}`, async () => {
      const [status, body, headers] = await ask(({ event }) => {
        const stream = createEventStream(event)
        void stream.push('one').then(() => stream.close())
        return stream.send()
      })
      expect([status, body, headers.get('content-type')]).to.deep.equal([200, 'data: one\n\n', 'text/event-stream'])
    })

    it(`readMultipartFormData works in ${place}, under the limit of the body`, async () => {
      const handler = async ({ event }: SvcRequest): Promise<unknown> =>
        (await readMultipartFormData(event))?.map(({ name, data }) => [name, Buffer.from(data).toString()])
      const formOf = (value: string): FormData => {
        const form = new FormData()
        form.append('file', value)
        return form
      }
      const small = await ask(handler, '/x', { method: 'POST', body: formOf('small') })
      const large = await ask(handler, '/x', { method: 'POST', body: formOf('x'.repeat(2_000)) })
      expect([small.slice(0, 2), large.slice(0, 1)]).to.deep.equal([[200, '[["file","small"]]'], [413]])
    })

    it(`bytes of the event's request are under the limit in ${place}`, async () => {
      const handler = async ({ event }: SvcRequest): Promise<unknown> => (await event.req.arrayBuffer()).byteLength
      const small = await ask(handler, '/x', { method: 'POST', body: 'small' })
      const large = await ask(handler, '/x', { method: 'POST', body: 'x'.repeat(2_000) })
      expect([small.slice(0, 2), large.slice(0, 1)]).to.deep.equal([[200, '5'], [413]])
    })

    it(`errors of h3 thrown in ${place} are answered like ours`, async () => {
      const handler = (): never => {
        throw new HTTPError({ status: 409, message: 'Already there' })
      }
      expect((await ask(handler)).slice(0, 2)).to.deep.equal([409, '{"detail":"Already there"}'])
    })
  }
})
