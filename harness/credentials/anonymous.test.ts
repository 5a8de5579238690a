import { expect } from 'chai'
import type { Route } from '../model/route.ts'
import { allowAnonymous } from './anonymous.ts'
import type { FixtureFile } from './define.ts'

const leaf = { kind: 'leaf', name: 'Token', carrier: { in: 'header', name: 'X-Token' } } as unknown as Route['auth']
const route = (auth: Route['auth']): Route => ({ key: 'GET /feed', auth }) as Route
const optional = { kind: 'optional', member: leaf }

describe('anonymous among those who may, on a server that is not made with svc', () => {
  const table: Record<string, readonly [Route['auth'], FixtureFile, unknown]> = {
    'in roles': [leaf, { roles: { 'GET /feed': { allow: ['user', 'anonymous'] } } }, optional],
    'in the fixture of the route': [leaf, { routes: { 'GET /feed': { allow: ['anonymous'] } } }, optional],
    'of another route': [leaf, { roles: { 'GET /me': { allow: ['anonymous'] } } }, leaf],
    denied: [leaf, { roles: { 'GET /feed': { allow: ['user'], deny: ['anonymous'] } } }, leaf],
    'on a public route': [null, { roles: { 'GET /feed': { allow: ['anonymous'] } } }, null],
    'on a route whose credential is optional': [
      optional as Route['auth'],
      { roles: { 'GET /feed': { allow: ['anonymous'] } } },
      optional,
    ],
  }
  for (const [name, [auth, fixtures, expected]] of Object.entries(table)) {
    it(name, () => {
      expect(allowAnonymous([route(auth)], fixtures).map((one) => one.auth)).to.deep.equal([expected])
    })
  }
})
