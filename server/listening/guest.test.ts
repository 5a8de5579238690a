import { once } from 'node:events'
import { createServer, type RequestListener, type Server, ServerResponse } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server, type IncomingHttpHeaders } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { eventStream, SvcAPI } from 'svc'
import { Answer } from '../http/answer.ts'
import { createOwnServer, isOwnResponse } from '../http/private-members.ts'
import { RawClient, request } from '../promises/testdata/raw-client.ts'
import { urlOf } from '../promises/testdata/sample.ts'
import { sendOutcome } from './send-outcome.ts'

describe('a response', () => {
  const servers: Server[] = []
  const serve = async (server: Server): Promise<RawClient> => {
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new RawClient(urlOf(server))
  }
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections()
      server.close()
    }
  })
  const ask = async (client: RawClient, method = 'GET'): Promise<string> => {
    const url = urlOf(servers.at(-1) as Server)
    client.write(request(url, method, '/', ['Connection: close']))
    await client.closed
    return client.text.replace(/Date: .*\r\n/, '')
  }

  it('is known to be our own on this version of Node', async () => {
    const found: boolean[] = []
    const note: RequestListener = (_request, response) => {
      found.push(isOwnResponse(response))
      response.end()
    }
    await ask(await serve(createOwnServer(note)))
    await ask(await serve(createServer(note)))
    const wrappers: readonly ((response: ServerResponse) => unknown)[] = [
      (response) => (response.end = response.end.bind(response)),
      (response) => (response.write = response.write.bind(response)),
      (response) => (response.writeHead = response.writeHead.bind(response)),
      (response) => (response.strictContentLength = true),
    ]
    for (const wrap of wrappers) {
      const wrapped: RequestListener = (received, response) => {
        wrap(response)
        note(received, response)
      }
      await ask(await serve(createOwnServer(wrapped)))
    }
    expect(found).to.deep.equal([true, false, false, false, false, false])
  })

  const answers: readonly (readonly [name: string, method: string, answer: () => Answer | Response])[] = [
    ['a text', 'GET', () => new Answer(200, ['content-type', 'text/plain'], 'plain')],
    ['a text beyond ASCII', 'GET', () => new Answer(200, [], 'é€\u{1F600}')],
    ['an empty text', 'GET', () => new Answer(200, [], '')],
    ['no text', 'GET', () => new Answer(204, ['allow', 'GET'], null)],
    ['no text where there may be one', 'GET', () => new Answer(302, ['location', '/'], null)],
    [
      'several lines of a field',
      'GET',
      () => new Answer(401, ['www-authenticate', 'A', 'www-authenticate', 'B'], 'no'),
    ],
    ['HEAD', 'HEAD', () => new Answer(200, ['a', 'b'], null)],
    ['a Response', 'GET', () => new Response('streamed', { headers: { a: 'b' } })],
    ['a long text', 'GET', () => new Answer(200, [], 'x'.repeat(200_000))],
  ]
  for (const [name, method, answer] of answers) {
    it(`has the same bytes with private members of Node and without: ${name}`, async () => {
      const listener: RequestListener = (_request, response) => sendOutcome(response, answer())
      const own = await ask(await serve(createOwnServer(listener)), method)
      expect(own).to.match(/^HTTP\/1\.1 \d{3} \w/)
      expect(await ask(await serve(createServer(listener)), method)).to.equal(own)
    })
  }

  it('keeps the cookies and Vary of the server around it, and takes no other field twice', async () => {
    const answer = new Answer(200, ['set-cookie', 'b=2', 'vary', 'origin', 'x-more', 'svc'], 'text')
    const text = await ask(
      await serve(
        createServer((_request, response) => {
          response.setHeader('set-cookie', 'a=1')
          response.setHeader('vary', 'accept')
          response.setHeader('x-more', 'host')
          response.statusMessage = 'Of the host'
          sendOutcome(response, answer)
        }),
      ),
    )
    expect(text).to.match(/^HTTP\/1\.1 200 OK\r\n/)
    const lines = text.split('\r\n\r\n')[0]?.split('\r\n').slice(1) ?? []
    expect(lines.filter((line) => /^(?:set-cookie|vary|x-more)/.test(line))).to.deep.equal([
      'set-cookie: a=1',
      'set-cookie: b=2',
      'vary: accept',
      'vary: origin',
      'x-more: svc',
    ])
  })

  const lost: readonly (readonly [name: string, send: (api: SvcAPI) => void])[] = [
    [
      'a stream that fails',
      (api) =>
        api.get(
          '/',
          { auth: null },
          () => new Response(new ReadableStream({ pull: (stream) => stream.error(new Error('burst')) })),
        ),
    ],
    [
      'an event stream that fails',
      (api) =>
        api.get('/', { auth: null }, () =>
          eventStream(async function* () {
            yield 'one'
            throw new Error('burst')
          }),
        ),
    ],
  ]
  for (const [name, declare] of lost) {
    it(`is reported where it is lost: ${name}`, async () => {
      const api = new SvcAPI({ docs: false })
      declare(api)
      const warned = once(process, 'warning')
      await ask(await serve(createServer(api.nodeHandler())))
      const [warning] = (await warned) as [Error & { readonly detail?: string }]
      expect(warning.message).to.equal(
        'an answer to GET with status 200 could not be sent to its end, and its connection was closed',
      )
      expect(warning.detail).to.match(/^Error: burst\n/)
      const errors: unknown[] = []
      api.observe((event) => {
        if (event.type === 'handler.ended' && event.error !== undefined) errors.push((event.error as Error).message)
      })
      await ask(await serve(createServer(api.nodeHandler())))
      expect(errors).to.deep.equal(['burst'])
    })
  }

  it('of a client that goes away is not reported, and its stream is cancelled', async () => {
    const api = new SvcAPI({ docs: false })
    const cancelled = new Promise<void>((resolve) => {
      const body = (): ReadableStream =>
        new ReadableStream({
          pull: (stream) => stream.enqueue(Buffer.alloc(100_000)),
          cancel: () => resolve(),
        })
      api.get('/', { auth: null }, () => new Response(body()))
    })
    const events: string[] = []
    api.observe((event) => void (event.type === 'handler.ended' && event.error !== undefined && events.push('failed')))
    const client = await serve(createServer(api.nodeHandler()))
    client.write(request(urlOf(servers.at(-1) as Server), 'GET', '/', []))
    await once(client.socket, 'data')
    client.socket.destroy()
    await cancelled
    expect(events).to.deep.equal([])
  })

  it('that is destroyed by what wraps it is reported', async () => {
    const api = new SvcAPI({ docs: false })
    api.get('/', { auth: null }, () => 'text')
    const handler = api.nodeHandler()
    const warned = once(process, 'warning')
    const client = await serve(
      createServer((received, response) => {
        response.end = () => {
          throw new Error('no room in the cache')
        }
        handler(received, response)
      }),
    )
    expect(await ask(client)).to.equal('')
    const [warning] = (await warned) as [Error & { readonly detail?: string }]
    expect(warning.detail).to.match(/^Error: no room in the cache\n/)
  })
})

describe('a guest of HTTP/2', () => {
  const api = new SvcAPI({ docs: false, allowedHosts: ['api.example'] })
  api.get('/facts', { auth: null }, (received) => ({ url: received.url.href, cookies: received.cookies }))
  const server = createHttp2Server((received, response) => api.nodeHandler()(received as never, response as never))
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  after(() => {
    server.close()
  })
  const ask = async (fields: object): Promise<readonly [number, string]> => {
    const session = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const stream = session.request({ ':path': '/facts', ...fields })
    const [[head], body] = (await Promise.all([once(stream, 'response'), text(stream)])) as [
      [IncomingHttpHeaders],
      string,
    ]
    session.destroy()
    return [Number(head[':status']), body]
  }

  it('reads the authority as Host, and the crumbs of a cookie as one', async () => {
    expect(await ask({ ':authority': 'api.example', cookie: ['a=1', 'b=2'] })).to.deep.equal([
      200,
      '{"url":"http://api.example/facts","cookies":{"a":"1","b":"2"}}',
    ])
  })

  it('refuses a foreign authority, and one that Host contradicts', async () => {
    expect((await ask({ ':authority': 'evil.example' }))[0]).to.equal(421)
    expect((await ask({ ':authority': 'api.example', host: 'evil.example' }))[0]).to.equal(400)
  })

  it('is not what a request line over HTTP/1 can claim', async () => {
    const old = createServer(api.nodeHandler())
    old.listen(0, '127.0.0.1')
    await once(old, 'listening')
    const client = new RawClient(urlOf(old))
    client.write('GET /facts HTTP/2.0\r\nHost: api.example\r\n\r\n')
    await client.closed
    old.close()
    expect(client.text).to.match(/^HTTP\/1\.1 505 /)
  })
})

describe('a guest of fetch', () => {
  const api = new SvcAPI({ docs: false, allowedHosts: ['api.example'] })
  api.get('/', { auth: null }, () => 'in')
  const statusOf = async (url: string): Promise<number> => {
    const asked = Object.defineProperty(new Request('http://localhost/'), 'url', { value: url })
    return (await api.fetch(asked)).status
  }

  it('answers for the hosts that are allowed', async () => {
    expect([
      await statusOf('http://api.example/'),
      await statusOf('http://localhost:3000/'),
      await statusOf('http://evil.example/'),
    ]).to.deep.equal([200, 200, 421])
  })

  it('refuses a URL that is not one, as Bun makes of a malformed Host', async () => {
    expect(await statusOf('http://bad host/')).to.equal(400)
  })
})
