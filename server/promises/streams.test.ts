import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { SvcAPI } from '../api/api.ts'
import { bearer, cookieKey } from '../auth/index.ts'
import { drainServer } from '../listening/drain-server.ts'
import { guardServer } from '../listening/guard-server.ts'
import { eventStream, formatEvent } from '../http/event-stream.ts'
import { websocket } from '../http/websocket.ts'
import type { Observation } from '../model/observation.ts'
import { field, RawClient, request, until } from './testdata/raw-client.ts'
import { urlOf } from './testdata/sample.ts'

const HANDSHAKE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]
const token = 'Authorization: Bearer right'

/** A masked text frame of up to 125 bytes (RFC 6455 section 5.2). */
function textFrame(text: string): string {
  return `\x81${String.fromCharCode(0x80 | text.length)}\0\0\0\0${text}`
}

describe('promise 15: an upgrade passes the same guard before the 101', () => {
  const seen: string[] = []
  let server: Server
  let url = ''
  let api: SvcAPI<null>
  before(async () => {
    api = new SvcAPI({ docs: false, auth: null })
    const echo = (request: { readonly auth: unknown }) =>
      websocket({
        protocols: ['echo.v2', 'echo.v1'],
        open: (peer) => peer.send('open'),
        message: (peer, message) => {
          if (message.text() === 'fail') throw new Error('a hook failed')
          peer.send(`${String(request.auth)}: ${message.text()}`)
        },
        close: () => void seen.push('close'),
      })
    api.get('/bearer', { auth: bearer((_, value) => value === 'right' && value) }, echo)
    api.get('/cookie', { auth: cookieKey('key', (_, value) => value === 'right' && value), csrf: false }, echo)
    api.get('/open', {}, echo)
    api.get('/plain', { auth: bearer((_, value) => value === 'right' && value) }, () => 'plain')
    server = createServer(api.nodeHandler())
    guardServer(server, api.settings.limits)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = urlOf(server)
  })
  after(async () => {
    await drainServer(server, { cap: 0 })
  })

  const upgrade = (target: string, ...fields: string[]): RawClient =>
    new RawClient(url).write(request(url, 'GET', target, [...HANDSHAKE, ...fields]))
  const statusOf = async (client: RawClient): Promise<number> => {
    const { status } = await client.next()
    client.close()
    return status
  }

  it('gives a WebSocket to a request that passes', async () => {
    const client = upgrade('/bearer', token)
    const answer = await client.next()
    expect([answer.status, field(answer, 'sec-websocket-accept')]).to.deep.equal([101, 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='])
    await until(() => client.text.includes('open'))
    client.write(textFrame('hello'))
    await until(() => client.text.includes('right: hello'))
    client.close()
  })

  const refused: readonly (readonly [what: string, target: string, fields: readonly string[], status: number])[] = [
    ['without a credential', '/bearer', [], 401],
    ['with a wrong one', '/bearer', ['Authorization: Bearer wrong'], 401],
    ['with one given twice', '/bearer', [token, token], 401],
    ['with a cookie and no proof of origin, whatever csrf says', '/cookie', ['Cookie: key=right'], 403],
    ['with a cookie from a foreign page', '/cookie', ['Cookie: key=right', 'Origin: https://evil.test'], 403],
    ['with a cookie from a sibling site', '/cookie', ['Cookie: key=right', 'Sec-Fetch-Site: same-site'], 403],
    ['with two Host lines', '/open', ['Host: evil.test'], 400],
    ['with a dot segment', '/x/../open', [token], 400],
    ['of an unknown path', '/nowhere', [token], 404],
  ]
  for (const [what, target, fields, status] of refused) {
    it(`refuses one ${what} with ${status}, never with 101`, async () => {
      const client = upgrade(target, ...fields)
      const answer = await client.next()
      await client.closed
      expect([answer.status, field(answer, 'connection'), client.text.includes(' 101 ')]).to.deep.equal([
        status,
        'close',
        false,
      ])
    })
  }

  it('passes a cookie with the proof of origin', async () => {
    expect(await statusOf(upgrade('/cookie', 'Cookie: key=right', 'Sec-Fetch-Site: same-origin'))).to.equal(101)
    expect(await statusOf(upgrade('/cookie', 'Cookie: key=right', `Origin: ${url}`))).to.equal(101)
  })

  it('answers an operation without a socket as usual', async () => {
    expect([await statusOf(upgrade('/plain')), await statusOf(upgrade('/plain', token))]).to.deep.equal([401, 200])
  })

  it('answers 426 to a request without an upgrade, after the guard', async () => {
    const plain = (fields: string[]): RawClient => new RawClient(url).write(request(url, 'GET', '/bearer', fields))
    const answer = await plain([token]).next()
    expect([answer.status, answer.body, field(answer, 'upgrade')]).to.deep.equal([
      426,
      '{"detail":"Upgrade Required"}',
      'websocket',
    ])
    expect(await statusOf(plain([]))).to.equal(401)
    expect(
      await statusOf(plain([token, 'Connection: Upgrade', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'])),
    ).to.equal(426)
  })

  it('answers 426 to another version, 400 to an invalid key', async () => {
    const lines = HANDSHAKE.map((line) => line.replace('Version: 13', 'Version: 8'))
    const client = new RawClient(url).write(request(url, 'GET', '/open', lines))
    expect([await statusOf(client), await statusOf(upgrade('/open', 'Sec-WebSocket-Key: x'))]).to.deep.equal([426, 400])
  })

  it('agrees on the best subprotocol that both know', async () => {
    const client = upgrade('/open', 'Sec-WebSocket-Protocol: other, echo.v1, echo.v2')
    expect(field(await client.next(), 'sec-websocket-protocol')).to.equal('echo.v2')
    client.close()
  })

  it('closes a connection whose hook throws, and calls the listener', async () => {
    const errors: unknown[] = []
    const end = api.observe((observation: Observation) => {
      if (observation.type === 'handler.ended' && observation.error) errors.push(observation.error)
    })
    const client = upgrade('/open')
    await client.next()
    client.write(textFrame('fail'))
    // The close frame: status 1011.
    await until(() => client.text.includes('\x88\x10\x03\xf3'))
    end()
    client.close()
    expect(errors).to.have.length(1)
  })

  it('is closed with 1013 where more than 1 MiB waits for a client that does not read', async () => {
    let sent = 0
    let end: number | undefined
    const flood = new SvcAPI({ docs: false, auth: null })
    flood.get('/flood', {}, () =>
      websocket({
        open: async (peer) => {
          // In one piece, more than may wait: that alone closes nothing.
          peer.send('x'.repeat(2_000_000))
          for (; end === undefined; sent++) {
            if (sent > 0) peer.send('x'.repeat(100_000))
            if (peer.websocket.readyState !== 1) end = sent
            await new Promise((resolve) => setImmediate(resolve))
          }
        },
      }),
    )
    const own = await flood.listen({ log: false })
    const client = new RawClient(own.url).write(request(own.url, 'GET', '/flood', HANDSHAKE))
    client.socket.pause()
    await until(() => end !== undefined)
    client.socket.resume()
    await until(() => client.text.includes('\x03\xf5too much is unsent'))
    client.close()
    await own.close()
    expect(end).to.be.within(1, 200)
  })

  it('is closed with 1013 where 1 MiB is occupied by many small messages that a client does not read', async () => {
    let sent = 0
    let end: number | undefined
    const flood = new SvcAPI({ docs: false, auth: null })
    flood.get('/flood', {}, () =>
      websocket({
        open: async (peer) => {
          // First the buffers of the kernel.
          while (peer.websocket.bufferedAmount === 0) {
            peer.send('x'.repeat(65_536))
            await new Promise((resolve) => setImmediate(resolve))
          }
          for (; end === undefined; sent++) {
            peer.send('x')
            if (peer.websocket.readyState !== 1) end = sent
          }
        },
      }),
    )
    const own = await flood.listen({ log: false })
    const client = new RawClient(own.url).write(request(own.url, 'GET', '/flood', HANDSHAKE))
    client.socket.pause()
    await until(() => end !== undefined)
    client.socket.resume()
    await until(() => client.text.includes('\x03\xf5too much is unsent'))
    client.close()
    await own.close()
    // As bytes, a megabyte of them would be 350,000, and hold 40 MB.
    expect(end).to.be.within(2_000, 10_000)
  })

  it('ends with the close frame, behind whole messages (RFC 6455 section 5.5.1)', async () => {
    const flood = new SvcAPI({ docs: false, auth: null })
    let size = 0
    flood.get('/flood', {}, () =>
      websocket({
        open: (peer) => {
          while (peer.websocket.readyState === 1) peer.send('x'.repeat(size))
        },
      }),
    )
    const own = await flood.listen({ log: false })
    for (size of [1, 64, 100, 125, 1_000, 70_000]) {
      const client = new RawClient(own.url).write(request(own.url, 'GET', '/flood', HANDSHAKE))
      await until(() => client.text.includes('\x03\xf5too much is unsent'))
      await new Promise((resolve) => setTimeout(resolve, 20))
      client.close()
      const frames = client.text.slice(client.text.indexOf('\r\n\r\n') + 4)
      const head = size < 126 ? String.fromCharCode(size) : size < 65_536 ? '~\x03\xe8' : '\x7f\0\0\0\0\0\x01\x11p'
      const message = `\x81${head}${'x'.repeat(size)}`
      const end = '\x88\x14\x03\xf5too much is unsent'
      const whole = Math.floor((frames.length - end.length) / message.length)
      expect(frames === message.repeat(whole) + end, `messages of ${size} bytes`).to.equal(true)
    }
    await own.close()
  })

  it('gets a signal when the server ends, and does not hold it', async () => {
    const own = createServer(api.nodeHandler())
    guardServer(own, api.settings.limits)
    await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
    const client = new RawClient(urlOf(own)).write(request(urlOf(own), 'GET', '/open', HANDSHAKE))
    await client.next()
    await until(() => client.text.includes('open'))
    expect(await drainServer(own, { grace: 50 })).to.equal(0)
    await client.closed
    expect(client.text).to.include('\x88\x0c\x03\xe9going away')
  })
})

describe('eventStream', () => {
  it('writes events as browsers read them', () => {
    expect(
      [
        'text',
        { data: { a: 1 } },
        { data: 'one\ntwo\r\nthree\rfour' },
        { data: undefined, event: 'tick', id: '7', retry: 1.5 },
      ].map(formatEvent),
    ).to.deep.equal([
      'data: text\n\n',
      'data: {"a":1}\n\n',
      'data: one\ndata: two\ndata: three\ndata: four\n\n',
      'event: tick\nid: 7\nretry: 1\ndata: null\n\n',
    ])
  })

  it('lets no id or type begin another line', () => {
    for (const text of ['a\ndata: x', 'a\rb', 'a\u0000']) {
      expect(() => formatEvent({ data: 1, id: text })).to.throw(TypeError)
      expect(() => formatEvent({ data: 1, event: text })).to.throw(TypeError)
    }
  })

  it('ends with its iterable', async () => {
    const response = eventStream(async function* () {
      yield 'a'
      yield { event: 'b', data: 2 }
    })
    expect([await response.text(), response.headers.get('content-type')]).to.deep.equal([
      ':\n\ndata: a\n\nevent: b\ndata: 2\n\n',
      'text/event-stream',
    ])
  })

  it('is guarded like any operation, and hears that the client is gone', async () => {
    const api = new SvcAPI({ docs: false })
    let gone = false
    api.get('/events', { auth: bearer((_, value) => value === 'right') }, () =>
      eventStream(async function* (signal) {
        yield 'first'
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        gone = true
      }),
    )
    const { url, close } = await api.listen()
    const stranger = new RawClient(url).write(request(url, 'GET', '/events'))
    expect((await stranger.next()).status).to.equal(401)
    const client = new RawClient(url).write(request(url, 'GET', '/events', [token]))
    await until(() => client.text.includes('data: first'))
    client.close()
    await until(() => gone)
    stranger.close()
    await close()
  })
})
