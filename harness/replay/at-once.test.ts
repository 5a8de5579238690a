import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { sampleRoute, sampleScenario } from '../testdata/samples.ts'
import { NoAnswer } from './connection.ts'
import { replay } from './replay.ts'
import { SocketTarget } from './target.ts'

const request = { method: 'GET', target: '/pets', headers: [] }
const together = sampleScenario(sampleRoute(), 'together', {
  order: 'parallel',
  steps: Array.from({ length: 8 }, () => ({ request, expect: 'answered' as const })),
})

describe('requests at the same time', () => {
  let server: Server
  let target: SocketTarget
  let arrived = 0

  beforeEach(async () => {
    arrived = 0
    server = createServer((_, response) => {
      arrived++
      setImmediate(() => response.end(String(arrived)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    target = new SocketTarget({ host: '127.0.0.1', port, tls: false }, 5_000, undefined)
  })

  afterEach(async () => {
    await target.close()
    server.closeAllConnections()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  })

  it('arrive in one turn of the event loop, before any of them is answered', async () => {
    const bodies = (await replay(together, target)).map(({ answer }) => (answer instanceof NoAnswer ? '' : answer.body))
    expect(bodies).to.deep.equal(Array.from({ length: 8 }, () => '8'))
  })

  it('name what is wrong with the connection, each', async () => {
    await new Promise((resolve) => server.close(resolve))
    const reasons = (await replay(together, target)).map(({ answer }) => answer instanceof NoAnswer && answer.reason)
    expect(reasons).to.deep.equal(Array.from({ length: 8 }, () => 'refused'))
  })
})
