import { rmSync, symlinkSync, utimesSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import * as fc from 'fast-check'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { createSample, type SampleFolder, type Tree } from '../files/testdata/tree.ts'
import { type DevServer, startDevServer } from './dev-server.ts'
import { applyEdits, createEditable, describeFresh, describeLoaded, edits } from './testdata/edits.ts'

const CONFIG = `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
export default defineConfig({ auth: bearer((_, token) => token === 'good', { name: 'Global' }), docs: false, base: '' })
`
const PROTECTING = `import { headerKey } from 'svc/security'\nexport default headerKey('X-Key', () => true, { name: 'Key' })\n`
const PUBLIC = 'export default null\n'
const routeOf = (answer: string): string =>
  `import { operation } from 'svc'\nexport const GET = operation(() => '${answer}')\n`

describe('what is served is what is on disk', () => {
  let sample: SampleFolder
  let server: DevServer
  let reported: string[]

  async function start(tree: Tree): Promise<void> {
    sample = createSample({ 'package.json': '{"type":"module"}', 'svc.config.ts': CONFIG, ...tree })
    await serve(sample.root)
  }

  async function serve(root: string): Promise<void> {
    reported = []
    server = await startDevServer(
      { root, port: 0 },
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

  async function get(path: string): Promise<string> {
    const response = await fetch(`${server.url}${path}`)
    return `${response.status} ${await response.text()}`
  }

  async function eventually(wanted: unknown, ask: () => unknown): Promise<void> {
    const end = Date.now() + PATIENCE
    let got = await ask()
    while (JSON.stringify(got) !== JSON.stringify(wanted) && Date.now() < end) {
      await delay(10)
      got = await ask()
    }
    expect(got).to.deep.equal(wanted)
  }

  const folder = (auth: string): Tree => ({
    routes: { 'x.ts': routeOf('x'), admin: { '_auth.ts': auth, 'users.ts': routeOf('users') } },
  })
  const UNAUTHORIZED = '401 {"detail":"Unauthorized"}'

  for (const gap of [10, 20, 30, 45]) {
    it(`notices a save ${gap} ms after one that changed nothing`, async () => {
      await start(folder(PUBLIC))
      sample.write('routes/admin/_auth.ts', PUBLIC)
      await delay(gap)
      sample.write('routes/admin/_auth.ts', PROTECTING)
      await eventually(UNAUTHORIZED, () => get('/admin/users'))
    })

    it(`notices a save of the config ${gap} ms after it was touched`, async () => {
      await start(folder(PROTECTING))
      utimesSync(`${sample.root}/svc.config.ts`, new Date(), new Date())
      await delay(gap)
      sample.write('svc.config.ts', CONFIG.replace(/auth: bearer.*?\}\), /s, 'auth: null, '))
      await eventually('200 x', () => get('/x'))
    })
  }

  for (const gaps of [
    [0, 0],
    [5, 5],
    [5, 40],
    [20, 20],
    [40, 5],
  ] as const) {
    it(`ends three saves, ${gaps.join(' and ')} ms apart, with what the last wrote`, async () => {
      await start(folder(PROTECTING))
      sample.write('routes/admin/_auth.ts', PROTECTING)
      await delay(gaps[0])
      sample.write('routes/admin/_auth.ts', PUBLIC)
      await delay(gaps[1])
      sample.write('routes/admin/_auth.ts', PROTECTING)
      sample.write('routes/y.ts', routeOf('y'))
      await eventually(UNAUTHORIZED, () => get('/y'))
      await eventually(UNAUTHORIZED, () => get('/admin/users'))
      await delay(300)
      expect(await get('/admin/users')).to.equal(UNAUTHORIZED)
    })
  }

  it('serves a file again that was deleted and recreated while another did not load', async () => {
    await start({
      routes: { 'x.ts': `export { GET } from '../lib/handler.ts'\n` },
      lib: { 'handler.ts': `${routeOf('one')}export const auth = null\n` },
    })
    for (let round = 0; round < 5; round++) {
      sample.remove('lib/handler.ts')
      await delay(40 * round)
      sample.write('lib/handler.ts', routeOf(`${round}`).replace('operation(', 'operation({ auth: null }, '))
      await eventually(`200 ${round}`, () => get('/x'))
    }
  })

  it('notices files that are added to a linked folder outside the project', async () => {
    const outside = createSample({ inner: { 'o.ts': routeOf('o') }, other: { 'o.ts': routeOf('other') } })
    try {
      await start({ routes: { '_auth.ts': PUBLIC, 'x.ts': routeOf('x') } })
      symlinkSync(`${outside.root}/inner`, `${sample.root}/routes/linked`)
      await eventually('200 o', () => get('/linked/o'))
      outside.write('inner/_auth.ts', PROTECTING)
      await eventually(UNAUTHORIZED, () => get('/linked/o'))
      outside.write('inner/deep/n.ts', routeOf('n'))
      await eventually(UNAUTHORIZED, () => get('/linked/deep/n'))
      rmSync(`${sample.root}/routes/linked`)
      symlinkSync(`${outside.root}/other`, `${sample.root}/routes/linked`)
      await eventually('200 other', () => get('/linked/o'))
    } finally {
      outside.dispose()
    }
  })

  it('sees a save that keeps the length and the times of the file', async () => {
    await start({ routes: { '_auth.ts': PUBLIC, 'x.ts': routeOf('a') } })
    const past = new Date(1_000_000)
    for (const answer of ['b', 'c', 'd']) {
      sample.write('routes/x.ts', routeOf(answer))
      utimesSync(`${sample.root}/routes/x.ts`, past, past)
      await eventually(`200 ${answer}`, () => get('/x'))
    }
  })

  it('resolves an import anew when something else stands in its place', async () => {
    const importing = `import { answer } from '../lib/db'\n${routeOf('').replace("''", 'answer')}`
    await start({ routes: { '_auth.ts': PUBLIC, 'x.ts': importing }, lib: { 'db.ts': "export const answer = 'ts'\n" } })
    expect(await get('/x')).to.equal('200 ts')
    sample.write('lib/db.js', "export const answer = 'js'\n")
    const fresh = await describeFresh(sample.root)
    await eventually(fresh, () => describeLoaded(server.reloader.loaded))
    sample.remove('lib/db.ts')
    await eventually('200 js', () => get('/x'))
    sample.remove('lib/db.js')
    sample.write('lib/db/index.ts', "export const answer = 'index'\n")
    await eventually('200 index', () => get('/x'))
  })

  it('gives up on what hangs when something newer comes, and loads it when it ends', async () => {
    const world = globalThis as { releaseHung?: () => void }
    await start({ routes: { '_auth.ts': PUBLIC, 'x.ts': routeOf('x'), 'y.ts': routeOf('y') } })
    const hanging = `await new Promise((resolve) => (globalThis.releaseHung = resolve))\n${routeOf('late')}`
    sample.write('routes/x.ts', hanging)
    await eventually('function', () => typeof world.releaseHung)
    sample.write('routes/y.ts', routeOf('new'))
    await eventually('200 new', () => get('/y'))
    expect(await get('/x')).to.equal('503 {"detail":"Service Unavailable"}')
    world.releaseHung?.()
    await eventually('200 late', () => get('/x'))
    delete world.releaseHung
  })

  it('names the file that it waits for, at the start and after a save, once each time', async () => {
    const world = globalThis as { releaseHung?: () => void }
    const hanging = `await new Promise((resolve) => (globalThis.releaseHung = resolve))\n${routeOf('late')}`
    const waiting = (file: string): string =>
      `waiting  routes/${file} is still being loaded: a top-level await has not ended`
    const started = start({ routes: { '_auth.ts': PUBLIC, 'x.ts': hanging, 'y.ts': routeOf('y') } })
    await eventually([waiting('x.ts')], () => reported)
    world.releaseHung?.()
    await started
    expect(await get('/x')).to.equal('200 late')
    sample.write('routes/y.ts', hanging)
    await eventually([waiting('x.ts'), waiting('y.ts')], () => reported.filter((line) => line.startsWith('waiting')))
    world.releaseHung?.()
    await eventually('200 late', () => get('/y'))
    delete world.releaseHung
  })

  it('equals a fresh load after any sequence of edits', async () => {
    const property = fc.asyncProperty(edits, async (sequence) => {
      sample = createEditable()
      await serve(`${sample.root}/project`)
      await applyEdits(sample.root, sequence)
      const fresh = await describeFresh(`${sample.root}/project`)
      await eventually(fresh, () => describeLoaded(server.reloader.loaded))
    })
    const between = property.afterEach(async () => {
      await server.close()
      sample.dispose()
    })
    await fc.assert(between, { numRuns: 12, seed: 22, endOnFailure: true })
    // One more, for the hook that every test ends with.
    await start(folder(PUBLIC))
  })
})
