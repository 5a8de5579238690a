import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { expect } from 'chai'
import { Ledger } from '../observe/ledger.ts'
import type { NoAnswer } from './connection.ts'
import { Pool } from './pool.ts'
import { SocketTarget } from './target.ts'

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

  /** Answers each request on its connection, `times` in all: after that it closes connections without an answer. */
  function answer(times: number): string[] {
    const ports: string[] = []
    server.on('connection', (socket: Socket) =>
      socket.on('data', () => {
        ports.push(String(socket.remotePort))
        if (ports.length > times) socket.destroy()
        else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
      }),
    )
    return ports
  }

  /** The answers to three requests, one after the other on one connection as far as it lasts. */
  async function replayThree(isOwn: boolean): Promise<readonly (number | string)[]> {
    const { port } = server.address() as AddressInfo
    const ledger = isOwn ? new Ledger(() => true) : undefined
    const target = new SocketTarget({ host: '127.0.0.1', port, tls: false }, 60_000, ledger)
    const request = { method: 'GET', target: '/', headers: [] }
    const found: (number | string)[] = []
    for await (const { answer } of target.sendTogether([request, request, request], false, (one) => one))
      found.push(
        await answer.then(
          ({ status }) => status,
          (error: NoAnswer) => error.reason,
        ),
      )
    await target.close()
    return found
  }

  it('sends on an open connection, and once more on another where the server closed it meanwhile', async () => {
    const ports = answer(2)
    await pool.send(REQUEST, 'GET')
    await pool.send(REQUEST, 'GET')
    expect(new Set(ports).size).to.equal(1)
    const error: unknown = await pool.send(REQUEST, 'GET').catch((reason: unknown) => reason)
    expect(error).to.include({ reason: 'closed' })
    expect([ports.length, new Set(ports).size]).to.deep.equal([4, 2])
  })

  it('sends once where a kept connection only is slow', async () => {
    const ports = answer(1)
    await pool.send(REQUEST, 'GET')
    const [socket] = accepted as [Socket]
    const arrived = once(socket.removeAllListeners('data'), 'data')
    const error: unknown = await pool.send(REQUEST, 'GET', 20).catch((reason: unknown) => reason)
    expect(error).to.include({ reason: 'timeout' })
    await arrived
    expect([ports.length, accepted.length]).to.deep.equal([1, 1])
  })

  for (const reuses of [true, false])
    it(`repeats a request where a connection ended after an answer, ${reuses ? 'our own server' : 'another server'}`, async () => {
      server.on('connection', (socket: Socket) => {
        socket.once('data', () => {
          socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
          socket.once('data', () => socket.destroy())
        })
      })
      const statuses = await replayThree(reuses)
      expect([statuses, accepted.length]).to.deep.equal([[200, 200, 200], 3])
    })

  it('repeats a request once: a server that closes again gives no answer', async () => {
    const ports = answer(1)
    expect(await replayThree(false)).to.deep.equal([200, 'closed', 'closed'])
    expect(ports).to.have.length(4)
  })

  it('writes requests together on a new connection: to repeat one of them would not be the same', async () => {
    answer(9)
    const { port } = server.address() as AddressInfo
    const target = new SocketTarget({ host: '127.0.0.1', port, tls: false }, 60_000, new Ledger(() => true))
    const request = { method: 'GET', target: '/', headers: [] }
    await target.send(request, 'shared').answer
    for await (const { answer } of target.sendTogether([request], true, (one) => one)) await answer
    await target.close()
    expect(accepted).to.have.length(2)
  })

  it('repeats a request that went together with others on a connection that was kept', async () => {
    server.on('connection', (socket: Socket) => {
      const isFirst = accepted.length === 1
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
        if (isFirst) socket.once('data', () => socket.destroy())
      })
    })
    await pool.send(REQUEST, 'GET')
    const one = { bytes: REQUEST, method: 'GET' }
    const answers = await Promise.all(await pool.sendAtOnce([one, one], true))
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200])
  })

  it('of another server keeps no connection on which requests went together', async () => {
    answer(9)
    const { port } = server.address() as AddressInfo
    const target = new SocketTarget({ host: '127.0.0.1', port, tls: false }, 60_000, undefined)
    const request = { method: 'GET', target: '/', headers: [] }
    const connected = once(server, 'connection') as Promise<[Socket]>
    for await (const { answer } of target.sendTogether([request, request], false, (one) => one)) await answer
    const [socket] = await connected
    if (!socket.destroyed) await once(socket, 'close')
    expect(accepted).to.have.length(1)
  })

  it('says of a connection that is reset that it closed', async () => {
    server.on('connection', (socket: Socket) => socket.on('data', () => socket.resetAndDestroy()))
    const error: unknown = await pool.send(REQUEST, 'GET').catch((reason: unknown) => reason)
    expect(error).to.include({ name: 'NoAnswer', reason: 'closed' })
  })

  it('says of a request that was the last before nothing listens that its connection closed', async () => {
    server.on('connection', (socket: Socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
        socket.once('data', () => server.close(() => undefined) && socket.destroy())
      })
    })
    await pool.send(REQUEST, 'GET')
    const errors: unknown[] = []
    for (let sent = 0; sent < 2; sent++) errors.push(await pool.send(REQUEST, 'GET').catch((reason: unknown) => reason))
    expect(errors.map((error) => (error as NoAnswer).reason)).to.deep.equal(['closed', 'refused'])
    server.listen(0, '127.0.0.1')
  })

  it('closes those that wait for an answer too', async () => {
    const answer = pool.send(REQUEST, 'GET').catch((error: unknown) => error)
    const [socket] = (await once(server, 'connection')) as [Socket]
    await once(socket, 'data')
    const ended = once(socket, 'close')
    pool.close()
    expect(await answer).to.include({ name: 'NoAnswer', reason: 'closed' })
    await ended
  })
})
