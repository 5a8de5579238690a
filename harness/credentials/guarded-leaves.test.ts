import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { load } from '../../server/files/load.ts'
import { Modules } from '../../server/files/modules.ts'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'
import { authScenarios } from '../command/auth-scenarios.ts'
import { writeFixtures } from '../command/init.ts'
import type { FixtureFile } from './define.ts'

const CONFIG = `import { SvcAPI, defineConfig } from 'svc'
import { all, bearer, check, fwAuth, fwAuthSuperuser, headerKey, named } from 'svc/security'
const users = { 'Key-of-ann-4711': { level: 1 }, 'Key-of-admin-4712': { level: 3 } }
const staff = headerKey('X-Key', (_, key) => (Object.hasOwn(users, key) ? users[key] : null), { name: 'staffKey' })
const jwt = named('jwt', bearer((_, token) => (token === 'a.token.of-ann' ? { sub: 'ann' } : null)), {
  type: 'http', scheme: 'bearer', bearerFormat: 'JWT',
})
const accessToken = named('accessToken', bearer((_, token) => (token === 'other.token.of-ann' ? { sub: 'ann' } : null)), {
  type: 'http', scheme: 'bearer', bearerFormat: 'jwt',
})
const api = new SvcAPI({ docs: false, sessions: { secrets: ['a-secret-for-sessions-of-32-characters-or-more'] } })
api.get('/tokens', { auth: [jwt, accessToken] }, () => 'tokens')
api.get('/staff', { auth: staff }, () => 'staff')
api.get('/reports', { auth: check(staff, function isSenior({ level }) { return level >= 3 }) }, () => 'reports')
api.get('/me', { auth: fwAuth }, () => 'me')
api.get('/mine', { auth: check(fwAuth, function isOwner() { return true }) }, () => 'mine')
api.get('/root', { auth: fwAuthSuperuser }, () => 'root')
api.get('/either', { auth: [fwAuthSuperuser, staff] }, () => 'either')
api.get('/every', { auth: all(fwAuthSuperuser, staff) }, () => 'every')
export default defineConfig({ api })
`

const EXPECTED = `  users: {
    ann: { roles: ['user'] },
    root: { roles: ['superuser'] },
    admin: { roles: ['admin'] },
  },
  credentials: {
    jwt: { valid: secret('JWT_TOKEN') }, // bearer, a JWT that is valid during the run
    accessToken: { valid: secret('ACCESS_TOKEN') }, // bearer, a JWT that is valid during the run
    staffKey: { ann: secret('ANN_STAFF_KEY'), admin: secret('ADMIN_STAFF_KEY') }, // header X-Key
    fwAuth: { ann: session({ name: 'ann' }), admin: session({ name: 'admin' }) }, // session
    fwAuthSuperuser: { root: session({ name: 'root', isSuperuser: true }) }, // superuser session
  },
  roles: {
    'GET /reports': { allow: ['admin'], deny: ['user', 'anonymous'] }, // check isSenior: name who may
    'GET /mine': { allow: ['admin'], deny: ['user', 'anonymous'] }, // check isOwner: name who may
    'GET /root': { allow: ['superuser'], deny: ['user', 'anonymous'] },
    'GET /every': { allow: ['superuser'], deny: ['user', 'anonymous'] },
  },`

describe('svc test-auth --init, where users differ', () => {
  let sample: SampleFolder
  before(() => (sample = createSample({ 'package.json': '{"type":"module"}', 'svc.config.ts': CONFIG })))
  after(() => sample.dispose())

  it('writes a user for each role that a declaration shows, and a variable for each token', async () => {
    const modules = await Modules.open(sample.root)
    try {
      const { api, base } = await load(modules)
      await writeFixtures({ root: sample.root, subject: { kind: 'local', api, base }, stderr: () => undefined })
      const file = `${sample.root}/fixtures/auth.fixtures.ts`
      const text = readFileSync(file, 'utf8')
      expect(text.slice(text.indexOf('  users'), text.indexOf('\n})'))).to.equal(EXPECTED)
      const secrets = { JWT_TOKEN: 'a.token.of-ann', ACCESS_TOKEN: 'other.token.of-ann' }
      Object.assign(process.env, secrets, { ANN_STAFF_KEY: 'Key-of-ann-4711', ADMIN_STAFF_KEY: 'Key-of-admin-4712' })
      const { default: fixtures } = await modules.import(file)
      const scenarios = await authScenarios(api, { fixtures: fixtures as FixtureFile, base, only: ['valid', 'role'] })
      const failed = await Promise.all(
        scenarios.tests.map(async ({ name, verdict }) => [name, (await verdict()).outcome] as const),
      )
      await scenarios.close()
      // That its guard lets ann in is a finding, until the roles are corrected.
      const others = failed.filter(([name]) => !name.startsWith('GET /mine'))
      expect(others.filter(([, outcome]) => outcome !== 'passed')).to.deep.equal([])
      expect(others.map(([name]) => name)).to.include.members(['GET /reports role.ann', 'GET /reports valid'])
    } finally {
      for (const name of ['JWT_TOKEN', 'ACCESS_TOKEN', 'ANN_STAFF_KEY', 'ADMIN_STAFF_KEY']) delete process.env[name]
      await modules.close()
    }
  })
})
