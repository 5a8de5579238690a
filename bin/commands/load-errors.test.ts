import { expect } from 'chai'
import { startDevServer } from '../../server/dev/dev-server.ts'
import { createSample, type SampleFolder, type Tree } from '../../server/files/testdata/tree.ts'
import { captureProgram } from '../../fixtures/captured.ts'

const CONFIG = "import { defineConfig } from 'svc'\nexport default defineConfig({ auth: null, docs: false })\n"
const configWith = (options: string): string => CONFIG.replace('docs: false', options)
const ROUTE = "import { operation } from 'svc'\nexport const GET = operation(() => 'x')\n"
const routeWith = (options: string): string => ROUTE.replace('operation(()', `operation({ ${options} }, ()`)

/** Projects that must not be served as they are. */
const BROKEN: Readonly<Record<string, Tree>> = {
  'a wrong schema': { routes: { 'x.ts': ROUTE, 'wrong.ts': routeWith('query: 42') } },
  'a wrong status': { routes: { 'x.ts': ROUTE, 'wrong.ts': routeWith('response: { 99: {} }') } },
  'one operationId twice': {
    routes: { 'other.ts': ROUTE, 'x.ts': routeWith("operationId: 'x'"), 'wrong.ts': routeWith("operationId: 'x'") },
  },
  'an unknown option': { routes: { 'x.ts': ROUTE, 'wrong.ts': routeWith('auht: null') } },
  'a file that does not parse': { routes: { 'x.ts': ROUTE, 'wrong.ts': 'export const GET = {' } },
  'an _auth file of another name': {
    routes: { 'x.ts': ROUTE, admin: { '_auht.ts': 'export default null', 'x.ts': ROUTE } },
  },
  'wrong docs.auth': { 'svc.config.ts': configWith("docs: { auth: 'secret' as never }"), routes: { 'x.ts': ROUTE } },
  'a wrong proxy': { 'svc.config.ts': configWith("trustProxy: ['proxy.example']"), routes: { 'x.ts': ROUTE } },
  'a config that does not parse': { 'svc.config.ts': 'export default {', routes: { 'x.ts': ROUTE } },
}

describe('what does not load', () => {
  let sample: SampleFolder

  afterEach(() => sample.dispose())

  /** The program's stderr and exit status. */
  async function run(
    ...argv: readonly string[]
  ): Promise<{ readonly exitCode: number; readonly errors: readonly string[] }> {
    const { exitCode, stderr } = await captureProgram(argv)
    // Below each is where it is explained.
    const lines = sample
      .strip(stderr)
      .replaceAll(/\n {2}svc explain SVC_[A-Z_]+/g, '')
      .trimEnd()
      .split('\n')
    return { exitCode, errors: lines.map((line) => line.replace(/^error: /, '')).toSorted() }
  }

  /** The message of `svc dev`. */
  async function errorsInDev(): Promise<readonly string[]> {
    const directory = process.cwd()
    process.chdir(sample.root)
    const silent = (): void => undefined
    const color = { stdout: false, stderr: false }
    const server = await startDevServer({ root: sample.root, port: 0 }, { print: silent, report: silent, color })
    await server.close()
    const errors = server.reloader.loaded.problems.map(({ message }) => sample.strip(message))
    process.chdir(directory)
    return errors.toSorted()
  }

  for (const [name, tree] of Object.entries(BROKEN)) {
    it(`is said alike by svc dev, routes, routes --check and openapi, which end alike: ${name}`, async () => {
      sample = createSample({
        'package.json': '{"type":"module"}',
        'svc.config.ts': CONFIG,
        'svc.routes.lock': '',
        ...tree,
      })
      const errors = await errorsInDev()
      expect(errors).to.have.lengthOf(1)
      // A config that is wrong leaves nothing to serve.
      const exitCode = 'svc.config.ts' in tree ? 3 : 2
      for (const argv of [['routes'], ['routes', '--check'], ['routes', '--write'], ['openapi']] as const) {
        const [command, ...options] = argv
        expect(await run(command, sample.root, ...options), argv.join(' ')).to.deep.equal({ exitCode, errors })
      }
    })
  }
})
