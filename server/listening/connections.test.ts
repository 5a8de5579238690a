import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { Connections } from './connections.ts'
import { drainServer } from './drain-server.ts'
import { guardServer } from './guard-server.ts'
import { RawClient, request, until } from '../promises/testdata/raw-client.ts'
import { urlOf } from '../promises/testdata/sample.ts'
import { readSettings } from '../declaring/settings.ts'

const { limits } = readSettings({}, undefined)

describe('a server of another framework, once it is guarded,', () => {
  let server: Server
  /** Deadlines of a tenth of a second, or those that are usual. */
  const listen = async (handler: RequestListener, deadline?: number): Promise<string> => {
    server = createServer(handler)
    guardServer(server, { ...limits, ...(deadline && { headersTimeout: deadline, requestTimeout: deadline }) })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return urlOf(server)
  }
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('does not wait for ever for a body that was not read', async () => {
    const url = await listen((_, response) => void response.end('early'), 100)
    const client = new RawClient(url).write(request(url, 'POST', '/', ['Content-Length: 10']))
    expect((await client.next('POST')).body).to.equal('early')
    await client.closed
  })

  it('gives a handler its time once the request is complete', async () => {
    const url = await listen((_, response) => void setTimeout(() => response.end('late'), 300), 100)
    const client = new RawClient(url).write(request(url, 'GET', '/'))
    const { status, body } = await client.next()
    client.close()
    expect([status, body]).to.deep.equal([200, 'late'])
  })

  it('does not go on with a body whose answer has begun', async () => {
    const url = await listen((incoming, response) => {
      response.write('begun')
      incoming.resume().once('end', () => response.end())
    })
    const client = new RawClient(url)
    client.write(request(url, 'POST', '/', ['Expect: 100-continue', 'Content-Length: 2']))
    await until(() => client.text.includes('begun'))
    client.write('ok')
    expect((await client.next('POST')).body).to.equal('begun')
    client.close()
    expect(client.text).to.not.include('100 Continue')
  })

  it('answers a request that had begun after `close` was called', async () => {
    const url = await listen((_, response) => void response.end('answered'))
    const client = new RawClient(url).write('GET / HTTP/1.1\r\n')
    const [socket] = (await once(server, 'connection')) as [Socket]
    await until(() => socket.bytesRead > 0)
    const drained = drainServer(server)
    await delay(300)
    client.write('Host: x\r\n\r\n')
    const { body } = await client.next()
    expect([body, await drained]).to.deep.equal(['answered', 0])
  })
})

describe('a connection that speaks another protocol', () => {
  const goodbyes = (...steps: readonly ('drain' | 'release')[]): number => {
    const server = createServer()
    const connections = new Connections(server, limits)
    let count = 0
    for (const step of steps) {
      if (step === 'drain') connections.drain()
      else connections.release(new Socket(), () => void count++)
    }
    server.emit('close')
    return count
  }

  it('gets a signal when the server ends, whichever came first', () => {
    expect([goodbyes('release'), goodbyes('release', 'drain'), goodbyes('drain', 'release')]).to.deep.equal([0, 1, 1])
  })
})
