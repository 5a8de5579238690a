import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { startDevServer } from '../dev/dev-server.ts'
import { createSample } from '../files/testdata/tree.ts'
import { RawClient, request } from './testdata/raw-client.ts'

const CONFIG = `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
export default defineConfig({ auth: bearer((_, token) => token === 'right'), docs: false, base: '' })
`
const routeOf = (edit: number): string =>
  `import { operation } from 'svc'\nexport const GET = operation(() => 'edit ${edit}')\n`

describe('promise 22: a reload under load', () => {
  it('fails no request of 32 keep-alive clients, and serves none without its credential', async () => {
    const sample = createSample({
      'package.json': '{"type":"module"}',
      'svc.config.ts': CONFIG,
      routes: { 'x.ts': routeOf(0) },
    })
    const silent = (): void => undefined
    const color = { stdout: false, stderr: false }
    const server = await startDevServer({ root: sample.root, port: 0 }, { print: silent, report: silent, color })
    await server.watching
    const over = new AbortController()
    const outcomes = new Set<string>()
    const bodies = new Set<string>()
    const clients = Array.from({ length: 32 }, async (_, index) => {
      const isKnown = index % 2 === 0
      const client = new RawClient(server.url)
      while (!over.signal.aborted) {
        const fields = isKnown ? ['Authorization: Bearer right'] : []
        const { status, body } = await client.write(request(server.url, 'GET', '/x', fields)).next()
        outcomes.add(`${isKnown ? 'known' : 'unknown'} ${status}`)
        if (status === 200) bodies.add(body)
      }
      client.close()
    })
    try {
      for (let edit = 1; edit <= 12; edit++) {
        sample.write('routes/x.ts', routeOf(edit))
        await delay(100)
      }
      const end = performance.now() + PATIENCE
      while (!bodies.has('edit 12') && performance.now() < end) await delay(10)
      over.abort()
      // An answer that does not come, and a connection that ends, would reject.
      await Promise.all(clients)
      expect([...outcomes].toSorted()).to.deep.equal(['known 200', 'unknown 401'])
      expect([...bodies]).to.include.members(['edit 0', 'edit 12'])
    } finally {
      over.abort()
      await server.close()
      sample.dispose()
    }
  })
})
