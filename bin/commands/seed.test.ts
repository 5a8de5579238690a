import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { SVC } from '../../fixtures/svc-program.ts'
import { PATIENCE } from '../../fixtures/test-time.ts'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'

const FIXTURES = `import { rmSync, writeFileSync } from 'node:fs'
import { defineFixtures } from 'svc/testing'

export default defineFixtures({
  seed: () => {
    writeFileSync('row.txt', 'good-token')
    return () => rmSync('row.txt')
  },
  credentials: { Token: { valid: 'good-token' } },
})
`
const ROUTE = `import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { operation } from 'svc'
import { bearer } from 'svc/security'

const token = bearer((_, given) => existsSync('row.txt') && given === readFileSync('row.txt', 'utf8'), { name: 'Token' })
export const GET = operation({ auth: token }, async () => {
  await delay(Number(process.env.SLOW ?? 0))
  return 'x'
})
`

describe('svc test-auth with a seed', () => {
  let sample: SampleFolder
  const row = (): boolean => existsSync(`${sample.root}/row.txt`)

  beforeEach(() => {
    sample = createSample({
      'package.json': '{"type":"module"}',
      'svc.config.ts': "import { defineConfig } from 'svc'\nexport default defineConfig({ auth: null })\n",
      routes: { 'x.ts': ROUTE },
      fixtures: { 'auth.fixtures.ts': FIXTURES },
    })
  })
  afterEach(() => sample.dispose())

  function start(args: readonly string[], env: NodeJS.ProcessEnv = {}): ReturnType<typeof spawn> {
    const child = spawn(process.execPath, [...SVC, 'test-auth', '--dir', sample.root, ...args], {
      env: { ...process.env, ...env },
      stdio: 'ignore',
    })
    setTimeout(() => child.kill('SIGKILL'), PATIENCE).unref()
    return child
  }

  it('has the test data while it runs, and leaves none', async () => {
    const [exitCode] = (await once(start([]), 'exit')) as [number]
    expect({ exitCode, row: row() }).to.deep.equal({ exitCode: 0, row: false })
  })

  it('makes none where nothing is sent', async () => {
    sample.write(
      'fixtures/auth.fixtures.ts',
      FIXTURES.replace('seed: () => {', "seed: () => {\n    throw new Error('no')"),
    )
    const [exitCode] = (await once(start(['--list']), 'exit')) as [number]
    expect(exitCode).to.equal(0)
  })

  it('leaves none when it is interrupted', async () => {
    const child = start([], { SLOW: '100' })
    const ended = once(child, 'exit')
    while (!row() && child.exitCode === null) await delay(20)
    await delay(300)
    expect(row()).to.equal(true)
    child.kill('SIGINT')
    const [exitCode] = (await ended) as [number]
    expect({ exitCode, row: row() }).to.deep.equal({ exitCode: 130, row: false })
  })
})
