import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { SVC } from '../../fixtures/svc-program.ts'
import { createSample, type SampleFolder, type Tree } from '../../server/files/testdata/tree.ts'
import { captureProgram } from '../../fixtures/captured.ts'

const CONFIG = `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
export default defineConfig({ auth: bearer(() => 1, { name: 'Token' }), docs: false })
`
const ROUTE = "import { operation } from 'svc'\nexport const GET = operation(() => 'x')\n"
const PUBLIC = "import { operation } from 'svc'\nexport const GET = operation({ auth: null }, () => 'x')\n"

interface Outcome {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

describe('dev, routes and sync', () => {
  let sample: SampleFolder

  afterEach(() => sample.dispose())

  function create(tree: Tree): void {
    sample = createSample({ 'package.json': '{"type":"module"}', 'svc.config.ts': CONFIG, ...tree })
  }

  async function run(...argv: readonly string[]): Promise<Outcome> {
    const { exitCode, stdout, stderr } = await captureProgram(argv)
    return { exitCode, stdout: sample.strip(stdout), stderr: sample.strip(stderr) }
  }

  function start(...argv: readonly string[]): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [...SVC, ...argv], { env: { ...process.env, NO_COLOR: '1' } })
  }

  describe('svc routes', () => {
    it('prints the table on stdout and nothing else', async () => {
      create({ routes: { 'x.ts': ROUTE, 'open.ts': PUBLIC } })
      expect(await run('routes', sample.root)).to.deep.equal({
        exitCode: 0,
        stdout:
          'GET  /api/open  public  operation  routes/open.ts:2\nGET  /api/x     Token   api        svc.config.ts:3\n',
        stderr: '',
      })
    })

    it('prints only what is public, as JSON', async () => {
      create({ routes: { 'x.ts': ROUTE, 'open.ts': PUBLIC } })
      const { stdout, ...rest } = await run('routes', sample.root, '--public', '--json')
      expect(rest).to.deep.equal({ exitCode: 0, stderr: '' })
      const { routes } = JSON.parse(stdout) as { readonly routes: readonly { readonly path: string }[] }
      expect(routes.map(({ path }) => path)).to.deep.equal(['/api/open'])
    })

    it('lists what logins of the page add, and nothing of it without docs: { oauth }', async () => {
      const config = (docs: string): string => `import { defineConfig } from 'svc'
import { jwt } from 'svc/identity'
export default defineConfig({ auth: jwt({ issuer: 'https://id.example', audience: 'pets' }), docs: ${docs} })
`
      create({ 'svc.config.ts': config("{ oauth: { clientId: 'page' } }"), routes: { 'x.ts': ROUTE } })
      const listed = await run('routes', sample.root)
      const namesOf = (text: string): readonly string[] => text.match(/^\w+ +\/\S+/gm) ?? []
      expect(namesOf(listed.stdout).map((line) => line.replace(/ +/, ' '))).to.deep.equal([
        'GET /api/x',
        'POST /api/docs/oauth/start',
        'GET /api/docs/oauth/callback',
        'POST /api/docs/oauth/token',
        'POST /api/docs/oauth/grant',
      ])
      expect((await run('routes', sample.root, '--write')).exitCode).to.equal(0)
      sample.write('svc.config.ts', config('{}'))
      expect(namesOf((await run('routes', sample.root)).stdout)).to.have.length(1)
      const { exitCode, stdout } = await run('routes', sample.root, '--check')
      expect([exitCode, stdout.match(/docs\/oauth/g)?.length]).to.deep.equal([1, 4])
    })

    it('lists with --verbose what the page asks of this server, with its guard', async () => {
      const config = (docs: string): string => `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
const reader = bearer((_, token) => token === 'x', { name: 'Reader' })
void reader
export default defineConfig({ docs: ${docs} })
`
      create({ 'svc.config.ts': config('{ auth: reader }'), routes: { 'open.ts': PUBLIC } })
      const pageOf = async (): Promise<readonly string[]> =>
        (await run('routes', sample.root, '--verbose')).stdout.match(/^GET +\/(?:api\/docs|api\/openapi)\S* +\S+/gm) ??
        []
      const listed = await pageOf()
      expect(listed.map((line) => line.replaceAll(/ +/g, ' '))).to.deep.equal([
        'GET /api/openapi.json Reader',
        'GET /api/docs Reader',
        'GET /api/docs/session Reader',
        'GET /api/docs/assets/[...file] public',
      ])
      sample.write('svc.config.ts', config('false'))
      expect(await pageOf()).to.deep.equal([])
    })

    it('writes a lock, and finds what differs from it', async () => {
      create({ routes: { 'x.ts': ROUTE } })
      const missing =
        'error: svc.routes.lock is not there. Run svc routes --write and commit it.\n  svc explain SVC_ROUTES_LOCK_MISSING\n'
      expect(await run('routes', sample.root, '--check')).to.deep.equal({ exitCode: 2, stdout: '', stderr: missing })
      expect((await run('routes', sample.root, '--write')).exitCode).to.equal(0)
      expect((await run('routes', sample.root, '--check')).exitCode).to.equal(0)
      sample.write('routes/x.ts', PUBLIC)
      expect(await run('routes', sample.root, '--check')).to.deep.equal({
        exitCode: 1,
        stdout: 'GET /api/x  Token (bearer) -> public\n',
        stderr: '1 operation differs from svc.routes.lock. Run svc routes --write if that is meant.\n',
      })
    })

    it('says with --check --json what differs from the lock, as JSON alone', async () => {
      create({ routes: { 'x.ts': ROUTE, 'old.ts': ROUTE } })
      await run('routes', sample.root, '--write')
      const check = async (): Promise<unknown> => {
        const { exitCode, stdout } = await run('routes', sample.root, '--check', '--json')
        return [exitCode, JSON.parse(stdout)]
      }
      expect(await check()).to.deep.equal([0, { upToDate: true, changes: [] }])
      sample.write('routes/x.ts', PUBLIC)
      sample.remove('routes/old.ts')
      sample.write('routes/new.ts', PUBLIC)
      expect(await check()).to.deep.equal([
        1,
        {
          upToDate: false,
          changes: [
            { operation: 'GET /api/new', before: null, after: 'public' },
            { operation: 'GET /api/old', before: 'Token (bearer)', after: null },
            { operation: 'GET /api/x', before: 'Token (bearer)', after: 'public' },
          ],
        },
      ])
    })

    for (const [one, other] of [
      ['check', 'public'],
      ['write', 'public'],
      ['write', 'json'],
      ['write', 'check'],
      ['write', 'roles'],
      ['roles', 'public'],
    ]) {
      it(`refuses --${one} with --${other}`, async () => {
        create({ routes: { 'x.ts': ROUTE } })
        const { exitCode, stdout, stderr } = await run('routes', sample.root, `--${one}`, `--${other}`)
        expect({ exitCode, stdout }).to.deep.equal({ exitCode: 2, stdout: '' })
        expect(stderr).to.equal(`error: Arguments ${one} and ${other} are mutually exclusive  see svc routes --help\n`)
        expect(existsSync(`${sample.root}/svc.routes.lock`)).to.equal(false)
      })
    }

    it('refuses a project of which a file does not load with 2, and one of which nothing loads with 3', async () => {
      create({ routes: { 'x.ts': 'export const GET = 1', 'y.ts': '(', 'open.ts': PUBLIC } })
      expect(await run('routes', sample.root)).to.deep.equal({
        exitCode: 2,
        stdout: '',
        stderr: `error: routes/x.ts:1  exports GET, which is not an operation but a number. Write: export const GET = operation((request) => …)
  svc explain SVC_ROUTE_EXPORT
error: routes/y.ts:1  does not parse: Expected \`)\` but found \`EOF\`.
  svc explain SVC_MODULE_SYNTAX
`,
      })
      sample.write('svc.config.ts', '(')
      expect((await run('routes', sample.root)).exitCode).to.equal(3)
    })

    it('says on one line what a folder lacks', async () => {
      create({})
      sample.remove('svc.config.ts')
      const { exitCode, stderr } = await run('routes', sample.root)
      expect(exitCode).to.equal(2)
      expect(stderr.replace(sample.root, '<root>')).to.equal(
        'error: <root>  has no svc.config.ts. Begin with svc init in an empty folder; for a project that exists, name its folder: svc dev my-api.\n  svc explain SVC_CONFIG_MISSING\n',
      )
    })
  })

  describe('svc sync', () => {
    it('writes the types, and says with --check whether that would be needed', async () => {
      create({ routes: { 'x.ts': ROUTE } })
      const stale = '.svc/types.ts is out of date. Run svc sync.\n'
      expect(await run('sync', sample.root, '--check')).to.deep.equal({ exitCode: 1, stdout: '', stderr: stale })
      expect((await run('sync', sample.root)).stderr).to.equal('.svc/types.ts  1 route, written\n')
      expect(await run('sync', sample.root, '--check')).to.deep.equal({
        exitCode: 0,
        stdout: '',
        stderr: '.svc/types.ts  1 route, up to date\n',
      })
      expect(readFileSync(`${sample.root}/.svc/types.ts`, 'utf8')).to.contain("'/x'")
    })

    it('reports a compiler that does not see the types, as every command does that loads', async () => {
      create({ 'tsconfig.json': '{}', routes: { 'x.ts': ROUTE } })
      const warning =
        /^warning: tsconfig\.json does not include \.svc\/types\.ts, .* Write "include": \["\*\*\/\*", "\.svc\/types\.ts"\]\n/
      expect((await run('sync', sample.root)).stderr).to.match(warning)
      expect(await run('routes', sample.root)).to.deep.include({ exitCode: 0 })
      expect((await run('routes', sample.root)).stderr).to.match(warning)
    })
  })

  describe('svc dev', () => {
    it('serves, and on SIGTERM answers what is in flight before it ends', async () => {
      create({
        routes: {
          'slow.ts': `import { operation } from 'svc'
export const GET = operation({ auth: null }, async () => {
  console.error('started')
  await new Promise((resolve) => setTimeout(resolve, 300))
  return 'done'
})
`,
        },
      })
      const child = start('dev', sample.root, '--port', '0')
      const url = /serving {2}(\S+)/.exec(await printed(child.stdout, 'serving'))?.[1] ?? ''
      const started = printed(child.stderr, 'started')
      const answer = new Promise((resolve, reject) => {
        httpGet(`${url}/slow`, (response) => {
          const { connection } = response.headers
          void text(response).then((body) => resolve([response.statusCode, connection, body]))
        }).on('error', reject)
      })
      await started
      child.kill('SIGTERM')
      expect(await answer).to.deep.equal([200, 'close', 'done'])
      expect(await once(child, 'close')).to.deep.equal([143, null])
    })

    for (const port of ['abc', '70000', '-1', '3.5']) {
      it(`refuses --port ${port}`, async () => {
        create({ routes: { 'x.ts': ROUTE } })
        // The port before the folder: where it would serve, nothing is there to stop it.
        expect(await run('dev', `${sample.root}/absent`, `--port=${port}`)).to.deep.equal({
          exitCode: 2,
          stdout: '',
          stderr: 'error: --port must be a whole number from 0 to 65535  see svc dev --help\n',
        })
      })
    }

    it('refuses a port given twice', async () => {
      create({ routes: { 'x.ts': ROUTE } })
      expect((await run('dev', `${sample.root}/absent`, '-p', '3000', '-p', '3001')).stderr).to.equal(
        'error: --port must be a whole number from 0 to 65535  see svc dev --help\n',
      )
    })

    it('fails on a taken port that it must have', async () => {
      create({ routes: { 'x.ts': ROUTE } })
      const first = start('dev', sample.root, '--port', '0')
      const port = /serving {2}http:\/\/localhost:(\d+)/.exec(await printed(first.stdout, 'serving'))?.[1] ?? ''
      const second = await run('dev', sample.root, '--port', port, '--strict-port')
      first.kill('SIGINT')
      expect(second.exitCode).to.equal(2)
      expect(second.stderr).to.match(/^error: port \d+ of 127\.0\.0\.1 is taken\./)
      expect(await once(first, 'close')).to.deep.equal([130, null])
    })
  })

  /** The text of a stream up to the wanted word. */
  function printed(stream: NodeJS.ReadableStream, wanted: string): Promise<string> {
    let seen = ''
    return new Promise((resolve) => {
      stream.on('data', (chunk) => {
        seen += String(chunk)
        if (seen.includes(wanted)) resolve(seen)
      })
    })
  }
})
