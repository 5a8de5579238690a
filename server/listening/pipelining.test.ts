import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { type Socket } from 'node:net'
import { expect } from 'chai'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { drainServer } from './drain-server.ts'
import { guardServer } from './guard-server.ts'
import { RawClient, request, until } from '../promises/testdata/raw-client.ts'
import { urlOf } from '../promises/testdata/sample.ts'
import { readSettings } from '../declaring/settings.ts'

describe('requests that come at once on one connection', () => {
  let server: Server
  let url = ''
  let waiting: ServerResponse[] = []
  let most = 0
  beforeEach(async () => {
    waiting = []
    most = 0
    let running = 0
    server = createServer((call, response) => {
      most = Math.max(most, ++running)
      response.once('finish', () => running--)
      response.setHeader('x-target', call.url ?? '')
      waiting.push(response)
    })
    guardServer(server, readSettings({}, undefined).limits)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = urlOf(server)
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })
  const answerAll = (): void => {
    for (const response of waiting.splice(0)) response.end('ok')
  }
  const pipelined = (count: number): string =>
    Array.from({ length: count }, (_, index) => request(url, 'GET', `/${index}`)).join('')

  it('are with handlers 64 at a time, and answered in order', async () => {
    const client = new RawClient(url).write(pipelined(200))
    await until(() => waiting.length === 64)
    const pump = setInterval(answerAll)
    const targets: (string | undefined)[] = []
    for (let index = 0; index < 200; index++) {
      const { fields } = await client.next('GET', PATIENCE)
      targets.push(fields.find(([name]) => name === 'x-target')?.[1])
    }
    clearInterval(pump)
    client.close()
    expect([targets, most]).to.deep.equal([Array.from({ length: 200 }, (_, index) => `/${index}`), 64])
  })

  it('are read no further while 64 are with handlers', async () => {
    const accepted = once(server, 'connection') as Promise<[Socket]>
    const client = new RawClient(url).write(pipelined(100_000))
    const [socket] = await accepted
    await until(() => waiting.length === 64)
    // Other connections are served, and turns go by.
    for (let index = 0; index < 20; index++) {
      const other = new RawClient(url).write(request(url, 'GET', '/other'))
      await until(() => waiting.length === 65)
      waiting.pop()?.end('ok')
      await other.next('GET', PATIENCE)
      other.close()
    }
    const { bytesRead } = socket
    client.close()
    expect([bytesRead < 200_000, waiting.length, most <= 65]).to.deep.equal([true, 64, true])
  })

  it('end with the first answer, which says so, where the server ends meanwhile', async () => {
    const client = new RawClient(url).write(pipelined(100))
    await until(() => waiting.length === 64)
    const drained = drainServer(server)
    const pump = setInterval(answerAll)
    expect((await client.next('GET', PATIENCE)).status).to.equal(200)
    await client.closed
    clearInterval(pump)
    expect(await drained).to.equal(0)
  })
})
