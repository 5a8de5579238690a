import { expect } from 'chai'
import { bearer, cookieKey, fwAuth } from 'svc/security'
import { SvcAPI, type AuthInput } from 'svc'
import type { Fixtures } from '../model/fixtures.ts'
import { routesOf } from '../model/route.ts'
import type { Take } from '../model/request.ts'
import { findFlowTarget } from './flow-target.ts'

const token = bearer(() => null, { name: 'Token' })
const shop = cookieKey('sid', () => null, { name: 'Shop' })
const request = (target: string) => ({ method: 'POST', target, headers: [], body: '' })
const loginWith = (authenticator: string, target: string, take: Take) => ({
  authenticator,
  request: request(target),
  take,
})
const TOKEN = loginWith('Token', '/token', { json: '/access_token' })
const SHOP = loginWith('Shop', '/shop', { cookie: 'sid' })

function targetOf(auths: readonly unknown[], logins: Fixtures['logins'], path: string, take?: Take): unknown {
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
    policy: { undeclared: 'fail', challenge: 'always' },
    secrets: [],
    literals: [],
  }
  const login = { request: request(path), ...(take === undefined ? {} : { take }) }
  const target = findFlowTarget(routesOf(api.operations(), '', true), fixtures, login)
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
  ] as const)
    it(`is ${title}`, () => expect(actual).to.deep.equal(expected))
})
