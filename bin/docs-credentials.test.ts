import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { CommandError } from './command.ts'
import { startDevServer } from '../server/dev/dev-server.ts'
import { createSample } from '../server/files/testdata/tree.ts'
import { readDocsCredentials } from './docs-credentials.ts'

const EXAMPLE = fileURLToPath(new URL('..', import.meta.url))
  .replaceAll('\\', '/')
  .replace(/\/$/, '')

describe('the credentials that the reference page begins with', () => {
  it('are the keys and passwords of the fixtures, never sessions', async () => {
    const reported: string[] = []
    const { credentials, people, session } = await readDocsCredentials(EXAMPLE, (line) => reported.push(line))
    expect(reported).to.deep.equal([])
    expect(credentials).to.deep.include({
      TokenAuth: { value: 'supersecret' },
      BasicAuth: { username: 'admin', password: 'secret' },
    })
    expect(session).to.deep.equal({
      login: { method: 'POST', path: '/api/login', fields: { username: 'ann', password: 'ann-password' } },
      logout: { method: 'POST', path: '/api/logout' },
    })
    const [ann, root, keys] = people
    expect([ann, root]).to.deep.equal([
      { name: 'ann', roles: ['user'], credentials: {}, session: { name: 'ann' } },
      { name: 'root', roles: ['superuser'], credentials: {}, session: { name: 'root', isSuperuser: true } },
    ])
    expect(keys).to.deep.equal({ name: 'valid', roles: [], credentials })
    expect(credentials).not.to.have.any.keys('fwAuth', 'fwAuthSuperuser', 'ipWhitelist')
  })

  describe('by names that the application does not have', () => {
    const CONFIG = `import { SvcAPI, defineConfig } from 'svc'
import { bearer } from 'svc/security'
const api = new SvcAPI({ auth: bearer((_, token) => token === 'Token-of-ann-77' && { user: 'ann' }, { name: 'TokenAuth' }) })
api.get('/notes', {}, () => 'notes')
export default defineConfig({ api })
`
    const table = [
      [
        'credentials:\n  TokenAut: { valid: key }\n',
        'credentials: there is no authenticator "TokenAut". No route uses it. Did you mean "TokenAuth"?',
      ],
      [
        'credentials:\n  TokenAuth: { valid: key }\nroutes:\n  GET /note: {}\n',
        'routes: there is no route "GET /note". Did you mean "GET /notes"?',
      ],
      ['credentials:\n  TokenAuth: { valid: key }\n', undefined],
    ] as const
    for (const [text, refusal] of table) {
      it(`${refusal === undefined ? 'are absent' : 'end the start'}: ${text.replaceAll('\n', ' ')}`, async () => {
        const sample = createSample({
          'package.json': '{"type":"module"}',
          'svc.config.ts': CONFIG,
          fixtures: { 'auth.yaml': text },
        })
        const output = { print: () => undefined, report: () => undefined, color: { stdout: false, stderr: false } }
        try {
          const fixtures = await readDocsCredentials(sample.root, () => undefined)
          const started = startDevServer({ root: sample.root, port: 0, ...fixtures }, output)
          const said = await started.then(
            (server) => server.close(),
            (error: unknown) => (error instanceof CommandError ? [error.code, error.message] : error),
          )
          const expected = ['SVC_FIXTURE_UNKNOWN', `--docs-credentials: fixtures/auth.yaml  ${refusal}`]
          expect(said).to.deep.equal(refusal === undefined ? undefined : expected)
        } finally {
          sample.dispose()
        }
      })
    }
  })

  describe('in a project of its own', () => {
    let root: string
    before(async () => {
      root = (await realpath(await mkdtemp(join(tmpdir(), 'svc-credentials-')))).replaceAll('\\', '/')
    })
    after(async () => rm(root, { recursive: true, force: true }))

    it('need fixtures, then leave out what cannot be resolved and say so', async () => {
      const refusal = await readDocsCredentials(root, () => undefined).catch((error: unknown) => error)
      expect(refusal).to.be.instanceOf(CommandError)
      await mkdir(join(root, 'fixtures'))
      const text =
        'users: { ann: {} }\ncredentials:\n  A: { valid: "${SVC_NOT_SET}" }\n  B: { valid: { ann: key } }\n  C: { ann: other }\n  D: { anne: other }\n'
      await writeFile(join(root, 'fixtures/auth.yaml'), text)
      const reported: string[] = []
      const { credentials } = await readDocsCredentials(root, (line) => reported.push(line))
      expect(credentials).to.deep.equal({ B: { value: 'key' }, C: { value: 'other' } })
      expect(reported).to.have.length(2)
      expect(reported[1]).to.contain(
        '--docs-credentials leaves out D: credentials.D names "anne", which is neither a user',
      )
      expect(reported[0]).to.contain('--docs-credentials leaves out A: the environment variable SVC_NOT_SET is not set')
    })
  })
})
