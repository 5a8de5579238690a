import { expect } from 'chai'
import { bearer, cookieKey, fwAuth } from 'svc/security'
import { SvcAPI, type AuthInput } from 'svc'
import { jwt } from 'svc/identity'
import type { Fixtures } from '../model/fixtures.ts'
import { routesOf } from '../model/route.ts'
import type { Take } from '../model/request.ts'
import { sampleRouteFixture } from '../testdata/samples.ts'
import { findFlowTarget } from './flow-target.ts'

const token = bearer(() => null, { name: 'Token' })
const shop = cookieKey('sid', () => null, { name: 'Shop' })
const ISSUED = { issuer: 'pets', audience: 'pets', secret: 'kUq3h0vYzR1mTn8sWb5xLe2cPa7dGf4j' }
const request = (target: string) => ({ method: 'POST', target, headers: [], body: '' })
const loginWith = (authenticator: string, target: string, take: Take) => ({
  authenticator,
  request: request(target),
  take,
})
const TOKEN = loginWith('Token', '/token', { json: '/access_token' })
const SHOP = loginWith('Shop', '/shop', { cookie: 'sid' })

type Found = ReturnType<typeof findFlowTarget>

function foundOf(
  auths: readonly unknown[],
  logins: Fixtures['logins'],
  path: string,
  take?: Take,
  more: Partial<Fixtures> = {},
): Found {
  const api = new SvcAPI<AuthInput | undefined>({ sessions: { secrets: ['a-secret-for-sessions-of-32-characters'] } })
  for (const [index, auth] of auths.entries()) api.get(`/x${index}`, { auth: auth as never }, () => 1)
  const credential = (authenticator: string) => ({
    authenticator,
    user: 'valid',
    value: { type: 'key' as const, value: 'x' },
    origin: 'login',
    synthetic: false,
  })
  const fixtures: Fixtures = {
    users: {},
    valid: Object.fromEntries((logins ?? []).map((one) => [one.authenticator, [credential(one.authenticator)]])),
    invalid: {},
    routes: {},
    ...(logins === undefined ? {} : { logins }),
    scenarios: [],
    policy: { undeclared: 'fail', challenge: 'always' },
    secrets: [],
    literals: [],
    ...more,
  }
  const login = { request: request(path), ...(take === undefined ? {} : { take }) }
  return findFlowTarget(routesOf(api.operations(), '', true), fixtures, login)
}

function targetOf(...given: Parameters<typeof foundOf>): unknown {
  const target = foundOf(...given)
  return typeof target === 'string' ? target : [target.authenticator, target.take]
}

describe('the authenticator that a login of the fixtures is for', () => {
  const session = { cookie: 'svc-session' }
  for (const [title, actual, expected] of [
    [
      'the session, though a token comes from another route',
      targetOf([token, fwAuth], [TOKEN], '/login', session),
      ['fwAuth', session],
    ],
    ['the one of the same route', targetOf([token, shop, fwAuth], [TOKEN, SHOP], '/shop'), ['Shop', { cookie: 'sid' }]],
    [
      'the one of the same place',
      targetOf([token, shop], [TOKEN, SHOP], '/other', { cookie: 'sid' }),
      ['Shop', SHOP.take],
    ],
    [
      'the token, where the answer holds it in JSON',
      targetOf([shop, token], [SHOP, TOKEN], '/other', { json: '/access_token' }),
      ['Token', TOKEN.take],
    ],
    ['the only one from a login', targetOf([token], [TOKEN], '/other', { json: '/t' }), ['Token', { json: '/t' }]],
    [
      'the only one that takes tokens',
      targetOf([shop, token], [], '/login', { json: '/t' }),
      ['Token', { json: '/t' }],
    ],
    [
      'the only one that takes tokens, of another scheme',
      targetOf([shop, jwt({ ...ISSUED, scheme: 'Token' })], [], '/login', { json: '/t' }),
      ['jwt', { json: '/t' }],
    ],
  ] as const)
    it(`is ${title}`, () => expect(actual).to.deep.equal(expected))
})

describe('the route that a login of the fixtures must open', () => {
  const users = { ann: { roles: ['user'] }, root: { roles: ['admin'] } }
  const admins = sampleRouteFixture({ allow: ['admin'], deny: ['user'] })
  const others = sampleRouteFixture({ allow: ['staff'] })
  const known = sampleRouteFixture({ deny: ['anonymous'] })
  const list = [shop, token]
  const rows: readonly (readonly [
    title: string,
    auths: readonly unknown[],
    routes: Fixtures['routes'],
    user: string,
    expected: string,
  ])[] = [
    ['is the first', [shop, shop], {}, 'ann', 'GET /x0'],
    ['is one that its user may use', [shop, shop], { 'GET /x0': admins }, 'ann', 'GET /x1'],
    ['is that of its role', [shop, shop], { 'GET /x0': admins }, 'root', 'GET /x0'],
    ['is one for all, not one that names others', [shop, shop], { 'GET /x0': others }, 'ann', 'GET /x1'],
    [
      'is one that names others, not one that denies',
      [shop, shop],
      { 'GET /x0': admins, 'GET /x1': others },
      'ann',
      'GET /x1',
    ],
    ['may take another credential, too', [shop, list], { 'GET /x0': admins }, 'ann', 'GET /x1'],
    ['is one that takes nothing else', [list, shop], {}, 'ann', 'GET /x1'],
    ['is one for all, where the user is not known', [shop, shop], { 'GET /x0': admins }, 'who', 'GET /x1'],
    ['is one for every user', [shop, shop], { 'GET /x0': known }, 'who', 'GET /x0'],
    ['is any, where no other is left', [shop], { 'GET /x0': admins }, 'who', 'GET /x0'],
    [
      'is absent where its user may not use any',
      [shop, list],
      { 'GET /x0': admins, 'GET /x1': admins },
      'ann',
      'the roles of the fixtures let ann use no GET route that Shop opens',
    ],
  ]
  for (const [title, auths, routes, user, expected] of rows)
    it(title, () => {
      const found = foundOf(auths, [{ ...SHOP, user }], '/shop', SHOP.take, { users, routes })
      expect(typeof found === 'string' ? found : found.route).to.equal(expected)
    })
})

describe('the route that a session has to open', () => {
  const routeOf = (more: Partial<Fixtures>): string | undefined => {
    const found = foundOf([fwAuth, fwAuth, fwAuth], [], '/login', { cookie: 'svc-session' }, more)
    return typeof found === 'string' ? undefined : found.route
  }
  it('is the one that says who asks, where the fixtures name it', () => {
    expect(routeOf({})).to.equal('GET /x0')
    expect(routeOf({ whoami: 'GET /x2' })).to.equal('GET /x2')
  })
})

describe('a request with the token of a login', () => {
  const found = foundOf([token], [TOKEN], '/token', { json: '/access_token' })
  const carry = (headers: readonly (readonly [string, string])[]): unknown =>
    typeof found === 'string' ? found : found.carry({ ...request('/out'), headers }, 'abc').headers

  it('has it where the authenticator reads it', () =>
    expect(carry([])).to.deep.equal([['Authorization', 'Bearer abc']]))

  it('has it once where the fixtures say its place', () =>
    expect(carry([['Authorization', 'Bearer {taken}']])).to.deep.equal([['Authorization', 'Bearer abc']]))
})
