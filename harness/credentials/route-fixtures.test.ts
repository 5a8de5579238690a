import { expect } from 'chai'
import { BASIC, describeLeaf, REQUEST } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import type { Fixtures } from '../model/fixtures.ts'
import type { FixtureFile } from './define.ts'
import { describeGuards } from './guards.ts'
import { resolveFixtures } from './resolve.ts'

const KEY = 'a-key-of-the-fixtures'
const route: Route = {
  key: 'POST /x',
  method: 'POST',
  path: '/x',
  base: '',
  auth: describeLeaf(REQUEST, { name: 'signed' }),
  level: 'operation',
  authSource: undefined,
  source: undefined,
  csrf: false,
  declaresBody: false,
}

function resolve(
  fixtures: FixtureFile,
  routes: readonly Route[] = [route],
  env: Readonly<Record<string, string>> = {},
): Promise<Fixtures> {
  return resolveFixtures({
    fixtures,
    routes,
    source: { env, directory: '.', allowExec: false },
    sessions: undefined,
    logIn: async () => '',
  })
}

describe('the expected answers of a route in fixtures', () => {
  const [denied, admitted] = [{ status: 418, detail: 'no' }, { status: 500 }]
  for (const expected of [{ denied }, { admitted }, { denied, admitted }, {}]) {
    it(`are those that it names: ${Object.keys(expected).join(' and ') || 'none'}`, async () => {
      const { routes } = await resolve({ routes: { 'POST /x': { expect: expected } } })
      const { denied: refusal, admitted: answer } = routes['POST /x'] ?? {}
      expect({ ...(refusal && { denied: refusal }), ...(answer && { admitted: answer }) }).to.deep.equal(expected)
    })
  }
})

describe('a credential in fixtures', () => {
  const sealed = { session: { name: 'ann' } } as never
  const table: readonly (readonly [title: string, valid: never, message: string])[] = [
    [
      'has only parts of a request',
      { header: { a: 'b' } } as never,
      'credentials.signed.valid has "header"; a credential has',
    ],
    ['is not a session of another server', sealed, 'seals a session, which needs the application in this process'],
  ]
  for (const [title, valid, message] of table) {
    it(title, async () => {
      const refused = await resolve({ credentials: { signed: { valid } } }).catch((error: unknown) => error)
      expect((refused as Error).message).to.include(message)
    })
  }

  it('is not a session where the application has no secret', async () => {
    const refused = await resolveFixtures({
      fixtures: { credentials: { signed: { valid: sealed } } },
      routes: [route],
      source: { env: {}, directory: '.', allowExec: false },
      sessions: { available: false } as never,
      logIn: async () => '',
    }).catch((error: unknown) => error)
    expect((refused as Error).message).to.include('the application has no secret: set SVC_SESSION_SECRET')
  })
})

describe('the body of a route in fixtures', () => {
  it('has the values of the environment wherever it names them, and hides what is named like a secret', async () => {
    const body = { user: 'ann', twice: [{ password: '${PW}' }] }
    const { routes, secrets } = await resolve({ routes: { 'POST /x': { body } } }, [route], { PW: 'deep-vault-77' })
    expect(JSON.parse(routes['POST /x']?.body?.text ?? '')).to.deep.equal({
      user: 'ann',
      twice: [{ password: 'deep-vault-77' }],
    })
    expect(secrets).to.deep.equal([{ value: 'deep-vault-77', label: 'env:PW' }])
  })

  it('is sent as it is, for those that sign it', async () => {
    const { routes } = await resolve({ routes: { 'POST /x': { raw: { type: 'text/csv', text: 'a,b' } } } })
    expect(routes['POST /x']?.body).to.deep.equal({ contentType: 'text/csv', text: 'a,b', raw: true })
  })

  it('may hold files', async () => {
    const multipart = { title: 'one', file: { filename: 'a "b"\r\n.txt', type: 'text/plain', content: 'two' } }
    const { routes } = await resolve({ routes: { 'POST /x': { multipart } } })
    const boundary = '--svc-test-auth-boundary'
    expect(routes['POST /x']?.body).to.deep.equal({
      contentType: 'multipart/form-data; boundary=svc-test-auth-boundary',
      text: [
        boundary,
        'Content-Disposition: form-data; name="title"',
        '',
        'one',
        boundary,
        'Content-Disposition: form-data; name="file"; filename="a %22b%22%0D%0A.txt"',
        'Content-Type: text/plain',
        '',
        'two',
        `${boundary}--`,
        '',
      ].join('\r\n'),
    })
  })

  it('is one', async () => {
    const both = resolve({ routes: { 'POST /x': { body: {}, form: { a: 'b' } } } })
    expect(await both.catch((error: unknown) => (error as Error).message)).to.equal(
      'routes, POST /x has body and form: a request has one body',
    )
  })
})

describe('a credential that cannot be sent to its authenticator', () => {
  const cases: readonly (readonly [string, FixtureFile['credentials'], Route['auth'], RegExp])[] = [
    [
      'a text for a function',
      { signed: { valid: KEY } },
      describeLeaf(REQUEST, { name: 'signed' }),
      /^credentials\.signed\.valid is a text, and signed is a function of the request: say where/,
    ],
    [
      'a text for Basic',
      { Login: { valid: KEY } },
      describeLeaf(BASIC, { name: 'Login' }),
      /reads a user name with a password/,
    ],
    [
      'a pair for a key',
      { Key: { valid: { username: 'a', password: KEY } } },
      describeLeaf({ in: 'header', name: 'X-Key' }, { name: 'Key' }),
      /is a user name with a password, and Key reads a key/,
    ],
  ]
  for (const [name, credentials, auth, message] of cases) {
    it(`is refused: ${name}`, async () => {
      const resolved = resolve({ credentials: credentials as never }, [{ ...route, auth }])
      const error = await resolved.then(
        () => undefined,
        (thrown: unknown) => thrown as Error,
      )
      expect(error?.message).to.match(message).and.to.not.include(KEY)
    })
  }

  it('is accepted by a function with the scheme of its place', async () => {
    const scheme = { type: 'apiKey', in: 'header', name: 'X-Key' } as const
    const { valid } = await resolve({ credentials: { signed: { valid: KEY } } }, [
      { ...route, auth: describeLeaf(REQUEST, { name: 'signed', scheme }) },
    ])
    expect(valid['signed']?.map(({ value }) => value)).to.deep.equal([{ type: 'key', value: KEY }])
  })
})

describe('a guard that only the fixtures describe', () => {
  const fixtures: FixtureFile = { routes: { 'POST /x': { as: { headers: { 'X-Internal': KEY } } } } }

  it('is an authenticator of the route', () => {
    const described = describeGuards([{ ...route, auth: null }], fixtures, true)
    expect(described.routes.map(({ auth }) => auth)).to.deep.equal([
      describeLeaf(REQUEST, { name: 'guard of POST /x' }),
    ])
    expect(described.fixtures.credentials).to.deep.equal({
      'guard of POST /x': { valid: { headers: { 'X-Internal': KEY } } },
    })
  })

  it('is refused where the route declares its own', () => {
    expect(() => describeGuards([route], fixtures, true)).to.throw('this route declares its own')
    expect(() => describeGuards([{ ...route, auth: null }], fixtures, false)).to.throw('this route declares its own')
  })
})
