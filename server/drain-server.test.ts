import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import type { Connections } from './connections.ts'
import { drainServer } from './drain-server.ts'
import { findConnections, guardServer } from './guard-server.ts'
import { readSettings } from './settings.ts'

/** A guarded server that answers nothing. */
async function listen(): Promise<Server> {
  const server = createServer(() => undefined)
  guardServer(server, readSettings({}, undefined).limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
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
    let turns = 0
    for (const drained = drainServer(server, { cap: 0 }); server.listening && turns < 3_000; turns++) {
      connections.accepted++
      await Promise.race([drained, nextTurn()])
    }
    expect(turns).to.be.within(900, 1_100)
  })

  it('stops listening soon where nobody comes', async () => {
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
