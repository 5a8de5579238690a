import { inspect } from 'node:util'
import { expect } from 'chai'
import { BEARER, describeLeaf } from '../../server/internal.ts'
import type { Route } from '../model/route.ts'
import type { CredentialFixture, FixtureFile } from './define.ts'
import { entriesOf } from './entries.ts'
import { resolveFixtures } from './resolve.ts'
import { secret } from './secret.ts'
import { checkNames } from './shape.ts'
import { resolveText } from './resolve-text.ts'

const route: Route = {
  key: 'GET /pets',
  method: 'GET',
  path: '/pets',
  base: '',
  auth: describeLeaf(BEARER, { name: 'TokenAuth' }),
  level: 'operation',
  authSource: undefined,
  source: undefined,
  csrf: false,
  declaresBody: false,
}
/** The route after a change to `auth: null`, beside another one. */
const NOW_PUBLIC: readonly Route[] = [
  { ...route, auth: null, source: { file: 'routes/pets.ts', line: 3 } },
  { ...route, key: 'GET /keys', path: '/keys', auth: describeLeaf(BEARER, { name: 'Key' }) },
]
const source = { env: { TOKEN: 'from-the-environment' }, directory: '.', allowExec: false }

describe('fixtures', () => {
  it('never print a secret', () => {
    const value = secret('TOKEN')
    expect([String(value), JSON.stringify(value), inspect(value), inspect({ value })]).to.deep.equal([
      '[env:TOKEN]',
      '"[env:TOKEN]"',
      '[env:TOKEN]',
      '{ value: [env:TOKEN] }',
    ])
  })

  const texts: readonly (readonly [string, unknown, string])[] = [
    ['a secret', secret('TOKEN'), 'from-the-environment'],
    ['a variable', 'a-${TOKEN}', 'a-from-the-environment'],
    ['a variable with a default', '${NONE:-b}', 'b'],
    ['a plain text', 'plain', 'plain'],
  ]
  for (const [name, text, value] of texts)
    it(`resolve ${name}`, () => expect(resolveText(text, 'p', source).value).to.equal(value))

  const refusals: readonly (readonly [string, () => unknown, string])[] = [
    [
      'a variable that is not set, naming it and the fixture',
      () => resolveText(secret('NONE'), 'credentials.TokenAuth.valid', source),
      'the environment variable NONE is not set; credentials.TokenAuth.valid of the fixtures needs it',
    ],
    ['a program without --allow-exec', () => resolveText('exec:cat key', 'p', source), 'say --allow-exec'],
    [
      'an authenticator that does not exist, with the nearest',
      () => checkNames({ credentials: { TokenAuht: { valid: 'x' } } }, [route], 'f.ts'),
      'f.ts  credentials: there is no authenticator "TokenAuht". Did you mean "TokenAuth"?',
    ],
    [
      'an authenticator that no route uses any more, with the routes that may have lost it',
      () => checkNames({ credentials: { TokenAuth: { valid: 'x' } } }, NOW_PUBLIC, 'f.ts'),
      'f.ts  credentials: there is no authenticator "TokenAuth". No route uses it. Without auth: GET /pets (public, routes/pets.ts:3); if one of them lost it, svc routes --check says so. Known: Key.',
    ],
    [
      'the credential of a route that does not exist any more',
      () => checkNames({ routes: { 'GET /pets': { use: 'TokenAuth' } } }, NOW_PUBLIC, 'f.ts'),
      'f.ts  routes, GET /pets, use: there is no authenticator "TokenAuth". No route uses it. Without auth: GET /pets',
    ],
    [
      'a route that does not exist, with the nearest',
      () => checkNames({ routes: { 'GET /pet': {} } }, [route], 'f.ts'),
      'f.ts  routes: there is no route "GET /pet". Did you mean "GET /pets"?',
    ],
    [
      'a path in the place of a route',
      () => checkNames({ routes: { '/pets': {} } }, [route], 'f.ts'),
      'f.ts  routes: there is no route "/pets". Did you mean "GET /pets"?',
    ],
    [
      'a part of a credential beside the credentials',
      () => entriesOf('Signed', { valid: { headers: {} }, signs: ['body'] } as CredentialFixture, []),
      'credentials.Signed: "signs" is not a credential. It belongs to a credential: { valid: { …, signs: … } }.',
    ],
    ...(
      [
        ['signs', 'a credential: credentials: { NAME: { valid: { …, signs: … } } }'],
        ['raw', "a route: routes: { 'GET /path': { raw: … } }"],
        ['valid', 'an authenticator: credentials: { NAME: { valid: … } }'],
      ] as const
    ).map(
      ([key, place]) =>
        [
          `${key} among the keys of the file`,
          () => checkNames({ [key]: {} }, [route], 'f.ts'),
          `f.ts  the fixtures: there is no key "${key}". It belongs to ${place}.`,
        ] as const,
    ),
    [
      'a key that does not exist',
      () => checkNames({ credential: {} } as FixtureFile, [route], 'f.ts'),
      'Did you mean "credentials"?',
    ],
  ]
  for (const [name, act, message] of refusals) it(`refuse ${name}`, () => expect(act).to.throw(message))

  it('resolve one credential for several users, with the principals of the users', async () => {
    const fixtures: FixtureFile = {
      users: { ann: { principal: 'Ann' }, root: {} },
      credentials: { TokenAuth: { ann: 'token-of-ann', root: secret('TOKEN') } },
    }
    const resolved = await resolveFixtures({
      fixtures,
      routes: [route],
      source,
      sessions: undefined,
      logIn: async () => '',
    })
    expect(resolved.valid['TokenAuth']).to.deep.equal([
      {
        authenticator: 'TokenAuth',
        user: 'ann',
        value: { type: 'key', value: 'token-of-ann' },
        origin: 'literal',
        synthetic: false,
        principal: 'Ann',
      },
      {
        authenticator: 'TokenAuth',
        user: 'root',
        value: { type: 'key', value: 'from-the-environment' },
        origin: 'env:TOKEN',
        synthetic: false,
      },
    ])
  })
})
