import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { expect } from 'chai'
import { SVC } from '../../fixtures/svc-program.ts'
import { createSample, type SampleFolder, type Tree } from '../../server/files/testdata/tree.ts'
import { type ServerProcess, startServer, stopServer } from '../../server/production/testdata/built.ts'

const CONFIG = `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
export default defineConfig({ auth: bearer((_, token) => token === process.env.KEY, { name: 'Token' }) })
`
const ROUTE = "import { operation } from 'svc'\nexport const GET = operation(() => 'x')\n"

describe('svc build and svc start', () => {
  let sample: SampleFolder
  let server: ServerProcess | undefined

  afterEach(async () => {
    await stopServer(server)
    server = undefined
    sample.dispose()
  })

  function create(tree: Tree = {}): void {
    sample = createSample({
      'package.json': '{"type":"module"}',
      'svc.config.ts': CONFIG,
      routes: { 'x.ts': ROUTE },
      ...tree,
    })
  }

  async function run(...args: readonly string[]): Promise<{ readonly exitCode: number; readonly stderr: string }> {
    const child = spawn(process.execPath, [...SVC, ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
    const [stderr, [exitCode]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>])
    return { exitCode, stderr: sample.strip(stderr) }
  }

  it('build what svc dev serves, and serve it with the options of the command line', async () => {
    create({ 'production.env': 'KEY=of-the-file\nHEALTH=/of-the-file\n' })
    const { exitCode, stderr } = await run('build', sample.root, '--minify', '--no-docs')
    expect(stderr).to.match(/^dist {2}1 operation, \d+ modules?, \d+ kB\npage {2}off: the config does not set docs\n$/)
    expect(exitCode).to.equal(0)
    expect(readdirSync(`${sample.root}/dist`)).to.include.members(['server.js', 'routes.lock', 'package.json'])
    expect(readFileSync(`${sample.root}/dist/routes.lock`, 'utf8')).to.match(/\nGET \/api\/x {2}Token \(bearer\)\n$/)
    const options = ['--port', '0', '--health', '/health', '--dotenv', `${sample.root}/production.env`]
    server = startServer(sample.root, {}, [...SVC, 'start', sample.root, ...options])
    const url = await server.url
    const headers = { authorization: 'Bearer of-the-file' }
    expect(await (await fetch(`${url}/api/x`, { headers })).text()).to.equal('x')
    expect((await fetch(`${url}/health`)).status).to.equal(200)
    expect((await fetch(`${url}/of-the-file`)).status).to.equal(404)
    expect((await fetch(`${url}/api/openapi.json`)).status).to.equal(404)
    server.child.kill('SIGTERM')
    expect(await server.ended).to.equal(0)
  })

  it('says which file of variables is missing, where Node itself would end', async () => {
    create()
    const { exitCode, stderr } = await run('start', sample.root, '--dotenv', 'absent.env')
    expect(stderr).to.match(/^error: --dotenv absent\.env {2}cannot be read from .*Write the variables into that file/)
    expect(exitCode).to.equal(2)
  })

  it('know an authenticator without a name by the same word', async () => {
    const auth = "export default function (request) { return request.headers.get('x-key') === process.env.KEY }\n"
    create({ routes: { open: { '_auth.ts': auth, 'x.ts': ROUTE } } })
    const { exitCode, stderr } = await run('build', sample.root, '--no-docs')
    expect(exitCode, stderr).to.equal(0)
    expect(readFileSync(`${sample.root}/dist/routes.lock`, 'utf8')).to.match(
      /\nGET \/api\/open\/x {2}callable \(callable\)\n$/,
    )
    server = startServer(sample.root, { KEY: 'good' }, [...SVC, 'start', sample.root, '--port', '0'])
    const response = await fetch(`${await server.url}/api/open/x`, { headers: { 'x-key': 'good' } })
    expect(await response.text()).to.equal('x')
  })

  it('serve with several workers, and with the page that --docs asks for', async () => {
    create()
    expect((await run('build', sample.root, '--docs')).stderr).to.contain('\npage  /api/docs, public\n')
    server = startServer(sample.root, {}, [...SVC, 'start', sample.root, '--port', '0', '--workers', '2'])
    const url = await server.url
    expect(await server.line(/^page/)).to.equal('page  /api/docs, public')
    const page = await (await fetch(`${url}/api/docs`)).text()
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(page) ?? []
    const response = await fetch(`${url}/api/${script}`)
    expect({ status: response.status, type: response.headers.get('content-type') }).to.deep.equal({
      status: 200,
      type: 'text/javascript; charset=utf-8',
    })
    server.child.kill('SIGINT')
    expect(await server.ended).to.equal(130)
  })

  for (const { docs, page, status } of [
    { docs: 'docs: {}', page: '/api/docs, public', status: 200 },
    { docs: 'docs: { auth: bearer(() => null) }', page: '/api/docs, bearer', status: 401 },
    { docs: 'docs: false', page: 'off', status: 404 },
    { docs: '', page: 'off: the config does not set docs', status: 404 },
  ]) {
    it(`say who may open the page, with ${docs || 'no docs'}`, async () => {
      create({ 'svc.config.ts': CONFIG.replace("{ name: 'Token' })", `{ name: 'Token' }), ${docs}`) })
      expect((await run('build', sample.root)).stderr).to.contain(`\npage  ${page}\n`)
      server = startServer(sample.root, {}, [...SVC, 'start', sample.root])
      const url = await server.url
      expect(await server.line(/^page/)).to.equal(`page  ${page}`)
      const statuses = ['docs', 'openapi.json'].map(async (path) => (await fetch(`${url}/api/${path}`)).status)
      expect(await Promise.all(statuses)).to.deep.equal([status, status])
    })
  }

  const refused: readonly {
    readonly name: string
    readonly tree?: Tree
    readonly args: readonly string[]
    readonly says: RegExp
  }[] = [
    {
      name: 'build refuses a file that does not load, as svc dev says it',
      tree: { routes: { 'x.ts': ROUTE, 'y.ts': 'export const get = 1\n' } },
      args: ['build'],
      says: /^error: routes\/y\.ts:1 {2}exports "get", which is not a method/,
    },
    {
      name: 'build refuses an _auth file without a default export',
      tree: { routes: { 'x.ts': ROUTE, '_auth.ts': 'export const auth = null\n' } },
      args: ['build'],
      says: /^error: routes\/_auth\.ts:1 {2}protects nothing without a default export/,
    },
    {
      name: 'build refuses an import of a name that is not exported',
      tree: { routes: { 'x.ts': `${ROUTE.replace('{ operation }', '{ operation, missing }')}void missing\n` } },
      args: ['build'],
      says: /^error: routes\/x\.ts:1 {2}imports "missing"/,
    },
    {
      name: 'build --strict refuses undeclared auth',
      tree: { 'svc.config.ts': "import { defineConfig } from 'svc'\nexport default defineConfig({})\n" },
      args: ['build', '--strict'],
      says: /^warning: routes\/x\.ts:2 .*declares no auth at any level.*\nerror: --strict: a warning\. Nothing was built\.\n {2}svc explain SVC_\w+\n$/,
    },
    {
      name: 'start refuses a folder without a build',
      args: ['start'],
      says: /^error: dist\/server\.js is not there\. Run svc build, or name the folder that it wrote\.\n {2}svc explain SVC_START_MISSING\n$/,
    },
    {
      name: 'start refuses an invalid port',
      tree: { dist: { 'server.js': '' } },
      args: ['start', '--port', 'x'],
      says: /^error: --port must be a whole number from 0 to 65535; got "x"\.\n {2}svc explain SVC_\w+\n$/,
    },
  ]
  for (const { name, tree, args, says } of refused) {
    it(name, async () => {
      create(tree)
      const [command = '', ...options] = args
      const { exitCode, stderr } = await run(command, sample.root, ...options)
      expect(stderr).to.match(says)
      expect(exitCode).to.equal(2)
    })
  }
})
