import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { createSample, type SampleFolder } from '../files/testdata/tree.ts'
import { type DevServer, startDevServer } from './dev-server.ts'

const configOf = (name: string, start = 'return () => void globalThis.svcStartLog.push(NAME)'): string =>
  `import { defineConfig } from 'svc'
export default defineConfig({
  docs: false,
  start: async () => {
    globalThis.svcStartLog.push('start ${name}')
    ${start.replace('NAME', `'stop ${name}'`)}
  },
})
`
const routeOf = (handler: string): string =>
  `import { operation } from 'svc'\nexport const GET = operation({ auth: null }, ${handler})\n`
const HELD = routeOf("() => new Promise((resolve) => globalThis.svcStartHeld.push(() => resolve('held')))")

describe('start of a config, in svc dev', () => {
  const world = globalThis as unknown as { svcStartLog: string[]; svcStartHeld: (() => void)[] }
  let sample: SampleFolder
  let server: DevServer
  let reported: string[]

  async function start(config: string): Promise<void> {
    world.svcStartLog = []
    world.svcStartHeld = []
    reported = []
    sample = createSample({
      'package.json': '{"type":"module"}',
      'svc.config.ts': config,
      routes: { 'x.ts': routeOf("() => 'x'"), 'held.ts': HELD },
    })
    server = await startDevServer(
      { root: sample.root, port: 0 },
      {
        print: () => undefined,
        report: (line) => reported.push(sample.strip(line)),
        color: { stdout: false, stderr: false },
      },
    )
    await server.watching
  }

  afterEach(async () => {
    await server.close()
    sample.dispose()
  })

  async function rewrite(path: string, text: string): Promise<void> {
    const reloaded = new Promise<void>((resolve) => {
      const end = server.reloader.onReload(() => {
        end()
        resolve()
      })
    })
    sample.write(path, text)
    await reloaded
  }

  const get = (path: string): Promise<Response> => fetch(`${server.url}/api${path}`)

  /** Until the log has so many entries. */
  async function logged(count: number): Promise<readonly string[]> {
    for (const end = Date.now() + PATIENCE; world.svcStartLog.length < count && Date.now() < end;) await delay(5)
    return world.svcStartLog
  }

  it('runs again with the module of the config only, and stops the old one after its last request', async () => {
    await start(configOf('a'))
    await rewrite('routes/x.ts', routeOf("() => 'y'"))
    expect(world.svcStartLog).to.deep.equal(['start a'])
    const held = get('/held')
    for (const end = Date.now() + PATIENCE; world.svcStartHeld.length === 0 && Date.now() < end;) await delay(5)
    await rewrite('svc.config.ts', configOf('b'))
    expect(await (await get('/x')).text()).to.equal('y')
    expect(world.svcStartLog).to.deep.equal(['start a', 'start b'])
    world.svcStartHeld[0]?.()
    expect(await (await held).text()).to.equal('held')
    expect(await logged(3)).to.deep.equal(['start a', 'start b', 'stop a'])
    await server.close()
    expect(world.svcStartLog).to.deep.equal(['start a', 'start b', 'stop a', 'stop b'])
  })

  it('answers 503 while it throws, with the message in the terminal, and recovers', async () => {
    await start(configOf('a', "throw new Error('no database')"))
    expect((await get('/x')).status).to.equal(503)
    expect(reported).to.include(
      'error  svc.config.ts:2  start threw: no database  Nothing is served until it succeeds; --debug prints the stack.',
    )
    await rewrite('svc.config.ts', configOf('b'))
    expect((await get('/x')).status).to.equal(200)
    expect(world.svcStartLog).to.deep.equal(['start a', 'start b'])
  })
})
