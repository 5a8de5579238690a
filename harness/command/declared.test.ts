import { expect } from 'chai'
import { createSample, type SampleFolder } from '../../server/files/testdata/tree.ts'
import { load } from '../../server/files/load.ts'
import { Modules } from '../../server/files/modules.ts'
import { authScenarios } from './auth-scenarios.ts'

const GUARD = `import { HttpBearer } from 'svc/security'

class TokenAuth extends HttpBearer {
  authenticate(_, token) { return token.startsWith('Tok') && { user: 'ann' } }
}
export const tokens = new TokenAuth()
`
const ROUTE = `import { operation } from 'svc'
import { tokens } from '../lib/guard.ts'

export const GET = operation({ auth: tokens }, () => 1)
`

describe('the position of a finding', () => {
  let sample: SampleFolder
  afterEach(() => sample.dispose())

  it('is where the authenticator is declared, and beside it where it is applied', async () => {
    sample = createSample({
      'package.json': '{"type":"module"}',
      'svc.config.ts': "import { defineConfig } from 'svc'\nexport default defineConfig({ docs: false })\n",
      lib: { 'guard.ts': GUARD },
      routes: { 'x.ts': ROUTE },
    })
    const modules = await Modules.open(sample.root)
    const { api } = await load(modules)
    const fixtures = { credentials: { TokenAuth: { valid: 'Token-of-ann-77' } } }
    const scenarios = await authScenarios(api, { fixtures, base: '/api', only: ['key.prefix'] })
    const test = scenarios.tests.find(({ name }) => name.endsWith('key.prefix'))
    const verdict = await test?.verdict()
    await scenarios.close()
    await modules.close()
    const { position, applied } = verdict?.finding ?? {}
    expect({ position, applied }).to.deep.equal({
      position: { file: `${sample.root}/lib/guard.ts`, line: 3 },
      applied: { file: `${sample.root}/routes/x.ts`, line: 4 },
    })
  })
})
