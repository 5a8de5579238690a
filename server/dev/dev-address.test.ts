import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { createSample, type SampleFolder } from '../files/testdata/tree.ts'
import { type DevServer, startDevServer } from './dev-server.ts'

const CONFIG = `import { defineConfig } from 'svc'
export default defineConfig({ auth: null })
`
const ROUTE = "import { operation } from 'svc'\nexport const GET = operation(() => 'x')\n"
const BROKEN = 'export default ('

describe('the address that svc dev prints', () => {
  let sample: SampleFolder
  let server: DevServer
  let reported: string[]
  let printed: string[]

  async function start(config: string, port = 0): Promise<void> {
    sample = createSample({ 'package.json': '{"type":"module"}', 'svc.config.ts': config, routes: { 'x.ts': ROUTE } })
    reported = []
    printed = []
    server = await startDevServer(
      { root: sample.root, port },
      {
        print: (line) => printed.push(line),
        report: (line) => reported.push(line),
        color: { stdout: false, stderr: false },
      },
    )
    await server.watching
  }

  afterEach(async () => {
    await server.close()
    sample.dispose()
  })

  /** Writes a config and waits until it is served. */
  async function write(config: string): Promise<void> {
    const reloaded = new Promise<void>((resolve) => {
      const end = server.reloader.onReload(() => {
        end()
        resolve()
      })
    })
    sample.write('svc.config.ts', config)
    await reloaded
  }

  /** The addresses printed since the last call, without the origin and the time. */
  function addresses(): readonly string[] {
    const lines = printed.splice(0).filter((line) => /^ {2}(?:serving|page) /.test(line))
    return lines.map((line) => line.replace(server.url, '<url>').replace(/ {2}ready in \d+ ms$/, ''))
  }

  const whole = ['  serving  <url>/api', '  page     <url>/api/docs']

  it('names no page where nothing loads, and the right address once it does', async () => {
    await start(BROKEN)
    expect(addresses()).to.deep.equal(['  serving  <url>'])
    await write(CONFIG)
    expect(addresses()).to.deep.equal(whole)
  })

  it('is printed again when the base or the page is another, and only then', async () => {
    await start(CONFIG)
    expect(addresses()).to.deep.equal(whole)
    await write(`${CONFIG}// The same\n`)
    expect(addresses()).to.deep.equal([])
    await write(BROKEN)
    await write(CONFIG)
    expect(addresses()).to.deep.equal([])
    await write(CONFIG.replace('{ auth', "{ base: '/v2', auth"))
    expect(addresses()).to.deep.equal(['  serving  <url>/v2', '  page     <url>/v2/docs'])
    await write(CONFIG.replace('{ auth', "{ base: '/v2', docs: false, auth"))
    expect(addresses()).to.deep.equal(['  serving  <url>/v2'])
  })

  it('is another than wanted where the port is taken, which is said on one line', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = taken.address() as AddressInfo
      await start(CONFIG, port)
      const actual = Number(new URL(server.url).port)
      expect(actual).not.to.equal(port)
      expect(reported).to.deep.equal([
        `warning  port ${port} is taken; serving on ${actual}. With --strict-port that is an error.`,
      ])
    } finally {
      taken.close()
    }
  })

  it('is said without a word about ports where any will do', async () => {
    await start(CONFIG)
    expect(reported).to.deep.equal([])
  })
})
