import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { Connection } from './connection.ts'

const REQUEST = { bytes: 'GET / HTTP/1.1\r\nhost: a\r\n\r\n', method: 'GET' }

describe('a connection', () => {
  let server: Server
  let connection: Connection

  beforeEach(async () => {
    server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    connection = new Connection({ host: '127.0.0.1', port, tls: false }, 60_000)
  })

  afterEach(async () => {
    connection.close()
    server.close()
    await once(server, 'close')
  })

  it('receives all answers that are due, even after one with Connection: close, and ends then', async () => {
    const [socket] = (await once(server, 'connection')) as [Socket]
    const ended = once(socket.on('error', () => undefined).resume(), 'close')
    const [first, second] = connection.sendAll([REQUEST, REQUEST])
    second?.catch(() => undefined)
    socket.write('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 5\r\n\r\nfirst')
    const bodies = [(await first)?.body]
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecond')
    bodies.push((await second)?.body)
    await ended
    expect(bodies).to.deep.equal(['first', 'second'])
  })

  /** The answer to a request, or the reason of its absence, while a server sends a part again and again. */
  async function answerTo(head: string, part: string, patience: number): Promise<string> {
    const [socket] = (await once(server, 'connection')) as [Socket]
    const answer = connection.send(REQUEST.bytes, REQUEST.method, patience)
    socket.on('error', () => undefined).write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${part}`)
    const timer = part === '' ? undefined : setInterval(() => socket.write(part), patience / 4)
    try {
      const { status, body, closes } = await answer
      return `${status} ${body.slice(0, 8)}${closes ? ', closed' : ''}`
    } catch (error) {
      return (error as Error).message
    } finally {
      clearInterval(timer)
      socket.destroy()
    }
  }

  it('takes a stream of events as far as it has come', async () => {
    const head = 'content-type: text/event-stream\r\ntransfer-encoding: chunked'
    expect(await answerTo(head, '', 100)).to.equal('200 , closed')
  })

  it('takes an answer that goes on and on as far as it has come', async () => {
    expect(await answerTo('transfer-encoding: chunked', '2\r\nab\r\n', 80)).to.equal('200 abababab, closed')
    connection.close()
    const { port } = server.address() as AddressInfo
    connection = new Connection({ host: '127.0.0.1', port, tls: false }, 60_000)
    expect(await answerTo('content-type: text/plain', 'ab', 80)).to.equal('200 abababab, closed')
  })

  it('has no answer where it says how long it is, and does not come to its end', async () => {
    expect(await answerTo('content-length: 5000', 'ab', 80)).to.equal('no answer: timeout')
  })
})
