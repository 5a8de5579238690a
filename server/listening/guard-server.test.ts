import { createServer, type Server } from 'node:http'
import { expect } from 'chai'
import { RawClient, request } from '../promises/testdata/raw-client.ts'
import { sampleApi } from '../promises/testdata/sample.ts'
import { findConnections, guardServer } from './guard-server.ts'
import { readSettings } from '../declaring/settings.ts'

const { limits } = readSettings({}, undefined)
const EVENTS = ['request', 'connection', 'upgrade', 'connect', 'clientError', 'checkContinue', 'checkExpectation']

function listenersOf(server: Server): readonly number[] {
  return EVENTS.map((event) => server.listenerCount(event))
}

describe('guardServer', () => {
  it('changes nothing when it is called again', () => {
    const server = createServer()
    const connections = guardServer(server, limits)
    const listeners = listenersOf(server)
    expect(guardServer(server, limits)).to.equal(connections)
    expect([listenersOf(server), findConnections(server)]).to.deep.equal([listeners, connections])
    server.emit('close')
  })

  it('puts a server under the limits, whichever code created it', () => {
    const server = createServer({ maxHeaderSize: 1 })
    guardServer(server, limits)
    const { headersTimeout, requestTimeout, maxHeadersCount } = server
    expect([
      headersTimeout,
      requestTimeout,
      maxHeadersCount,
      (server as { maxHeaderSize?: number }).maxHeaderSize,
    ]).to.deep.equal([10_000, 30_000, 0, 24_576])
    server.emit('close')
  })

  it('knows nothing of a server that it does not guard', () => {
    expect(findConnections(createServer())).to.equal(undefined)
  })
})

describe('an upgrade', () => {
  const upgrade = [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==',
  ]
  const bodies: readonly (readonly [what: string, field: string, status: number])[] = [
    ['a body of no bytes', 'Content-Length: 0', 200],
    ['a body', 'Content-Length: 4', 200],
    ['a body in chunks', 'Transfer-Encoding: chunked', 200],
  ]
  for (const [what, field, status] of bodies) {
    it(`with ${what} is ${status}, like one that offers no other protocol`, async () => {
      const { api } = sampleApi()
      const served = await api.listen({ log: false })
      const client = new RawClient(served.url).write(request(served.url, 'GET', '/open', [...upgrade, field]))
      const answer = await client.next()
      client.close()
      await served.close()
      expect(answer.status).to.equal(status)
    })
  }
})
