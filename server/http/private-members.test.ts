import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { createOwnServer, takeWholeBody } from './private-members.ts'

describe('takeWholeBody', () => {
  let server: Server
  let socket: Socket
  const serve = async (answer: (request: IncomingMessage) => Promise<string>): Promise<void> => {
    server = createOwnServer((request, response) => void answer(request).then((text) => response.end(text)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  }
  /** Writes in one packet, and reads until as many answers are there. */
  const send = async (text: string, count = 1): Promise<readonly string[]> => {
    let received = ''
    socket.write(text)
    for (;;) {
      received += String((await once(socket, 'data'))[0])
      const bodies = received.split('HTTP/1.1 200 OK').slice(1)
      if (bodies.length === count && bodies.every((one) => /\r\n\r\n[^]/.test(one)))
        return bodies.map((one) => one.split('\r\n\r\n')[1] as string)
    }
  }
  const post = (body: string): string =>
    `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  const take = async (request: IncomingMessage, limit = 100): Promise<string> => {
    await Promise.resolve()
    return takeWholeBody(request, limit)?.toString() ?? 'not taken'
  }
  afterEach(() => {
    socket.destroy()
    server.close()
  })

  it('takes what came with the header lines, and ends the stream', async () => {
    const requests: IncomingMessage[] = []
    await serve((request) => {
      requests.push(request)
      return take(request)
    })
    expect(await send(post('abc'))).to.deep.equal(['abc'])
    expect(await send(post('chunk'))).to.deep.equal(['chunk'])
    expect(requests.map((one) => [one.complete, one.readableEnded, one.readableDidRead, one.destroyed])).to.deep.equal(
      Array.from({ length: 2 }, () => [true, true, true, true]),
    )
  })

  it('takes the body of each of several requests that came at once', async () => {
    await serve(take)
    expect(await send(post('a') + post('bb') + post('ccc'), 3)).to.deep.equal(['a', 'bb', 'ccc'])
  })

  it('takes chunks as one, once the last is there, and nothing as nothing', async () => {
    await serve(async (request) => {
      const early = await take(request)
      await new Promise(setImmediate)
      return `${early} <${await take(request)}>`
    })
    const head = 'POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n'
    expect(await send(`${head}2\r\nab\r\n1\r\nc\r\n0\r\n\r\n`)).to.deep.equal(['not taken <abc>'])
    expect(await send(post(''))).to.deep.equal([' <not taken>'])
  })

  const left: readonly (readonly [name: string, use: (request: IncomingMessage) => Promise<string>])[] = [
    ['more than the limit', (request) => take(request, 2)],
    ['a body that something listens to', async (request) => (request.on('end', () => undefined), take(request))],
    ['a stream that flows', async (request) => (request.resume(), take(request))],
    ['a body that was taken', async (request) => (await take(request), take(request))],
  ]
  for (const [name, use] of left) {
    it(`leaves ${name}`, async () => {
      await serve(use)
      expect(await send(post('abc'))).to.deep.equal(['not taken'])
    })
  }

  it('leaves a body that is still on its way, which then is read as a stream', async () => {
    await serve(async (request) => {
      const early = await take(request)
      let body = ''
      for await (const chunk of request) body += String(chunk)
      return `${early} ${body}`
    })
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n')
    await once(server, 'request')
    expect(await send('abcd')).to.deep.equal(['not taken abcd'])
  })
})
