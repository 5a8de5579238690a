import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { SVC } from '../../fixtures/svc-program.ts'
import { PATIENCE } from '../../fixtures/test-time.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The document of the example application. `SVC_UPDATE_GOLDEN=1` writes it anew: read the difference. */
const GOLDEN = join(ROOT, 'fixtures/openapi.golden.json')
const REDOCLY_CONFIG = join(ROOT, 'server/openapi/testdata/redocly.yaml')

interface Run {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

describe('svc openapi', () => {
  let folder: string
  let file: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-openapi-'))
    file = join(folder, 'openapi.json')
  })
  after(async () => rm(folder, { recursive: true, force: true }))

  it('writes the document of the example application, as it was agreed on', async () => {
    const { exitCode, stdout, stderr } = await svc('openapi', '-o', file)
    expect({ exitCode, stdout, stderr }).to.deep.equal({
      exitCode: 0,
      stdout: '',
      stderr: `${file}  15 operations, 9 security schemes\n`,
    })
    const document = await readFile(file, 'utf8')
    if (process.env.SVC_UPDATE_GOLDEN) await writeFile(GOLDEN, document)
    expect(JSON.parse(document)).to.deep.equal(JSON.parse(await readFile(GOLDEN, 'utf8')))
  })

  it('writes a document in which a standard validator finds nothing', async () => {
    const { bin } = createRequire(import.meta.url)('@redocly/cli/package.json') as {
      readonly bin: { readonly redocly: string }
    }
    const redocly = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), bin.redocly)
    const { exitCode, stdout, stderr } = await run([
      redocly,
      'lint',
      GOLDEN,
      '--config',
      REDOCLY_CONFIG,
      '--format',
      'json',
    ])
    expect(JSON.parse(stdout || '{}'), stderr).to.have.deep.property('problems', [])
    expect(exitCode).to.equal(0)
  })

  it('fails under --strict where the document cannot say what the code does, and names it', async () => {
    const { exitCode, stdout } = await svc('openapi', '-o', file, '--strict', '--json')
    expect(exitCode).to.equal(1)
    const { gaps } = JSON.parse(stdout) as { readonly gaps: readonly { readonly where: string }[] }
    expect(gaps.map(({ where }) => where)).to.deep.equal(['GET /api/invalid', 'GET /api/ipwhitelist'])
  })

  it('prints to stdout without a file, with positions when asked', async () => {
    const { exitCode, stdout } = await svc('openapi', '--positions')
    expect(exitCode).to.equal(0)
    expect(JSON.parse(stdout))
      .to.have.nested.property('paths./api/bearer.get.x-svc-auth.source')
      .that.matches(/^routes\/bearer\.ts:\d+$/)
  })

  it('says in one line that a file cannot be written', async () => {
    const missing = join(folder, 'no', 'openapi.json')
    expect(await svc('openapi', '-o', missing)).to.deep.equal({
      exitCode: 2,
      stdout: '',
      stderr: `error: ${missing}  cannot be written (ENOENT). Name a file in a folder that exists.\n  svc explain SVC_FILE_UNWRITABLE\n`,
    })
  })
})

function svc(...args: readonly string[]): Promise<Run> {
  return run([...SVC, ...args])
}

function run(args: readonly string[]): Promise<Run> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env, timeout: PATIENCE }, (error, stdout, stderr) => {
      resolve({ exitCode: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr })
    })
  })
}
