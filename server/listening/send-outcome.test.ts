import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { expect } from 'chai'
import { HTTPResponse } from 'h3'
import { SvcAPI } from 'svc'
import { Answer, type Outcome } from '../http/answer.ts'
import { field, RawClient, request } from '../promises/testdata/raw-client.ts'
import { urlOf } from '../promises/testdata/sample.ts'
import { sendOutcome } from './send-outcome.ts'

describe('sendOutcome', () => {
  let server: Server
  const requests: IncomingMessage[] = []
  const serve = async (outcome: (received: IncomingMessage) => Outcome): Promise<RawClient> => {
    server = createServer((received, response) => {
      requests.push(received)
      sendOutcome(response, outcome(received))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new RawClient(urlOf(server))
  }
  const ask = (method: string, lines: readonly string[] = []): string => request(urlOf(server), method, '/', [...lines])
  afterEach(() => {
    requests.length = 0
    server.closeAllConnections()
    server.close()
  })

  it('writes every character as UTF-8, with its length', async () => {
    const texts = ['', 'plain', 'é', '€', '\u{1F600}', '\uD800', 'é'.repeat(70_000)]
    let count = 0
    const client = await serve(() => new Answer(200, ['content-type', 'text/plain'], texts[count++] as string))
    const received: string[] = []
    while (received.length < texts.length) received.push((await client.write(ask('GET')).next()).body)
    client.close()
    expect(received).to.deep.equal(texts.map((text) => Buffer.from(text).toString('latin1')))
  })

  it('keeps a connection that answers requests whose bodies were not read, one after the other and all at once', async () => {
    const client = await serve(({ url }) => new Answer(200, [], url ?? ''))
    for (let round = 0; round < 3; round++) {
      expect((await client.write(ask('GET')).next()).body).to.equal('/')
    }
    client.write(ask('GET').repeat(20))
    for (let count = 0; count < 20; count++) expect((await client.next()).body).to.equal('/')
    client.close()
    expect(requests.map((received) => [received.complete, received.readableEnded])).to.deep.equal(
      Array.from({ length: 23 }, () => [true, true]),
    )
  })

  it('skips a short unread body, and closes behind one that is long or waits to be asked for', async () => {
    const rows: readonly (readonly [lines: readonly string[], body: string, keeps: boolean])[] = [
      [['Content-Length: 2'], 'ab', true],
      [['Content-Length: 70000'], '', false],
      [['Transfer-Encoding: chunked'], '', false],
    ]
    for (const [lines, body, keeps] of rows) {
      const client = await serve(() => new Answer(200, [], 'ok'))
      const answer = await client.write(ask('POST', lines) + body).next('POST')
      expect([lines, field(answer, 'connection')]).to.deep.equal([lines, keeps ? 'keep-alive' : 'close'])
      client.close()
      server.close()
    }
  })

  it('lets listeners of a request hear its end', async () => {
    const events: string[] = []
    const client = await serve((received) => {
      for (const event of ['end', 'close']) received.once(event, () => events.push(event))
      return new Answer(200, [], 'ok')
    })
    const closed = new Promise<void>((resolve) => {
      server.once('request', (received: IncomingMessage) => received.once('close', resolve))
    })
    await client.write(ask('GET')).next()
    await closed
    client.close()
    expect(events).to.deep.equal(['end', 'close'])
  })

  it('destroys a response that cannot be sent', async () => {
    const client = await serve(() => new Answer(200, ['a b', 'no field name'], 'ok'))
    client.write(ask('GET'))
    await client.closed
    expect(client.text).to.equal('')
  })
})

describe('the length of a text', () => {
  const APP = 'https://app.example'
  const cases: readonly (readonly [name: string, declare: (api: SvcAPI) => void])[] = [
    ['of a value', (api) => api.get('/', { auth: null }, () => ['text'])],
    ['of createResponse', (api) => api.get('/', { auth: null }, (request) => api.createResponse(request, ['text']))],
    [
      'of createResponse with a field of the handler',
      (api) =>
        api.get('/', { auth: null }, (request) => {
          request.event.res.headers.set('x-more', '1')
          return api.createResponse(request, ['text'])
        }),
    ],
    [
      'of a registered handler for exceptions',
      (api) => {
        api.exceptionHandler(TypeError, (request) => api.createResponse(request, ['text']))
        api.get('/', { auth: null }, () => {
          throw new TypeError('wrong')
        })
      },
    ],
    ['of an answer of h3', (api) => api.get('/', { auth: null }, () => new HTTPResponse('["text"]'))],
  ]
  for (const [name, declare] of cases) {
    for (const options of [{}, { cors: { origins: [APP] } }]) {
      it(`${name} is said ${'cors' in options ? 'with cors' : 'without'}`, async () => {
        const api = new SvcAPI({ docs: false, ...options })
        declare(api)
        const server = createServer(api.nodeHandler())
        server.listen(0, '127.0.0.1')
        await once(server, 'listening')
        try {
          const client = new RawClient(urlOf(server))
          const answer = await client.write(request(urlOf(server), 'GET', '/', [`Origin: ${APP}`])).next()
          client.close()
          const shared = 'cors' in options ? APP : undefined
          expect([
            answer.body,
            field(answer, 'content-length'),
            field(answer, 'transfer-encoding'),
            field(answer, 'access-control-allow-origin'),
          ]).to.deep.equal(['["text"]', '8', undefined, shared])
        } finally {
          server.close()
        }
      })
    }
  }
})
