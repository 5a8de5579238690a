import { expect } from 'chai'
import type { Listening } from './serving.ts'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { SvcAPI } from '../api/api.ts'
import { bearer } from '../auth/index.ts'
import { websocket } from '../http/websocket.ts'
import { field, RawClient, request } from '../promises/testdata/raw-client.ts'

const H2C = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__']

describe('an offer of a protocol that an operation does not speak', () => {
  let served: Listening
  let received: string[] = []
  before(async () => {
    const api = new SvcAPI({ docs: false, auth: null })
    const echo = async (call: { text(): Promise<string>; readonly headers: Headers }): Promise<string> => {
      received.push(call.headers.get('upgrade') ?? '')
      return `got ${await call.text()}`
    }
    const auth = bearer((_, token) => token === 'right')
    api.post('/echo', {}, echo)
    api.get('/plain', {}, () => 'plain')
    api.post('/key', { auth }, echo)
    api.get('/socket', {}, () => websocket({}))
    served = await api.listen({ log: false })
  })
  beforeEach(() => void (received = []))
  after(() => served.close())

  const send = (method: string, path: string, fields: readonly string[], body?: string): RawClient =>
    new RawClient(served.url).write(request(served.url, method, path, [...H2C, ...fields], body))

  const rows: readonly (readonly [
    what: string,
    method: string,
    path: string,
    fields: readonly string[],
    body: string | undefined,
    answer: readonly [status: number, body: string],
  ])[] = [
    ['without a body', 'GET', '/plain', [], undefined, [200, 'plain']],
    ['with a body', 'POST', '/echo', [], 'some text', [200, 'got some text']],
    ['with a body larger than a packet', 'POST', '/echo', [], 'x'.repeat(200_000), [200, `got ${'x'.repeat(200_000)}`]],
    ['without its credential', 'POST', '/key', [], 'some text', [401, '{"detail":"Unauthorized"}']],
    ['with its credential', 'POST', '/key', ['Authorization: Bearer right'], 'text', [200, 'got text']],
    [
      'with a credential given twice',
      'POST',
      '/key',
      ['Authorization: Bearer right', 'Authorization: Bearer right'],
      'a',
      [401, '{"detail":"Unauthorized"}'],
    ],
    ['of two hosts', 'GET', '/plain', ['Host: other'], undefined, [400, '{"detail":"Bad Request"}']],
    ['to a WebSocket', 'GET', '/socket', [], undefined, [426, '{"detail":"Upgrade Required"}']],
    ['of an unknown path', 'GET', '/none', [], undefined, [404, '{"detail":"Not Found"}']],
  ]
  for (const [what, method, path, fields, body, answer] of rows) {
    it(`is ignored in a request ${what}`, async () => {
      const client = send(method, path, fields, body)
      const { status, body: text } = await client.next(method, PATIENCE)
      client.close()
      expect([status, text]).to.deep.equal(answer)
    })
  }

  const handshake = ['Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
  const beginnings: readonly (readonly [
    what: string,
    method: string,
    fields: readonly string[],
    body: string,
    status: number,
  ])[] = [
    ['without a body', 'GET', [], '', 101],
    ['with a body of no bytes', 'GET', ['Content-Length: 0'], '', 101],
    ['with a body', 'GET', ['Content-Length: 5'], 'abcde', 426],
    ['with a body in chunks', 'GET', ['Transfer-Encoding: chunked'], '5\r\nabcde\r\n0\r\n\r\n', 426],
    ['of another method', 'POST', ['Content-Length: 0'], '', 405],
  ]
  for (const [what, method, fields, body, status] of beginnings) {
    it(`of a WebSocket, in a request ${what}, is ${status}`, async () => {
      const client = new RawClient(served.url)
      const lines = ['Connection: Upgrade', ...handshake, ...fields]
      client.write(`${request(served.url, method, '/socket', lines)}${body}`)
      expect((await client.next(method, PATIENCE)).status).to.equal(status)
      // The next bytes are a request of its own, and not part of the body.
      if (status !== 101)
        expect((await client.write(request(served.url, 'GET', '/plain')).next()).body).to.equal('plain')
      client.close()
    })
  }

  it('of a WebSocket is ignored in a request of HTTP 1.0', async () => {
    const client = new RawClient(served.url)
    const text = request(served.url, 'GET', '/socket', ['Connection: Upgrade', ...handshake])
    client.write(text.replace('HTTP/1.1', 'HTTP/1.0'))
    expect((await client.next('GET', PATIENCE)).status).to.equal(426)
    client.close()
  })

  it('is ignored in each request of a connection, in order, with what follows', async () => {
    const bytes = (index: number): string => request(served.url, 'POST', '/echo', H2C, `body ${index}`)
    const plain = request(served.url, 'GET', '/plain')
    const client = new RawClient(served.url)
    client.write(plain + bytes(0) + plain)
    const bodies = [await client.next(), await client.next(), await client.next()].map(({ body }) => body)
    for (let index = 1; index < 20; index++) bodies.push((await client.write(bytes(index)).next()).body)
    expect(bodies).to.deep.equal([
      'plain',
      'got body 0',
      'plain',
      ...Array.from({ length: 19 }, (_, index) => `got body ${index + 1}`),
    ])
    client.close()
  })

  it('is ignored in a body that comes in chunks, and later than its header lines', async () => {
    const client = new RawClient(served.url)
    client.write(request(served.url, 'POST', '/echo', [...H2C, 'Transfer-Encoding: chunked', 'Expect: 100-continue']))
    client.write('4\r\nbody\r\n')
    client.write('0\r\n\r\n')
    expect((await client.next('POST', PATIENCE)).body).to.equal('got body')
    client.close()
  })

  it('leaves it to the client whether the connection stays', async () => {
    const client = send('GET', '/plain', ['Connection: close'])
    expect(field(await client.next(), 'connection')).to.equal('close')
    await client.closed
  })

  it('does not make a request of a body that looks like one', async () => {
    const client = send('POST', '/echo', [], request(served.url, 'GET', '/plain'))
    expect((await client.next('POST')).body).to.match(/^got GET \/plain/)
    client.close()
    expect(received).to.deep.equal(['h2c'])
  })
})
