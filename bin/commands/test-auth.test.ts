import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'
import { captureProgram } from '../../fixtures/captured.ts'

const CONFIG = `import { SvcAPI, defineConfig } from 'svc'
import { bearer } from 'svc/security'
const api = new SvcAPI({ auth: bearer((_, token) => token === 'Token-of-ann-77' && { user: 'ann' }, { name: 'Token' }), docs: false })
for (const path of ['/a', '/b']) api.get(path, {}, () => path)
export default defineConfig({ api })
`

describe('svc test-auth, its command line', () => {
  let sample: SampleFolder
  before(() => (sample = createSample({ 'package.json': '{"type":"module"}', 'svc.config.ts': CONFIG })))
  after(() => sample.dispose())

  function run(...argv: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }> {
    return captureProgram(['test-auth', ...argv])
  }

  /** Routes and scenarios of the plan, or the message of the refusal. */
  async function plan(...argv: readonly string[]): Promise<unknown> {
    const written = await run('--dir', sample.root, '--list', '--json', ...argv)
    if (written.stdout === '') return written.stderr.split('\n', 1)[0]
    const { routes } = JSON.parse(written.stdout) as { routes: { route: string; scenarios: { name: string }[] }[] }
    return routes.map(({ route, scenarios }) => [route, ...new Set(scenarios.map(({ name }) => name))].join(' '))
  }

  const all = ['GET /a key.empty', 'GET /b key.empty']
  const table: readonly (readonly [string, readonly string[], unknown])[] = [
    ['a route after --only', ['--only', 'key.empty', 'GET /a'], ['GET /a key.empty']],
    ['a route before --only', ['GET /a', '--only', 'key.empty'], ['GET /a key.empty']],
    ['a route after --only=', ['--only=key.empty', 'GET /a'], ['GET /a key.empty']],
    ['no route', ['--only', 'key.empty'], all],
    ['a route after --reporter', ['--only=key.empty', '--reporter', 'tap', 'GET /a'], ['GET /a key.empty']],
    ['a route after -R twice', ['--only=key.empty', '-R', 'tap', '-R', 'github', 'GET /a'], ['GET /a key.empty']],
    ['a route after --skip', ['--only=key.empty', '--skip', 'path', 'GET /a'], ['GET /a key.empty']],
    ['names with a comma', ['--only', 'key.empty,bearer.empty', 'GET /a'], ['GET /a key.empty bearer.empty']],
    [
      'an option given twice',
      ['--only', 'key.empty', '--only', 'bearer.empty', 'GET /a'],
      ['GET /a key.empty bearer.empty'],
    ],
  ]
  for (const [what, argv, expected] of table) {
    it(`reads ${what} as it stands`, async () => expect(await plan(...argv)).to.deep.equal(expected))
  }

  it('shows its options in groups, with the defaults that say something', async () => {
    const { stdout } = await run('--help')
    const groups = [...stdout.matchAll(/^(\w.*):$/gm)].map(([, name]) => name)
    expect(groups).to.deep.equal([
      'Positionals',
      'What to test',
      'Fixtures and credentials',
      'How to run',
      'Reports',
      'CI',
      'Proving the tests',
      'Options',
    ])
    const defaults = [...stdout.matchAll(/\[default: (.*)\]/g)].map(([, value]) => value)
    expect(defaults).to.deep.equal(['all', '"."', '300', '4', '6', '5000', '100'])
    expect(stdout).to.match(/Ends with 0 .*4 if nothing was tested/s)
    // Only what every command has is in no group.
    const rest = stdout.slice(stdout.indexOf('\nOptions:'), stdout.indexOf('Ends with'))
    expect(rest.match(/--[\w-]+/g)).to.deep.equal(['--help', '--debug', '--version'])
  })

  it('explains a scenario without sending it', async () => {
    const { stdout } = await run('--dir', sample.root, '--explain', 'key.empty', 'GET /a')
    expect(stdout).to.match(/^key\.empty {2}an empty key\n {4}finds: .+ \(CWE-\d+\)\n\n {4}GET \/a .* {2}id ke-/)
    expect(stdout).to.match(/^ {8}deny: curl -i --path-as-is /m)
    expect(stdout).to.not.match(/^valid/m)
  })

  it('explains a row without the document of a server, or the server', async () => {
    const server = createServer((_, response) => response.writeHead(404).end())
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      for (const wanted of ['key.claims', 'resource.write', 'common']) {
        const { stdout, stderr } = await run('--url', url, '--explain', wanted)
        expect([stdout.match(/^ {4}finds: .+ \(CWE-\d+\)$/m)?.length, stderr], wanted).to.deep.equal([1, ''])
      }
      expect((await run('--url', url, '--explain', 'key.claim')).stderr).to.match(/no OpenAPI document at /)
    } finally {
      server.close()
      server.closeAllConnections()
    }
    expect((await run('--url', url, '--explain', 'key.claims')).stdout).to.match(/^key\.claims {2}\w/)
  })

  it('names the nearest scenario for one that is unknown', async () => {
    const { stderr } = await run('--dir', sample.root, '--explain', 'key.emty')
    expect(stderr).to.match(/there is no family or scenario "key\.emty"\. Did you mean "key\.empty"\?/)
  })

  it('refuses --json without --list', async () => {
    const { stdout, stderr } = await run('--dir', sample.root, '--json')
    expect([stdout, stderr]).to.deep.equal(['', 'error: --json needs --list  see svc test-auth --help\n'])
  })

  for (const option of ['jobs', 'timeout', 'mutate-break']) {
    it(`refuses --${option} that is not a number`, async () => {
      const refused = `error: --${option} must be a number, 0 or more  see svc test-auth --help`
      expect(await plan(`--${option}`, 'many')).to.equal(refused)
      expect(await plan(`--${option}=-1`)).to.equal(refused)
    })
  }

  it('refuses --reporter without a name', async () => {
    expect(await plan('--reporter')).to.equal(
      'error: Not enough arguments following: reporter  see svc test-auth --help',
    )
  })
})
