import { chmodSync, readFileSync, statSync } from 'node:fs'
import { expect } from 'chai'
import { load, type Loaded } from '../files/load.ts'
import { Modules } from '../files/modules.ts'
import { createSample, type SampleFolder } from '../files/testdata/tree.ts'
import { ensureSessionSecret } from './session-secret.ts'

describe('ensureSessionSecret', () => {
  const before = process.env['SVC_SESSION_SECRET']
  let sample: SampleFolder
  let modules: Modules

  beforeEach(() => {
    delete process.env['SVC_SESSION_SECRET']
  })

  afterEach(async () => {
    delete process.env['SVC_SESSION_SECRET']
    if (before !== undefined) process.env['SVC_SESSION_SECRET'] = before
    await modules.close()
    sample.dispose()
  })

  async function loadWith(options: string): Promise<Loaded> {
    sample = createSample({
      'package.json': '{"type":"module"}',
      'svc.config.ts': `import { defineConfig } from 'svc'\nimport { fwAuth } from 'svc/security'\nexport default defineConfig({ ${options} })\n`,
      routes: { 'x.ts': "import { operation } from 'svc'\nexport const GET = operation(() => 1)\n" },
    })
    modules = await Modules.open(sample.root)
    return load(modules)
  }

  it('makes a secret that only its owner may read, and keeps it', async () => {
    const loaded = await loadWith('auth: fwAuth')
    const file = `${sample.root}/.svc/session-secret`
    expect(sample.strip(String(ensureSessionSecret(sample.root, loaded)))).to.equal(
      'sessions use a secret made for development, kept in .svc/session-secret; SVC_SESSION_SECRET replaces it',
    )
    expect(statSync(file).mode & 0o777).to.equal(0o600)
    const secret = readFileSync(file, 'utf8').trim()
    expect(secret).to.match(/^[\w-]{43}$/)
    expect(process.env['SVC_SESSION_SECRET']).to.equal(secret)

    delete process.env['SVC_SESSION_SECRET']
    chmodSync(file, 0o644)
    ensureSessionSecret(sample.root, loaded)
    expect(process.env['SVC_SESSION_SECRET']).to.equal(secret)
    expect(statSync(file).mode & 0o777).to.equal(0o600)
  })

  it('replaces one that is too short', async () => {
    const loaded = await loadWith('auth: fwAuth')
    sample.write('.svc/session-secret', 'short')
    ensureSessionSecret(sample.root, loaded)
    expect(process.env['SVC_SESSION_SECRET']).to.match(/^[\w-]{43}$/)
  })

  it('goes on without one that can be kept, and says so', async () => {
    const loaded = await loadWith('auth: fwAuth')
    sample.write('.svc', 'a file where the folder would be')
    expect(sample.strip(String(ensureSessionSecret(sample.root, loaded)))).to.equal(
      'sessions use a secret made for development, lost when this ends: .svc/session-secret cannot be written; ' +
        'SVC_SESSION_SECRET replaces it',
    )
    expect(process.env['SVC_SESSION_SECRET']).to.match(/^[\w-]{43}$/)
  })

  const needless: readonly (readonly [name: string, options: string])[] = [
    ['no operation uses sessions', 'auth: null'],
    ['the application has its own', `auth: fwAuth, sessions: { secrets: ['${'s'.repeat(32)}'] }`],
  ]
  for (const [name, options] of needless) {
    it(`makes none where ${name}`, async () => {
      expect(ensureSessionSecret(sample?.root, await loadWith(options))).to.equal(undefined)
      expect(process.env['SVC_SESSION_SECRET']).to.equal(undefined)
    })
  }
})
