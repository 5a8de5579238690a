import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { check, headerKey } from 'svc/security'
import type { AnyApi } from '../model/application.ts'
import type { FixtureFile } from '../credentials/define.ts'
import { findingsOf } from '../testdata/findings.ts'

const KEYS = { ann: 'K-of-ann-9f27c1-0123', bob: 'K-of-bob-c3d1-98765' }
const TENANTS: Readonly<Record<string, string>> = { ann: 'acme', bob: 'globex' }
const key = headerKey('X-Key', (_, given) => Object.entries(KEYS).find(([, known]) => known === given)?.[0], {
  name: 'Key',
})

/** Each user has a tenant of their own. */
function apiOf(tenantOf: (user: string) => string | undefined): AnyApi {
  const api = new SvcAPI()
  const own = check(key, (auth, { params }) => tenantOf(auth) === params['tenant'])
  api.get('/[tenant]/x', { auth: own }, ({ auth }) => ({ user: auth }))
  return api
}

const fixturesWith = (params: NonNullable<NonNullable<FixtureFile['routes']>[string]>['params'] = {}): FixtureFile => ({
  users: { ann: {}, bob: {} },
  credentials: { Key: { valid: KEYS } },
  routes: { 'GET /[tenant]/x': { params, allow: ['ann', 'bob'] } },
})
const OWN = fixturesWith({ bob: { tenant: 'globex' }, ann: { tenant: 'acme' } })

describe('parameters that each user has', () => {
  it('go with the requests of that user, and those of the first with all others', async () => {
    expect(
      await findingsOf(
        apiOf((user) => TENANTS[user]),
        OWN,
      ),
    ).to.deep.equal([])
  })

  it('show that one user is refused what is theirs', async () => {
    const findings = await findingsOf(
      apiOf((user) => (user === 'bob' ? TENANTS[user] : undefined)),
      OWN,
    )
    expect(findings.join('\n')).to.contain('role.ann')
    expect(findings.join('\n')).not.to.contain('role.bob')
  })

  it('stand beside parameters of all', async () => {
    const fixtures = fixturesWith({ tenant: 'acme', bob: { tenant: 'globex' } })
    expect(
      await findingsOf(
        apiOf((user) => TENANTS[user]),
        fixtures,
      ),
    ).to.deep.equal([])
  })

  it('go with each request where two users ask in turn and at the same time', async () => {
    const api = new SvcAPI()
    const userOf = (
      { params }: { readonly params: Readonly<Record<string, string>> },
      given: string,
    ): string | undefined =>
      Object.entries(KEYS).find(([user, known]) => known === given && TENANTS[user] === params['tenant'])?.[0]
    const own = headerKey('X-Key', userOf, { name: 'Key' })
    api.get('/[tenant]/x', { auth: own }, ({ auth }) => ({ user: auth }))
    expect(await findingsOf(api, OWN)).to.deep.equal([])
  })

  it('are refused of a user whom the fixtures do not have', async () => {
    const fixtures = fixturesWith({ ann: { tenant: 'acme' }, bbo: { tenant: 'globex' } })
    const refused = await findingsOf(
      apiOf((user) => TENANTS[user]),
      fixtures,
    ).catch((error: Error) => error.message)
    expect(refused).to.match(/routes, GET \/\[tenant\]\/x, params: there is no user "bbo"\. Did you mean "bob"\?/)
  })
})
