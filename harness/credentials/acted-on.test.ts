import { expect } from 'chai'
import { SvcAPI } from 'svc'
import { bearer } from 'svc/security'
import type { Fixtures } from '../model/fixtures.ts'
import { sampleSetup } from '../testdata/sample-setup.ts'
import type { FixtureFile } from './define.ts'
import { checkStructure } from './structure.ts'

const auth = bearer((_, token) => (token === 'Token-of-ann-77' ? { user: 'ann' } : null), { name: 'Token' })

function application(): SvcAPI<typeof auth> {
  const api = new SvcAPI({ auth })
  api.get('/mine', {}, () => 1)
  api.get('/open', { auth: null }, () => 1)
  return api
}

/** A plan of fixtures whose values are in the environment, as a run makes it; nothing is sent. */
function setUp(fixtures: FixtureFile): ReturnType<typeof sampleSetup> {
  checkStructure(fixtures, 'fixtures')
  return sampleSetup({
    subject: { kind: 'local', api: application(), base: '' },
    fixtures,
    source: { env: { NAME: 'Ann', TENANT: 'acme', PASS: 'deep-vault-77' }, directory: '.', allowExec: false },
    timeout: 60_000,
  })
}

describe('a variable of the environment in fixtures', () => {
  const valid = 'Token-of-ann-77'
  const detail = 'not for ${TENANT}'
  const replaced: readonly (readonly [
    place: string,
    fixtures: FixtureFile,
    read: (resolved: Fixtures) => unknown,
    is: unknown,
  ])[] = [
    [
      'the principal of a user',
      { users: { ann: { principal: { name: '${NAME}' } } } },
      ({ users }) => users['ann']?.principal,
      { name: 'Ann' },
    ],
    [
      'the principal of a credential',
      { credentials: { Token: { valid, principal: ['${NAME}', 7] } } },
      (resolved) => resolved.valid['Token']?.[0]?.principal,
      ['Ann', 7],
    ],
    [
      'the path of a login',
      { login: { request: { path: '/${TENANT}/login' }, take: { json: '/t' } } },
      ({ login }) => login?.request.target,
      '/acme/login',
    ],
    [
      'an address',
      { credentials: { Token: { valid: { from: '${TENANT:-127.0.0.2}', headers: { authorization: 'Bearer x' } } } } },
      (resolved) => resolved.valid['Token']?.map(({ value }) => 'from' in value && value.from),
      ['acme'],
    ],
    [
      'the text of a refusal',
      { routes: { 'GET /mine': { expect: { denied: { status: 418, detail } } } } },
      ({ routes }) => routes['GET /mine']?.denied?.detail,
      'not for acme',
    ],
    [
      'the mark of a record',
      { users: { ann: {} }, resources: { note: { of: { ann: {} }, at: ['GET /mine'], marks: { ann: '${NAME}' } } } },
      ({ resources }) => resources?.[0]?.marks,
      { ann: 'Ann' },
    ],
  ]
  for (const [place, fixtures, read, is] of replaced) {
    it(`is replaced in ${place}`, async () => expect(read((await setUp(fixtures)).fixtures)).to.deep.equal(is))
  }

  it('leaves dates and other values as they are', async () => {
    const since = new Date(0)
    const { fixtures } = await setUp({ users: { ann: { principal: { since, name: '${NAME}' } } } })
    expect(fixtures.users['ann']?.principal).to.deep.equal({ since, name: 'Ann' })
  })

  it('never shows where its name says that it is secret', async () => {
    const { fixtures } = await setUp({ users: { ann: { principal: { token: '${PASS}' } } } })
    expect(fixtures.secrets).to.deep.include({ value: 'deep-vault-77', label: 'env:PASS' })
  })

  const names: readonly (readonly [place: string, fixtures: object, message: string])[] = [
    ['a role', { users: { ann: { roles: ['${ROLE}'] } } }, 'users.ann.roles[0]: ${ROLE} is not replaced in a name'],
    ['the name of a user', { users: { '${NAME}': {} } }, 'users: ${NAME} is not replaced in a name'],
    [
      'what is taken from an answer',
      { login: { request: { path: '/in' }, take: { json: '/${T}' } } },
      'login.take.json: ${T}',
    ],
    ['a route', { roles: { 'GET /${TENANT}': {} } }, 'roles: ${TENANT} is not replaced in a name'],
    ['an authenticator', { routes: { 'GET /mine': { use: '${KIND}' } } }, 'routes, GET /mine.use: ${KIND} is not'],
  ]
  for (const [place, fixtures, message] of names) {
    it(`is refused by name in ${place}`, () =>
      expect(() => checkStructure(fixtures, 'auth.yaml')).to.throw(`auth.yaml  ${message}`))
  }

  it('is refused by name in the name of a member of a body', async () => {
    const refused = await setUp({ routes: { 'GET /mine': { body: { '${NAME}': 1 } } } }).catch(
      (error: unknown) => error,
    )
    expect((refused as Error).message).to.include('routes, GET /mine, body: ${NAME} is not replaced in a name')
  })
})

describe('what fixtures say of a route', () => {
  const wrong: readonly (readonly [fixtures: FixtureFile, message: RegExp])[] = [
    [
      { routes: { 'GET /mine': { protected: false } } },
      /^fixtures {2}routes, GET \/mine: protected: false says that it is public, and it asks for Token \(harness.*:\d+\)\. Remove it; where the credential is optional, write roles: \{ 'GET \/mine': \{ allow: \['anonymous'\] \} \} in its place\.$/,
    ],
    [
      { routes: { 'GET /mine': { protected: true, allow: ['anonymous'] } } },
      /^fixtures {2}routes, GET \/mine: protected: true says that anonymous requests are refused, and allow says that they pass\. Remove protected: true where/,
    ],
    [
      { routes: { 'GET /mine': { protected: true } }, roles: { 'GET /mine': { allow: ['anonymous'] } } },
      /refused, and allow under roles says that they pass\. Remove protected: true where the credential is optional, else 'anonymous' from allow\.$/,
    ],
    [
      { users: { ann: {} }, routes: { 'GET /mine': { allow: ['ann'] } }, roles: { 'GET /mine': { deny: ['ann'] } } },
      /^fixtures {2}routes, GET \/mine: "ann" is in allow and in deny\. Remove one of them\.$/,
    ],
  ]
  for (const [fixtures, message] of wrong) {
    it(`is refused: ${JSON.stringify(fixtures)}`, async () => {
      const refused = await setUp(fixtures).catch((error: unknown) => error)
      expect((refused as Error).message).to.match(message)
    })
  }

  it('may say that a route is public for which nothing declares it', async () => {
    const api = new SvcAPI()
    api.get('/open', {}, () => 1)
    const rowsWith = async (isProtected?: false): Promise<readonly string[]> => {
      const said = isProtected === undefined ? {} : { routes: { 'GET /open': { protected: isProtected } } }
      const { plan } = await sampleSetup({ subject: { kind: 'local', api, base: '' }, fixtures: said })
      return plan.routes
        .flatMap(({ scenarios }) => scenarios.map(({ name }) => name))
        .filter((name) => !name.startsWith('document'))
    }
    expect(await rowsWith()).to.deep.equal(['level.protected'])
    expect(await rowsWith(false))
      .to.include('public.anonymous')
      .and.not.include('level.protected')
  })
})

describe('a credential that a function signs', () => {
  const setUpWith = (sign: unknown, more: object = {}): ReturnType<typeof setUp> =>
    setUp({ credentials: { Token: { valid: { sign, ...more } as never } } })
  const wrong: readonly (readonly [title: string, sign: unknown, message: RegExp, more?: object])[] = [
    ['is a function', 'text', /Token\.valid\.sign must be a function.*got a text/],
    ['gives its parts at once', async () => ({}), /Token\.valid\.sign must return .*; got a promise/],
    ['gives parts of a request', () => ({ header: {} }), /Token\.valid\.sign must return .*; got something else/],
    ['gives texts', () => ({ headers: { 'X-A': 7 } }), /Token\.valid\.sign must return .*; got something else/],
    ['has no parts beside it', () => ({}), /Token\.valid has sign and headers: sign gives all parts/, { headers: {} }],
    [
      'does not throw',
      () => {
        throw new Error('no key')
      },
      /Token\.valid\.sign throws for GET \/mine: no key/,
    ],
  ]
  for (const [title, sign, message, more] of wrong) {
    it(title, async () => {
      const refused = await Promise.resolve()
        .then(() => setUpWith(sign, more))
        .catch((error: unknown) => error)
      expect((refused as Error).message).to.match(message)
    })
  }

  it('may throw for a route that does not have its authenticator', async () => {
    const sign = ({ path }: { readonly path: string }): object => {
      if (path === '/open') throw new SyntaxError('Unexpected end of JSON input')
      return { headers: { Authorization: 'Bearer t-1' } }
    }
    const { plan } = await setUpWith(sign)
    expect(plan.routes.map(({ route }) => route.key)).to.include.members(['GET /mine', 'GET /open'])
  })

  it('sees the request, and what it gives never shows', async () => {
    const seen: unknown[] = []
    const sign = ({
      method,
      path,
      query,
      body,
    }: {
      method: string
      path: string
      query: string
      body: Uint8Array
    }): object => {
      seen.push([method, path, query, Buffer.from(body).toString()])
      return { headers: { Authorization: 'Bearer signature-of-this-4711' } }
    }
    const { fixtures } = await setUpWith(sign)
    expect(seen).to.deep.include(['GET', '/mine', '', '']).and.to.deep.include(['HEAD', '/mine', '', ''])
    expect(fixtures.secrets.map(({ value }) => value)).to.include('Bearer signature-of-this-4711')
  })
})

describe('a policy of fixtures', () => {
  it('is named where it means nothing', async () => {
    const { plan } = await setUp({ policy: { limits: 5 } })
    expect(plan.remarks.map(({ message }) => message)).to.include(
      'policy.limits is for --url: the throttle of an application in this process is off while it is tested',
    )
    const remote = await sampleSetup({
      subject: { kind: 'remote', origin: 'http://127.0.0.1:9', routes: [], unsafe: false },
      fixtures: { policy: { undeclared: 'allow' } },
      dry: true,
    })
    expect(remote.plan.remarks.map(({ message }) => message)).to.deep.equal([
      'policy.undeclared means nothing with --url: an operation of a document without security is public (OpenAPI)',
    ])
  })
})
