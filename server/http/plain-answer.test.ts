import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect } from 'chai'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { endGently, plainAnswer } from './plain-answer.ts'

describe('the end of a connection', () => {
  it('lets a client that still sends read its answer', async () => {
    const server = createServer((socket) => endGently(socket, plainAnswer(400), PATIENCE))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const errors: unknown[] = []
    let text = ''
    client.on('error', (error) => errors.push(error))
    client.on('data', (chunk) => (text += chunk.toString('latin1')))
    // More than the kernel buffers for a client that does not read.
    client.end(Buffer.alloc(32 * 1_048_576))
    await once(client, 'close')
    server.close()
    expect([errors, text.split('\r\n')[0], text.endsWith('{"detail":"Bad Request"}')]).to.deep.equal([
      [],
      'HTTP/1.1 400 Bad Request',
      true,
    ])
  })

  it('is not reported a second time', async () => {
    const errors: unknown[] = []
    const server = createServer((socket) => {
      socket.on('error', (error) => errors.push(error))
      for (const status of [400, 408]) endGently(socket, plainAnswer(status))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    let text = ''
    client.on('data', (chunk) => (text += chunk.toString('latin1')))
    await once(client, 'close')
    server.close()
    expect([errors, text.match(/HTTP\/1\.1 \d+/g)]).to.deep.equal([[], ['HTTP/1.1 400']])
  })

  it('comes after a second, however long a client goes on', async () => {
    let client: Socket | undefined
    const ended = await new Promise<Socket>((resolve) => {
      const server = createServer((socket) => {
        endGently(socket)
        socket.once('close', () => {
          server.close()
          resolve(socket)
        })
      })
      server.listen(0, '127.0.0.1', () => {
        const { port } = server.address() as AddressInfo
        client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
        client.on('error', () => undefined)
        client.resume()
      })
    })
    client?.destroy()
    expect(ended.destroyed).to.equal(true)
  })
})
