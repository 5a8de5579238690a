import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { signJwt } from 'svc/identity'
import { type AuthRequest, bearer, cookieKey, named } from 'svc/security'
import { loginWith } from 'svc/testing'
import { sampleSetup } from '../testdata/sample-setup.ts'

const questionsOf = async (api: unknown, fixtures: object = {}): Promise<readonly string[]> => {
  const subject = { kind: 'local' as const, api: api as never, base: '' }
  const { plan } = await sampleSetup({ subject, fixtures, timeout: 60_000 })
  return plan.remarks.flatMap(({ kind, message }) => (kind === 'question' ? [message] : []))
}

describe('questions about an application in this process', () => {
  const cookies = (csrf?: false): unknown => {
    const api = new SvcAPI({
      auth: cookieKey('sid', (_, key) => key === 'Key-of-ann-77', { name: 'Cookie' }),
      csrf: true,
    })
    api.post('/notes', csrf === undefined ? {} : { csrf }, () => 1)
    return api
  }

  it('are asked where an operation takes a cookie and says csrf: false', async () => {
    expect(await questionsOf(cookies())).to.deep.equal([])
    expect((await questionsOf(cookies(false))).join()).to.include('csrf: false, and Cookie is a cookie')
  })

  const reads = (scheme?: { type: 'apiKey'; in: 'cookie'; name: string }): SvcAPI => {
    const read = ({ cookies: sent }: AuthRequest): boolean => sent['sid'] === 'Key-of-ann-77'
    const api = new SvcAPI({ auth: named('Panel', read, scheme as never) as never, csrf: true })
    api.post('/notes', {}, () => 1)
    return api
  }

  it('are asked where a function reads a cookie that is not declared', async () => {
    const cookie = { cookies: { sid: 'Key-of-ann-77' } }
    const declared = reads({ type: 'apiKey', in: 'cookie', name: 'sid' })
    const forged = { method: 'POST', headers: { cookie: 'sid=Key-of-ann-77', origin: 'https://attacker.example' } }
    const statusOf = async (api: SvcAPI): Promise<number> =>
      (await api.fetch(new Request('http://localhost/notes', forged))).status
    expect([await statusOf(declared), await statusOf(reads())]).to.deep.equal([403, 200])
    const fixtures = { credentials: { Panel: { valid: cookie } } }
    expect(await questionsOf(declared, fixtures)).to.deep.equal([])
    expect((await questionsOf(reads(), fixtures)).join()).to.include('Panel reads the cookie sid itself')
  })

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
