import { expect } from 'chai'
import { BASIC, BEARER, describeLeaf } from '../../server/internal.ts'
import { sampleRoute } from '../testdata/samples.ts'
import { PLACES } from '../model/fixtures.ts'
import { secret } from './secret.ts'
import { throwawayOf, withUserLogins } from './user-logins.ts'

const routes = [
  sampleRoute({ base: '/api' }),
  sampleRoute({ base: '/api', method: 'POST', path: '/login', auth: null }),
]
const request = { path: '/login', body: { name: '{user}', password: '{password}', nested: ['{user}@x'] } }
const login = { request, take: { json: '/token' } }

const BOB = secret('BOB')

describe('one login for all users', () => {
  it('gives each user with a password a credential, and attacks the login of the first', () => {
    const {
      credentials,
      login: attacked,
      users,
    } = withUserLogins(
      { login, users: { ann: '${ANN}', bob: { username: 'b@x', password: BOB }, eve: { roles: ['x'] } } },
      routes,
      'f',
    )
    const of = (name: string, user: string, password: unknown): object => ({
      login: {
        as: name,
        request: { path: '/api/login', body: { name: user, password, nested: [`${user}@x`] } },
        take: { json: '/token' },
      },
    })
    expect(credentials).to.deep.equal({
      Token: { ann: of('ann', 'ann', '${ANN}'), bob: of('bob', 'b@x', BOB) },
    })
    expect(attacked?.request).to.deep.equal(
      credentials?.['Token'] && {
        ...request,
        path: '/api/login',
        body: { name: 'ann', password: '${ANN}', nested: ['ann@x'] },
      },
    )
    expect(users?.['ann']).to.deep.equal({ password: '${ANN}' })
  })

  it('fills the template once, and never a value', () => {
    const { credentials } = withUserLogins({ login, users: { '{password}': 'p{user}w' } }, routes, 'f')
    expect(JSON.stringify(credentials)).to.include('"name":"{password}","password":"p{user}w"')
  })

  it('is for the only authenticator of bearer tokens, whose scheme it does not have to say', () => {
    const key = describeLeaf({ in: 'header', name: 'X-Key' }, { name: 'Key' })
    const basic = describeLeaf(BASIC, { name: 'Shop' })
    const all = [sampleRoute({ auth: key }), sampleRoute({ auth: basic }), ...routes]
    const given = (prefix: string): unknown =>
      withUserLogins({ login: { request, take: { json: '/token', prefix } }, users: { ann: 'x' } }, all, 'f')
    const json = (value: unknown): string => JSON.stringify(value)
    expect(json(given('bearer ')))
      .to.include('"Token":{"ann":')
      .and.not.to.include('prefix')
    expect(json(given('Token '))).to.include('"prefix":"Token "')
    const two = [...all, sampleRoute({ auth: describeLeaf(BEARER, { name: 'Other' }) })]
    expect(() => withUserLogins({ login, users: { ann: 'x' } }, two, 'f')).to.throw(/for which authenticator/)
  })

  it('leaves a login without places as it is', () => {
    const fixtures = { login: { request: { path: '/login', json: { name: 'ann' } } }, users: { ann: {} } }
    expect(withUserLogins(fixtures, routes, 'f')).to.deep.equal(fixtures)
    expect(throwawayOf({ ...fixtures, register: { request } }, routes, 'f')).to.equal(undefined)
  })

  const wrong: readonly (readonly [title: string, more: object, message: RegExp])[] = [
    ['without take', { take: undefined }, /login: say what its answer gives: take/],
    ['with an authenticator that does not exist', { use: 'Tokn' }, /there is no authenticator "Tokn".*"Token"/],
  ]
  for (const [title, more, message] of wrong)
    it(`is refused ${title}`, () => {
      const fixtures = { login: { ...login, ...more }, users: { ann: 'x' } }
      expect(() => withUserLogins(fixtures, routes, 'f')).to.throw(message)
    })

  it('has places for a user that is yet to be made', () => {
    const register = { request: { path: '/register', json: { mail: '{user}@svc.invalid' } } }
    expect(throwawayOf({ login, register, users: {} }, routes, 'f')?.register.json).to.deep.equal({
      mail: `${PLACES.user}@svc.invalid`,
    })
  })
})
