import { expect } from 'chai'
import { type AuthInput, AuthorizationError, inherit, type Observation, Router, SvcAPI } from 'svc'
import { hasScope, jwt } from 'svc/identity'
import { all, bearer, check, explainRefusal, formatRefusal, headerKey, named, optional } from 'svc/security'
import { AUDIENCE, openIssuer, type TestIssuer } from './testdata/issuer.ts'

let issuer: TestIssuer
before(async () => (issuer = await openIssuer()))
after(() => issuer.close())

const auth = (): ReturnType<typeof jwt> => jwt({ issuer: issuer.url, audience: AUDIENCE })
const CHALLENGE = 'Bearer error="insufficient_scope", scope="pets:read pets:write"'

async function ask(api: SvcAPI<AuthInput | undefined>, token: string): Promise<Response> {
  return api.fetch(new Request('http://localhost/', { headers: { authorization: `Bearer ${token}` } }))
}

function apiOf(value: AuthInput): SvcAPI {
  const api = new SvcAPI({ title: 'Pets' })
  api.get('/', { auth: value }, () => 'in')
  return api
}

describe('hasScope', () => {
  const rows: readonly (readonly [claims: object, status: number])[] = [
    [{ scope: 'pets:read pets:write' }, 200],
    [{ scope: 'pets:write other pets:read' }, 200],
    [{ scope: undefined, scp: ['pets:read', 'pets:write'] }, 200],
    [{ scope: undefined, scp: 'pets:read pets:write' }, 200],
    [{ scope: 'pets:read', scp: ['pets:write'] }, 200],
    [{ scope: 'pets:read' }, 403],
    [{ scope: 'pets:read pets:write-nothing' }, 403],
    [{ scope: 'pets:read pets:writ' }, 403],
    [{ scope: 'pets:read PETS:WRITE' }, 403],
    [{ scope: 'pets:read,pets:write' }, 403],
    [{ scope: 'pets:read\tpets:write' }, 403],
    [{ scope: '' }, 403],
    [{ scope: undefined }, 403],
    [{ scope: null }, 403],
    [{ scope: { 'pets:read': true, 'pets:write': true } }, 403],
    [{ scope: undefined, scopes: ['pets:read', 'pets:write'] }, 403],
    [{ scope: undefined, roles: ['pets:read', 'pets:write'] }, 403],
    [{ scope: undefined, scp: [['pets:read', 'pets:write']] }, 403],
    [{ scope: undefined, scp: ['pets:read pets:write'] }, 403],
  ]
  for (const [claims, status] of rows) {
    it(`answers ${status} to ${JSON.stringify(claims)}`, async () => {
      const response = await ask(apiOf(check(auth(), hasScope('pets:read', 'pets:write'))), await issuer.mint(claims))
      expect(response.status).to.equal(status)
      expect(response.headers.get('www-authenticate')).to.equal(status === 403 ? CHALLENGE : null)
      if (status === 403) expect(await response.json()).to.deep.equal({ detail: 'Forbidden' })
    })
  }

  it('reads the token and not what map returned', async () => {
    const user = jwt({ issuer: issuer.url, audience: AUDIENCE, map: () => ({ scope: 'admin' }) })
    const token = await issuer.mint()
    expect((await ask(apiOf(check(user, hasScope('pets:read'))), token)).status).to.equal(200)
    expect((await ask(apiOf(check(user, hasScope('admin'))), token)).status).to.equal(403)
  })

  it('stands inside of all, on inherit, around named and around a list of tokens', async () => {
    const token = await issuer.mint({ scope: 'pets:read' })
    const two = [jwt({ issuer: 'https://x.example', audience: 'x', jwks: `${issuer.url}/jwks` }), auth()] as const
    expect((await ask(apiOf(check(two, hasScope('pets:read'))), token)).status).to.equal(200)
    expect((await ask(apiOf(check(named('user', auth()), hasScope('pets:read'))), token)).status).to.equal(200)
    const device = headerKey('X-Device', () => 1)
    expect((await ask(apiOf(all(check(auth(), hasScope('pets:read')), device)), token)).status).to.equal(401)
    const router = new Router({ auth: auth() })
    router.get('/', { auth: check(inherit, hasScope('pets:write')) }, () => 'in')
    const api = new SvcAPI({ title: 'Pets' })
    api.addRouter('', router)
    expect((await ask(api, token)).status).to.equal(403)
  })

  it('does not hide a 401', async () => {
    const response = await ask(apiOf(check(auth(), hasScope('pets:read'))), 'x')
    expect([response.status, response.headers.get('www-authenticate')]).to.deep.equal([401, 'Bearer realm="Pets"'])
  })

  it('is shaped by a handler that is registered for AuthorizationError', async () => {
    const api = apiOf(check(auth(), hasScope('pets:write')))
    api.exceptionHandler(AuthorizationError, (request, error: AuthorizationError) =>
      api.createResponse(request, { no: true }, { status: 403, headers: error.headers }),
    )
    const response = await ask(api, await issuer.mint())
    expect([response.status, await response.json()]).to.deep.equal([403, { no: true }])
    expect(response.headers.get('www-authenticate')).to.contain('insufficient_scope')
  })

  const wrong: readonly (readonly [what: string, value: () => AuthInput])[] = [
    [
      'a bearer of its own',
      () =>
        check(
          bearer(() => ({ scope: 'a' })),
          hasScope('a'),
        ),
    ],
    ['a list with a key in it', () => check([auth(), headerKey('X-Key', () => 1)], hasScope('a'))],
    [
      'all',
      () =>
        check(
          all(
            auth(),
            headerKey('X-Key', () => 1),
          ),
          hasScope('a') as never,
        ),
    ],
    ['a function', () => check(() => ({ scope: 'a' }), hasScope('a'))],
  ]
  for (const [what, value] of wrong) {
    it(`does not load around ${what}`, () => {
      expect(() => apiOf(value()).operations())
        .to.throw(/hasScope\(a\) guards/)
        .with.property('code', 'SVC_AUTH_SCOPES')
    })
  }

  const places: readonly (readonly [what: string, value: () => unknown])[] = [
    ['an authenticator', () => hasScope('a')],
    ['a member of a list', () => [auth(), hasScope('a')]],
    ['a member of all', () => all(auth(), hasScope('a') as never)],
    ['what is optional', () => optional(hasScope('a') as never)],
    ['what another guard guards', () => check(hasScope('a') as never, () => true)],
    ['a named function', () => named('scopes', hasScope('a') as never)],
  ]
  for (const [what, value] of places) {
    it(`does not load as ${what}`, () => {
      expect(() => apiOf(value() as AuthInput).operations())
        .to.throw(/hasScope\(a\)/)
        .with.property('code', 'SVC_AUTH_SCOPES')
    })
  }

  it('is a reason that names what the token lacks, and nothing that it holds', async () => {
    const api = apiOf(check(auth(), hasScope('pets:read', 'pets:write')))
    const seen: Observation[] = []
    api.observe((observation) => seen.push(observation))
    await ask(api, await issuer.mint({ scope: 'pets:read secret-scope' }))
    const refusal = await explainRefusal(seen, { operations: api.operations() })
    const text = formatRefusal(refusal as never).join('\n')
    expect(text).to.contain('said no: the token is right and lacks pets:write.')
    expect(JSON.stringify(refusal) + text).not.to.contain('secret-scope')
  })

  it('is in the document: the flows list every scope, an operation those that it needs', async () => {
    const flows = {
      authorizationCode: { authorizationUrl: 'https://id/a', tokenUrl: 'https://id/t', scopes: { x: 'X' } },
    }
    const user = jwt({ issuer: issuer.url, audience: AUDIENCE, flows })
    const api = new SvcAPI({ title: 'Pets' })
    api.get('/a', { auth: user }, () => 1)
    api.get('/b', { auth: check(user, hasScope('pets:write')) }, () => 1)
    api.get('/c', { auth: check(check(auth(), hasScope('pets:read')), hasScope('more')) }, () => 1)
    const response = await api.fetch(new Request('http://localhost/openapi.json'))
    const document = (await response.json()) as {
      readonly components: { readonly securitySchemes: object }
      readonly paths: Readonly<Record<string, { readonly get: { readonly security: unknown } }>>
    }
    expect(Object.values(document.components.securitySchemes)).to.deep.equal([
      {
        type: 'oauth2',
        flows: { authorizationCode: { ...flows.authorizationCode, scopes: { 'pets:write': '', x: 'X' } } },
      },
      { type: 'openIdConnect', openIdConnectUrl: `${issuer.url}/.well-known/openid-configuration` },
    ])
    expect(Object.values(document.paths).map(({ get }) => get.security)).to.deep.equal([
      [{ jwt: [] }],
      [{ jwt: ['pets:write'] }],
      [{ jwt2: ['pets:read', 'more'] }],
    ])
  })

  it('refuses anonymous requests around optional', async () => {
    const api = apiOf(check(optional(auth()), hasScope('pets:read')))
    expect((await api.fetch(new Request('http://localhost/'))).status).to.equal(403)
  })
})
