import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { signJwt } from 'svc/identity'
import { bearer } from 'svc/security'
import { loginWith } from 'svc/testing'
import { sampleSetup } from '../testdata/sample-setup.ts'

const questionsOf = async (api: unknown, fixtures: object = {}): Promise<readonly string[]> => {
  const subject = { kind: 'local' as const, api: api as never, base: '' }
  const { plan } = await sampleSetup({ subject, fixtures, timeout: 60_000 })
  return plan.remarks.flatMap(({ kind, message }) => (kind === 'question' ? [message] : []))
}

describe('questions about an application in this process', () => {
  const logins = (lifetime: number): unknown => {
    const own = { issuer: 'shop', audience: 'shop', secret: 'kUq3h0vYzR1mTn8sWb5xLe2cPa7dGf4j' }
    const sign = signJwt({ ...own, lifetime })
    const api = new SvcAPI({ auth: bearer((_, token) => token.startsWith('ey'), { name: 'Token' }) })
    api.get('/x', {}, () => 1)
    api.post('/login', { auth: null }, async () => ({ token: await sign({ sub: 'ann' }) }))
    return api
  }
  const login = loginWith({ as: 'ann', request: { path: '/login', json: { user: 'ann' } }, take: { json: '/token' } })
  const fixtures = { users: { ann: {} }, credentials: { Token: { ann: login } } }

  it('are asked where the token of a login is good for long', async () => {
    expect(await questionsOf(logins(3_600), fixtures)).to.deep.equal([])
    expect((await questionsOf(logins(30 * 86_400), fixtures)).join()).to.include('the token of ann is good for 30 days')
  })
})
