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
})
