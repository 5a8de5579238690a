import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { NoAnswer } from './connection.ts'
import { Pool } from './pool.ts'

const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'

describe('a pool of connections', () => {
  let server: Server
  let pool: Pool
  const accepted: Socket[] = []

  beforeEach(async () => {
    accepted.length = 0
    server = createServer((socket) => accepted.push(socket.on('error', () => undefined)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    pool = new Pool({ host: '127.0.0.1', port, tls: false }, 60_000)
  })

  afterEach(async () => {
    pool.close()
    for (const socket of accepted) socket.destroy()
    server.close()
    await once(server, 'close')
  })

  it('closes those that wait for an answer too', async () => {
    const answer = pool.send(REQUEST, 'GET').catch((error: unknown) => error)
    const [socket] = (await once(server, 'connection')) as [Socket]
    await once(socket, 'data')
    const ended = once(socket, 'close')
    pool.close()
    expect((await answer) as NoAnswer).to.include({ name: 'NoAnswer', reason: 'closed' })
    await ended
  })
})
