import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { SVC } from '../../fixtures/svc-program.ts'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'

const CONFIG = `import { defineConfig } from 'svc'
import { bearer } from 'svc/security'
if (!process.env.SAMPLE_KEY) throw new Error('no SAMPLE_KEY')
export default defineConfig({ auth: bearer((_, token) => token === process.env.SAMPLE_KEY), docs: false })
`
const ROUTE = "import { operation } from 'svc'\nexport const GET = operation(() => 'x')\n"

describe('.env of a project', () => {
  let sample: SampleFolder

  beforeEach(() => {
    sample = createSample({
      'package.json': '{"type":"module"}',
      '.env': 'SAMPLE_KEY=of-the-project\n',
      '.env.test': 'SAMPLE_KEY=of-the-tests\n',
      'sample.fixtures.yaml': 'credentials:\n  bearer:\n    valid: of-the-tests\n',
      'svc.config.ts': CONFIG,
      routes: { 'x.ts': ROUTE },
    })
  })
  afterEach(() => sample.dispose())

  const start = (...args: readonly string[]): ReturnType<typeof spawn> => {
    const { SAMPLE_KEY: _, ...env } = process.env
    return spawn(process.execPath, [...SVC, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  }

  it('is read by svc dev, which says so in one line', async () => {
    const child = start('dev', sample.root, '--port', '0')
    const lines: string[] = []
    const errors = text(child.stderr as NodeJS.ReadableStream)
    let url: string | undefined
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      lines.push(line)
      url = /serving\s+(\S+)/.exec(line)?.[1]
      if (url !== undefined) break
    }
    const response = await fetch(`${url}/x`, { headers: { authorization: 'Bearer of-the-project' } })
    expect(response.status).to.equal(200)
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect((await errors).split('\n')).to.include('env  .env  1 set')
    expect(`${await errors}${lines.join('\n')}`).to.not.include('of-the-project')
  })

  it('is read once: svc dev reports that it has changed, and shows no value', async () => {
    const child = start('dev', sample.root, '--port', '0')
    child.stdout?.resume()
    const lines: string[] = []
    let saved = 0
    for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
      lines.push(line)
      // Watching begins after the line of the start: a file that is saved until it is noticed is noticed once.
      if (line === 'env  .env  1 set') {
        const save = setInterval(() => sample.write('.env', `SAMPLE_KEY=another-${++saved}\n`), 100)
        child.once('exit', () => clearInterval(save))
      }
      if (line.includes('has changed')) break
    }
    child.kill('SIGTERM')
    await once(child, 'exit')
    expect(lines.at(-1)).to.equal('env  .env has changed; start svc dev again to read it')
    expect(lines.join('\n')).to.not.include('another-')
  })

  it('is read by svc test-auth, and .env.test over it', async () => {
    const child = start('test-auth', '--dir', sample.root, '--fixtures', 'sample.fixtures.yaml', '--only', 'valid')
    const [output, errors, [exitCode]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      once(child, 'exit'),
    ])
    expect(errors.split('\n')).to.include('env  .env, .env.test  1 set')
    expect({ exitCode, output }, errors).to.deep.include({ exitCode: 0 })
  })

  it('is not read by other commands', async () => {
    const child = start('routes', sample.root)
    const [errors, [exitCode]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')])
    expect({ exitCode, said: errors.includes('no SAMPLE_KEY') }).to.deep.equal({ exitCode: 3, said: true })
  })
})
