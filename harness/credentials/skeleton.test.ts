import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { linkSvc } from '../../fixtures/link-svc.ts'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'
import { load } from '../../server/files/load.ts'
import { Modules } from '../../server/files/modules.ts'
import { writeFixtures } from '../command/init.ts'
import { authScenarios } from '../command/auth-scenarios.ts'
import { BEARER, describeLeaf } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import { sampleRoute } from '../testdata/samples.ts'
import { skeletonOfProject } from './skeleton.ts'
import type { FixtureFile } from './define.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const USERS = `declare module 'svc' {
  interface SessionUser {
    readonly id: number
    readonly email: string
    readonly plan: 'free' | 'paid'
    readonly address: { readonly street: string }
  }
}
export {}
`
const CONFIG = `import { SvcAPI, defineConfig } from 'svc'
import { fwAuth } from 'svc/security'
const secrets = ['a-secret-for-sessions-of-32-characters-or-more']
export default defineConfig({ api: new SvcAPI({ auth: fwAuth, csrf: true, sessions: { secrets } }) })
`
const LOGIN = `import { AuthenticationError, operation } from 'svc'
import { constantTimeEqual, login } from 'svc/security'
import { z } from 'zod'
const body = z.object({ email: z.string(), password: z.string(), remember: z.boolean() })
export const POST = operation({ auth: null, body }, async (request) => {
  const { email, password } = request.body
  if (email !== 'ann' || !constantTimeEqual(password, 'ann-password-77')) throw new AuthenticationError()
  await login(request, { id: 1, email, plan: 'free', address: { street: '' } })
  return { ok: true }
})
`
const LOGOUT = `import { operation, reply } from 'svc'
import { logout } from 'svc/security'
export const POST = operation(async (request) => {
  await logout(request)
  return reply(204, null)
})
`
const ADMIN = `import { operation } from 'svc'
import { fwAuthSuperuser } from 'svc/security'
export const GET = operation({ auth: fwAuthSuperuser }, (request) => request.auth)
`
const NOTES = `import { operation } from 'svc'
import { constantTimeEqual, headerKey } from 'svc/security'
const apiKey = headerKey('X-Key', (_, key) => constantTimeEqual(key, 'Key-of-notes-77') && { client: 'a' }, { name: 'NotesKey' })
export const POST = operation({ auth: apiKey, body: { title: String } }, (request) => request.body)
`

/** The compiler's errors in a project. */
function compile(root: string): string {
  const { stdout } = spawnSync(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, '-p', root], {
    encoding: 'utf8',
  })
  return stdout
}

describe('svc test-auth --init', () => {
  let sample: SampleFolder
  before(() => {
    sample = createSample({
      'package.json': '{"type":"module"}',
      'tsconfig.json': JSON.stringify({
        extends: `${ROOT}tsconfig.json`,
        compilerOptions: { typeRoots: [`${ROOT}node_modules/@types`], types: ['node'] },
        include: ['lib', 'routes', 'fixtures', 'svc.config.ts', `${ROOT}server/http/rate-limiter.d.ts`],
        exclude: [],
      }),
      'svc.config.ts': CONFIG,
      lib: { 'users.ts': USERS },
      routes: {
        'login.ts': LOGIN,
        'logout.ts': LOGOUT,
        'admin.ts': ADMIN,
        'notes.ts': NOTES,
        'me.ts': "import { operation } from 'svc'\nexport const GET = operation((request) => request.auth)\n",
      },
    })
    linkSvc(sample.root, ['zod'])
  })
  after(() => sample.dispose())

  it('writes fixtures that compile with the session user of the project, and pass once the secrets are set', async () => {
    const modules = await Modules.open(sample.root)
    const { api, base } = await load(modules)
    let said = ''
    await writeFixtures({
      root: sample.root,
      subject: { kind: 'local', api, base },
      stderr: (text) => void (said += text),
    })
    expect(said).to.match(
      /auth\.fixtures\.ts {2}written; set NOTES_KEY, ANN_PASSWORD \(\.env is read too\), then svc test-auth/,
    )
    const file = `${sample.root}/fixtures/auth.fixtures.ts`
    expect(readFileSync(file, 'utf8').split('\n').slice(3, -2).join('\n')).to.equal(EXPECTED)
    expect(compile(sample.root)).to.equal('')

    Object.assign(process.env, { NOTES_KEY: 'Key-of-notes-77', ANN_PASSWORD: 'ann-password-77' })
    try {
      const { default: fixtures } = await modules.import(file)
      const scenarios = await authScenarios(api, {
        fixtures: fixtures as FixtureFile,
        base,
        only: ['valid', 'key.wrong', 'role.', 'flow.'],
      })
      const verdicts = await Promise.all(
        scenarios.tests.map(async ({ name, verdict }) => [name, (await verdict()).outcome]),
      )
      await scenarios.close()
      expect(verdicts.filter(([, outcome]) => outcome !== 'passed')).to.deep.equal([])
      expect(verdicts.map(([name]) => name)).to.include.members([
        'GET /admin valid',
        'POST /notes valid',
        'GET /me valid',
      ])
      expect(verdicts.some(([name]) => name?.startsWith('POST /login flow.'))).to.equal(true)
    } finally {
      delete process.env['NOTES_KEY']
      delete process.env['ANN_PASSWORD']
      await modules.close()
    }
  })
})

const EXPECTED = `export default defineFixtures({
  users: {
    ann: { roles: ['user'] },
    root: { roles: ['superuser'] },
  },
  credentials: {
    fwAuthSuperuser: { root: session({ id: 1, email: 'root', plan: 'free', address: {} as never, isSuperuser: true }) }, // superuser session
    fwAuth: { ann: session({ id: 1, email: 'ann', plan: 'free', address: {} as never }) }, // session
    NotesKey: { valid: secret('NOTES_KEY') }, // header X-Key
  },
  routes: {
    'POST /notes': { body: { title: '1' } },
  },
  roles: {
    'GET /admin': { allow: ['superuser'], deny: ['user', 'anonymous'] },
  },
  login: {
    request: { method: 'POST', path: '/api/login', json: { email: 'ann', password: secret('ANN_PASSWORD'), remember: true } },
    wrong: { method: 'POST', path: '/api/login', json: { email: 'ann', password: 'not-the-password', remember: true } },
  },
  logout: { request: { method: 'POST', path: '/api/logout', headers: { 'Sec-Fetch-Site': 'same-origin' } } },`

describe('the first fixtures of an application with jwt()', () => {
  const token = { issuer: 'https://id.example', audience: ['pets'], algorithms: ['ES256'], clockTolerance: 5 }
  const routesWith = (asksApplication: boolean): readonly Route[] => {
    const member = describeLeaf(BEARER, { name: 'Token', token: { ...token, asksApplication } })
    return [sampleRoute({ auth: { kind: 'check', guard: 'hasScope(a)', scopes: ['a'], member } })]
  }

  it('name no token, and claims where the application demands some', () => {
    expect(skeletonOfProject(routesWith(false), undefined)).to.deep.equal({
      users: {},
      credentials: {},
      routes: {},
      roles: {},
    })
    expect(Object.keys(skeletonOfProject(routesWith(true), undefined).users?.['ann'] as object)).to.deep.equal([
      'roles',
      'claims',
    ])
  })
})
