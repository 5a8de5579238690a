import { renameSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import type { SampleFolder, Tree } from '../files/testdata/tree.ts'
import type { DevServer } from './dev-server.ts'
import { ask, authOf, CONFIG, eventually, routeOf, startSample } from './testdata/served-sample.ts'

describe('startDevServer', () => {
  let sample: SampleFolder
  let server: DevServer
  let reported: string[]
  let printed: string[]

  async function start(tree: Tree): Promise<void> {
    ;({ sample, server, reported, printed } = await startSample(tree))
  }

  afterEach(async () => {
    await server.close()
    sample.dispose()
  })

  const get = (path: string, headers?: Readonly<Record<string, string>>): Promise<string> => ask(server, path, headers)

  const UNAUTHORIZED = '401 {"detail":"Unauthorized"}'
  const CLOSED = '503 {"detail":"Service Unavailable"}'

  it('prints at the start who may call what, and where', async () => {
    await start({
      routes: {
        'x.ts': routeOf('x'),
        'open.ts': `import { operation } from 'svc'\nexport const GET = operation({ auth: null }, () => 1)\n`,
      },
    })
    expect(printed.slice(0, 2)).to.deep.equal([
      '  GET  /api/open  public  operation  routes/open.ts:2',
      '  GET  /api/x     Global  api        svc.config.ts:3',
    ])
    expect(printed.at(-2)).to.match(/^ {2}serving {2}http:\/\/localhost:\d+\/api {2}ready in \d+ ms$/)
    expect(reported).to.deep.equal([])
  })

  it('serves what was edited, added and deleted', async () => {
    await start({ routes: { 'x.ts': routeOf('one') } })
    expect(await get('/x')).to.equal('200 one')
    sample.write('routes/x.ts', routeOf('two'))
    await eventually('200 two', () => get('/x'))
    sample.write('routes/y/[id].ts', routeOf('new'))
    await eventually('200 new', () => get('/y/1'))
    sample.remove('routes/x.ts')
    await eventually('404 {"detail":"Not Found"}', () => get('/x'))
    sample.remove('routes/y')
    await eventually('404 {"detail":"Not Found"}', () => get('/y/1'))
  })

  it('serves what is created, edited and deleted below .well-known', async () => {
    await start({ routes: { 'x.ts': routeOf('x') } })
    sample.write('routes/.well-known/thing.ts', routeOf('one'))
    await eventually('200 one', () => get('/.well-known/thing'))
    sample.write('routes/.well-known/thing.ts', routeOf('two'))
    await eventually('200 two', () => get('/.well-known/thing'))
    sample.remove('routes/.well-known/thing.ts')
    await eventually('404 {"detail":"Not Found"}', () => get('/.well-known/thing'))
  })

  it('notices a file that another takes the place of, as many editors save', async () => {
    await start({ routes: { 'x.ts': routeOf('one') } })
    for (const answer of ['two', 'three', 'four']) {
      renameSync(sample.write('x.tmp', routeOf(answer)), `${sample.root}/routes/x.ts`)
      await eventually(`200 ${answer}`, () => get('/x'))
    }
  })

  it('prints what changes in who may call, and makes it loud when it is everybody', async () => {
    await start({ routes: { 'x.ts': routeOf('x'), admin: { '_auth.ts': authOf('k'), 'users.ts': routeOf('users') } } })
    sample.write('routes/admin/_auth.ts', 'export default null')
    await eventually('200 users', () => get('/admin/users', {}))
    expect(reported.slice(1)).to.deep.equal(['OPENED  GET /admin/users  Folder -> public'])
    reported.length = 0
    sample.remove('routes/admin/_auth.ts')
    await eventually(UNAUTHORIZED, () => get('/admin/users', {}))
    expect(reported.slice(1)).to.deep.equal(['  auth  GET /admin/users  public -> Global'])
    reported.length = 0
    sample.write('routes/admin/new.ts', routeOf('new'))
    await eventually('200 new', () => get('/admin/new'))
    expect(reported.slice(1)).to.deep.equal(['  auth  GET /admin/new  new: Global'])
  })

  it('serves what changes in _middleware.ts, closes its folder where it breaks, and prints nothing about auth', async () => {
    const around = (word: string): string =>
      `import { middleware } from 'svc'\nexport default middleware(async (_, next) => '${word} ' + await next())\n`
    await start({ routes: { 'x.ts': routeOf('x'), in: { 'y.ts': routeOf('y') } } })
    expect(await get('/in/y')).to.equal('200 y')
    sample.write('routes/in/_middleware.ts', around('one'))
    await eventually('200 one y', () => get('/in/y'))
    sample.write('routes/in/_middleware.ts', around('two'))
    await eventually('200 two y', () => get('/in/y'))
    expect([await get('/in/y', {}), await get('/x')]).to.deep.equal([UNAUTHORIZED, '200 x'])
    expect(reported.filter((line) => /auth|OPENED/.test(line))).to.deep.equal([])
    sample.write('routes/in/_middleware.ts', 'export default 1\n')
    await eventually(CLOSED, () => get('/in/y'))
    expect(await get('/x')).to.equal('200 x')
    sample.remove('routes/in/_middleware.ts')
    await eventually('200 y', () => get('/in/y'))
  })

  it('prints what changes in who may read the docs', async () => {
    await start({ routes: { 'x.ts': routeOf('x') } })
    const open = CONFIG.replace('docs: false', 'docs: {}')
    const guarded = open
      .replace('{ bearer }', '{ basic, bearer }')
      .replace('docs: {}', "docs: { auth: basic(() => 1, { name: 'Reader' }) }")
    const statusOf = async (): Promise<string> => String((await fetch(`${server.url}/api/openapi.json`)).status)
    const steps = [
      { config: guarded, status: '401', line: '  auth  docs  new: Reader' },
      { config: open, status: '200', line: 'OPENED  docs  Reader -> public' },
      { config: guarded, status: '401', line: '  auth  docs  public -> Reader' },
      { config: CONFIG, status: '404', line: '  auth  docs  Reader -> gone' },
    ]
    for (const { config, status, line } of steps) {
      reported.length = 0
      sample.write('svc.config.ts', config)
      await eventually(status, statusOf)
      expect(reported.slice(1)).to.deep.equal([line])
    }
  })

  it('warns when a reload loses the protection against other sites, and once', async () => {
    const config = (rest: string): string =>
      `import { defineConfig } from 'svc'\nimport { cookieKey } from 'svc/security'\n` +
      `export default defineConfig({ auth: cookieKey('key', () => 1, { name: 'Key' })${rest} })\n`
    const route = (answer: string): string =>
      `import { operation } from 'svc'\n` +
      `export const GET = operation(() => '${answer}')\nexport const POST = operation(() => 1)\n`
    const cookie = { cookie: 'key=k' }
    const reloaded = async (file: string, content: string): Promise<void> => {
      reported.length = 0
      const done = new Promise<void>((resolve) => server.reloader.onReload(() => resolve()))
      sample.write(file, content)
      await done
    }
    await start({ 'svc.config.ts': config(', csrf: true'), routes: { 'x.ts': route('one') } })
    expect(reported).to.deep.equal([])
    const warning =
      'warning  routes/x.ts:3  POST /x acts on a cookie, which browsers also send from other sites. ' +
      'Set csrf: true on the API, or false if that is meant.'
    await reloaded('svc.config.ts', config(''))
    expect(reported.slice(1)).to.deep.equal(['OPENED  csrf  true -> false', warning])
    await reloaded('routes/x.ts', `\n${route('two')}`)
    await eventually('200 two', () => get('/x', cookie))
    expect(reported.slice(1)).to.deep.equal([])
    await reloaded('svc.config.ts', config(', csrf: true'))
    expect(reported.slice(1)).to.deep.equal(['  auth  csrf  false -> true'])
    await reloaded('svc.config.ts', config(''))
    expect(reported.slice(1)).to.deep.equal(['OPENED  csrf  true -> false', warning.replace(':3', ':4')])
  })

  it('closes what does not load, says why, and recovers without a restart', async () => {
    await start({ routes: { 'x.ts': routeOf('x'), admin: { '_auth.ts': authOf('k'), 'users.ts': routeOf('users') } } })
    sample.write('routes/admin/_auth.ts', 'export default [')
    await eventually(CLOSED, () => get('/admin/users', { 'x-key': 'k' }))
    expect(await get('/x')).to.equal('200 x')
    expect(reported.slice(1)).to.deep.equal([
      '  auth  GET /admin/users  Folder -> 503',
      'error  routes/admin/_auth.ts:1  does not parse: Expected `]` but found `EOF`.',
      '  503  /api/admin/users, /api/admin/…',
    ])
    reported.length = 0
    sample.write('routes/admin/_auth.ts', authOf('k'))
    await eventually('200 users', () => get('/admin/users', { 'x-key': 'k' }))
    expect(reported.slice(1)).to.deep.equal(['  auth  GET /admin/users  503 -> Folder'])
    sample.write('svc.config.ts', 'export default {')
    await eventually(CLOSED, () => get('/x'))
    sample.write('svc.config.ts', CONFIG)
    await eventually('200 x', () => get('/x'))
  })

  it('compares what comes back with what it was when it was last served', async () => {
    await start({ routes: { admin: { '_auth.ts': authOf('k'), 'users.ts': routeOf('users') } } })
    sample.write('routes/admin/_auth.ts', 'throw new Error("x")')
    await eventually(CLOSED, () => get('/admin/users'))
    reported.length = 0
    sample.write('routes/admin/_auth.ts', 'export default null')
    await eventually('200 users', () => get('/admin/users', {}))
    expect(reported.slice(1)).to.deep.equal(['OPENED  GET /admin/users  503, was Folder -> public'])
  })

  it('keeps the auth of an _auth file that an editor deletes and recreates', async () => {
    await start({ routes: { 'x.ts': routeOf('x0'), admin: { '_auth.ts': authOf('k'), 'users.ts': routeOf('users') } } })
    for (let round = 1; round <= 5; round++) {
      const removed = performance.now()
      sample.remove('routes/admin/_auth.ts')
      // Another change while it is gone makes a build that does not find it.
      sample.write('routes/x.ts', routeOf(`x${round}`))
      const asked = Array.from({ length: 5 }, () => get('/admin/users'))
      await delay(10)
      sample.write('routes/admin/_auth.ts', authOf('k'))
      // On a machine so busy that it was gone for long, it was deleted, and serving so is right.
      const isQuick = performance.now() - removed < 50
      const answers = await Promise.all(asked)
      await eventually(`200 x${round}`, () => get('/x'))
      if (isQuick) expect([...answers, await get('/admin/users')]).to.deep.equal(Array(6).fill(UNAUTHORIZED))
      await eventually('200 users', () => get('/admin/users', { 'x-key': 'k' }))
      if (isQuick)
        expect(reported.filter((line) => line.includes('auth  ') || line.startsWith('OPENED'))).to.deep.equal([])
      reported.length = 0
    }
  })

  it('ends two saves within 20 ms with what the second wrote', async () => {
    await start({ routes: { 'x.ts': routeOf('start') } })
    for (const gap of [0, 1, 5, 10, 15, 20, 20]) {
      sample.write('routes/x.ts', routeOf(`first ${gap}`))
      await delay(gap)
      sample.write('routes/x.ts', routeOf(`second ${gap}`))
      await eventually(`200 second ${gap}`, () => get('/x'))
    }
  })

  it('finishes on the old application what was in flight', async () => {
    const slow = (answer: string): string =>
      `import { operation } from 'svc'\nexport const GET = operation(async () => {
  await new Promise((resolve) => (globalThis.releaseSlow = resolve))
  return '${answer}'
})\n`
    const world = globalThis as { releaseSlow?: () => void }
    await start({ routes: { 'slow.ts': slow('old'), 'x.ts': routeOf('one') } })
    const answer = get('/slow')
    await eventually('function', async () => typeof world.releaseSlow)
    const release = world.releaseSlow
    const reloaded = new Promise<void>((resolve) => server.reloader.onReload(() => resolve()))
    sample.write('routes/slow.ts', routeOf('new'))
    await reloaded
    expect(await get('/slow')).to.equal('200 new')
    release?.()
    expect(await answer).to.equal('200 old')
  })

  it('drops a build that a newer change overtakes', async () => {
    await start({ routes: { 'x.ts': routeOf('start') } })
    const served: string[] = []
    server.reloader.onReload(() => served.push('reload'))
    const world = globalThis as { releaseBuild?: () => void }
    sample.write(
      'routes/x.ts',
      `await new Promise((resolve) => (globalThis.releaseBuild = resolve))\n${routeOf('overtaken')}`,
    )
    await eventually('function', async () => typeof world.releaseBuild)
    sample.write('routes/x.ts', routeOf('newest'))
    await eventually('200 newest', () => get('/x'))
    world.releaseBuild?.()
    sample.write('routes/y.ts', routeOf('y'))
    await eventually('200 y', () => get('/y'))
    expect(await get('/x')).to.equal('200 newest')
    expect(served).to.deep.equal(['reload', 'reload'])
  })

  it('takes identical content for no change', async () => {
    await start({ routes: { 'x.ts': routeOf('x'), 'y.ts': routeOf('y') } })
    const seen: string[][] = []
    server.reloader.onReload(({ changes }) => seen.push([...changes.keys()].map(sample.strip)))
    sample.write('routes/x.ts', routeOf('x'))
    sample.write('routes/y.ts', routeOf('new'))
    await eventually('200 new', () => get('/y'))
    expect(seen).to.deep.equal([['routes/y.ts']])
  })

  it('finds what was missing once it is there', async () => {
    await start({
      routes: {
        'x.ts': `import { answer } from '../lib/answer.ts'\nimport { operation } from 'svc'\nexport const GET = operation(() => answer)\n`,
      },
    })
    expect(await get('/x')).to.equal(CLOSED)
    sample.write('lib/answer.ts', "export const answer = 'here'\n")
    await eventually('200 here', () => get('/x'))
  })

  it('reads a changed tsconfig.json', async () => {
    await start({
      'tsconfig.json': '{ "compilerOptions": { "paths": { "#a": ["./a.ts"] } } }',
      'a.ts': "export const answer = 'a'",
      'b.ts': "export const answer = 'b'",
      routes: {
        'x.ts': `import { answer } from '#a'\nimport { operation } from 'svc'\nexport const GET = operation(() => answer)\n`,
      },
    })
    expect(await get('/x')).to.equal('200 a')
    sample.write('tsconfig.json', '{ "compilerOptions": { "paths": { "#a": ["./b.ts"] } } }')
    await eventually('200 b', () => get('/x'))
  })

  it('writes the types of the routes that are there', async () => {
    const { readFileSync } = await import('node:fs')
    await start({ routes: { 'x.ts': routeOf('x') } })
    const paths = (): string =>
      readFileSync(`${sample.root}/.svc/types.ts`, 'utf8')
        .match(/'\/[^']*'(?=: FileLevel)/g)
        ?.join() ?? ''
    expect(paths()).to.equal("'/x'")
    sample.write('routes/y.ts', routeOf('y'))
    await eventually('200 y', () => get('/y'))
    expect(paths()).to.equal("'/x','/y'")
  })
})
