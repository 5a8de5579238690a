import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { drainServer } from './drain-server.ts'
import { guardServer } from './guard-server.ts'
import { readSettings } from './settings.ts'

describe('drainServer', () => {
  for (const [when, turns] of [
    ['at once', 0],
    ['after a while', 100],
  ] as const) {
    it(`hears a second signal that comes ${when}`, async () => {
      const server = createServer(() => undefined)
      guardServer(server, readSettings({}, undefined).limits)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
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

  it('refuses a server that it cannot see into', async () => {
    const refused = await drainServer(createServer()).catch((error: unknown) => String(error))
    expect(refused).to.equal('TypeError: drainServer: the server is not guarded')
  })
})
