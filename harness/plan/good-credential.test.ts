import { expect } from 'chai'
import { BASIC, describeLeaf } from '../../server/internal.ts'
import type { Credential } from '../model/fixtures.ts'
import type { RequestData } from '../model/request.ts'
import type { Route } from '../model/route.ts'
import { extraOf } from '../model/scenario.ts'
import { sampleFixtures, sampleRoute, sampleRouteFixture } from '../testdata/samples.ts'
import { bringsGood, goodTexts } from './good-credential.ts'
import { createPlan } from './plan.ts'

const KEY = 'Key-of-ann-5b20'
const PAIR = 'YW5uOnNlY3JldA'
const PARAM = describeLeaf({ in: 'query', name: 'k' }, { name: 'Token' })

function credential(authenticator: string, user: string, value: Credential['value']): Credential {
  return { authenticator, user, value, origin: 'literal', synthetic: false }
}

const fixtures = sampleFixtures({
  users: { ann: { roles: ['clerk'] }, bob: { roles: ['guest'] } },
  valid: {
    Token: [
      credential('Token', 'ann', { type: 'key', value: KEY }),
      credential('Token', 'bob', { type: 'key', value: 'Key-of-bob-77c1' }),
    ],
    Basic: [credential('Basic', 'ann', { type: 'basic', username: 'ann', password: 'secret' })],
  },
  routes: { 'POST /logout': sampleRouteFixture({ unsafe: 'deny-only', deny: ['guest'] }) },
})
const logout = sampleRoute({ method: 'POST', path: '/logout' })

function withLine(value: string, target = '/logout'): RequestData {
  return { method: 'POST', target, headers: [['Authorization', value]] }
}

describe('a good credential in a request', () => {
  it('is one of the route, of a user that may', () => {
    expect(goodTexts(logout, fixtures)).to.deep.equal([KEY])
    const both = { kind: 'list', members: [logout.auth, describeLeaf(BASIC, { name: 'Basic' })] } as Route['auth'] &
      object
    expect(goodTexts({ ...logout, auth: both }, fixtures)).to.deep.equal([KEY, PAIR])
  })

  const whole: readonly RequestData[] = [
    withLine(`Bearer ${KEY}`),
    withLine(`Bearer ${KEY}\xe9`),
    withLine(`Basic ${KEY}`),
    withLine(`Bearer ${KEY}, Bearer bad`),
    withLine(`Basic ${PAIR}==`),
    withLine('Bearer bad', `/logout?access_token=${KEY}&x=1`),
    withLine('Bearer bad', `/logout?k=Key%2Dof-ann-5b20`),
    { method: 'POST', target: '/logout', headers: [['Cookie', 'sid=Key-of-ann%2d5b20']] },
    { ...withLine('Bearer bad'), body: `{"token":"${KEY}"}` },
    { method: 'POST', target: '/logout', headers: [['Cookie', `a=1; sid=${KEY}`]] },
  ]
  for (const request of whole)
    it(`is whole in ${JSON.stringify(request)}`, () => expect(bringsGood(request, [KEY, PAIR])).to.equal(true))

  const other: readonly RequestData[] = [
    withLine('Bearer bad'),
    withLine(`Bearer ${KEY}x`),
    withLine(`Bearer ${KEY.slice(0, -1)}`),
    withLine(`Bearer ${KEY.toUpperCase()}`),
    withLine('Bearer bad', '/logout?k=%zz'),
  ]
  for (const request of other)
    it(`is not whole in ${JSON.stringify(request)}`, () => expect(bringsGood(request, [KEY, PAIR])).to.equal(false))

  for (const auth of [logout.auth, PARAM] as readonly Route['auth'][])
    it(`is in no request to a route of which the fixtures say deny-only: ${auth?.kind}`, () => {
      const route = { ...logout, auth }
      const { routes } = createPlan({
        routes: [route],
        knownLeaves: [],
        fixtures,
        seed: 'seed',
        local: false,
        hasPublicMode: false,
        origin: 'http://127.0.0.1',
        safe: false,
      })
      const scenarios = routes.flatMap((planned) => planned.scenarios)
      const requests = scenarios.flatMap((scenario) => [
        ...scenario.steps.map(({ request }) => request),
        ...[extraOf(scenario, 'probe')?.counterpart ?? []].flat(),
      ])
      expect(requests.filter((request) => bringsGood(request, [KEY]))).to.deep.equal([])
      expect(scenarios.map(({ name }) => name)).to.include.members(['missing', 'key.wrong', 'key.prefix'])
    })
})
