import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { type AddressInfo, connect, Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import type { Connections } from './connections.ts'
import { drainServer } from './drain-server.ts'
import { findConnections, guardServer } from './guard-server.ts'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { RawClient, request, until } from '../promises/testdata/raw-client.ts'
import { urlOf } from '../promises/testdata/sample.ts'
import { readSettings } from '../declaring/settings.ts'

/** A guarded server that answers nothing. */
async function listen(): Promise<Server> {
  const server = createServer(() => undefined)
  guardServer(server, readSettings({}, undefined).limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** A handler that computes. */
function waste(milliseconds: number): void {
  const ends = performance.now() + milliseconds
  while (performance.now() < ends);
}

describe('drainServer', () => {
  for (const [when, turns] of [
    ['at once', 0],
    ['after a while', 100],
  ] as const) {
    it(`hears a second signal that comes ${when}`, async () => {
      const server = await listen()
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
      client.on('error', () => undefined)
      client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      await once(server, 'request')
      const second = new AbortController()
      const drained = drainServer(server, { signal: second.signal })
      for (let turn = 0; turn < turns; turn++) await nextTurn()
      second.abort()
      expect(await drained).to.equal(1)
      client.destroy()
    })
  }

  it('stops listening after a while, however many new connections come', async () => {
    const server = await listen()
    const connections = findConnections(server) as Connections
    const drained = drainServer(server)
    // Each turn one more: without a bound this would never end.
    while (server.listening) {
      connections.accepted++
      await nextTurn()
    }
    expect(await drained).to.equal(0)
  })

  it('cuts at the cap what was accepted, however many new connections come, and what comes later', async () => {
    const server = await listen()
    const connections = findConnections(server) as Connections
    const client = new RawClient(urlOf(server)).write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
    await once(server, 'request')
    const drained = drainServer(server, { cap: 40 })
    while (server.listening) {
      connections.accepted++
      await nextTurn()
    }
    await client.closed
    const [late, later] = [new Socket(), new Socket()]
    connections.add(late)
    connections.addHandshake(later)
    expect([await drained, late.destroyed, later.destroyed]).to.deep.equal([1, true, true])
  })

  it('accepts first what waits, and runs no handler in between, however long they take', async () => {
    const server = createServer((_, response) => {
      waste(2)
      response.end(`listening: ${server.listening}`)
    })
    guardServer(server, readSettings({}, undefined).limits)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = urlOf(server)
    const clients = Array.from({ length: 20 }, () => new RawClient(url).write(request(url, 'GET', '/')))
    // They are connected, for the kernel, and the server knows one or two.
    await Promise.all(clients.map(({ socket }) => once(socket, 'connect')))
    const drained = drainServer(server)
    const answers = await Promise.all(clients.map((client) => client.next('GET', PATIENCE)))
    expect([answers.filter(({ status }) => status === 200).length, await drained]).to.deep.equal([20, 0])
  })

  it('closes no connection whose request waits to be read, however busy the server is', async () => {
    const server = createServer((_, response) => {
      waste(250)
      response.end('answered')
    })
    guardServer(server, readSettings({}, undefined).limits)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = urlOf(server)
    const clients = Array.from({ length: 3 }, () => new RawClient(url))
    await until(() => (findConnections(server) as Connections).accepted === 3)
    for (const client of clients) client.write(request(url, 'GET', '/'))
    const drained = drainServer(server)
    const answers = await Promise.all(clients.map((client) => client.next('GET', PATIENCE)))
    expect([answers.map(({ body }) => body), await drained]).to.deep.equal([['answered', 'answered', 'answered'], 0])
  })

  for (const [how, requests] of [
    ['in one packet', 8],
    ['in one packet, more than may run at once', 100],
  ] as const) {
    it(`begins no handler after the cap, for requests that came ${how}`, async () => {
      let begun = 0
      let drained: Promise<number> | undefined
      const server = createServer((_, response) => {
        begun++
        // No timer runs before all of the packet was read.
        drained ??= drainServer(server, { cap: 20 })
        waste(25)
        response.end()
      })
      guardServer(server, readSettings({}, undefined).limits)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const url = urlOf(server)
      const client = new RawClient(url).write(request(url, 'GET', '/').repeat(requests))
      await client.closed
      expect([begun, await drained]).to.deep.equal([1, 1])
    })
  }

  it('begins no handler after the cap, for requests of connections that are read in one turn of the loop', async () => {
    const cap = 400
    let begun = 0
    const server = createServer((_, response) => {
      begun++
      waste(cap)
      response.end()
    })
    guardServer(server, readSettings({}, undefined).limits)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = urlOf(server)
    const clients = Array.from({ length: 8 }, () => new RawClient(url))
    await until(() => (findConnections(server) as Connections).accepted === clients.length)
    // Nothing is read before the server drains.
    for (const client of clients) client.write(request(url, 'GET', '/'))
    await drainServer(server, { cap })
    // None where the cap was over before the first was read.
    expect(begun).to.be.at.most(1)
    await Promise.all(clients.map(({ closed }) => closed))
  })

  it('does not wait for a client that begins TLS and says nothing', async () => {
    const server = createSecureServer({})
    guardServer(server, readSettings({}, undefined).limits)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.on('error', () => undefined)
    await once(server, 'connection')
    const closed = once(client, 'close')
    expect(await drainServer(server, { cap: 20 })).to.equal(0)
    await closed
  })

  it('stops listening soon where no client connects', async () => {
    const server = await listen()
    const drained = drainServer(server, { cap: 0 })
    let turns = 0
    for (; server.listening; turns++) await nextTurn()
    await drained
    expect(turns).to.be.below(50)
  })

  it('ends what Node does for the server, and whatever else waits for its close', async () => {
    const server = await listen()
    const close = server.close.bind(server)
    let closes = 0
    server.close = (then) => {
      closes++
      return close(then)
    }
    await drainServer(server)
    expect(closes).to.equal(1)
  })

  it('refuses a server that it cannot see into', async () => {
    const refused = await drainServer(createServer()).catch((error: unknown) => String(error))
    expect(refused).to.equal('TypeError: drainServer: the server is not guarded')
  })
})
