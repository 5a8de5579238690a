import { expect } from 'chai'
import { isGuardedBy, type RecordedOperation } from './recorded-document.ts'

const operation = (method: string, template: string, body?: object): RecordedOperation => ({
  method,
  template,
  shown: [],
  entries: [[body === undefined ? {} : { body: { type: 'json', value: body } }, {}] as never],
})

describe('a recorded operation', () => {
  const table: readonly (readonly [RecordedOperation, status: number | undefined, isGuarded: boolean])[] = [
    [operation('GET', '/orders'), 401, true],
    [operation('GET', '/orders'), 200, false],
    [operation('GET', '/orders'), 404, false],
    [operation('POST', '/orders', { item: 'salt' }), 422, true],
    [operation('POST', '/orders', { item: 'salt' }), undefined, true],
    [operation('POST', '/orders', { item: 'salt' }), 201, false],
    [operation('POST', '/users/login', { password: 'x' }), 401, false],
    [operation('POST', '/users', { user: { password: 'x' } }), 422, false],
    [operation('POST', '/users', { user: { password: 'x' } }), 403, true],
    [operation('PUT', '/user', { user: { password: 'x' } }), 422, true],
  ]
  for (const [one, status, isGuarded] of table)
    it(`${one.method} ${one.template} is ${isGuarded ? 'guarded' : 'open'} where it answers ${status} without a credential`, () =>
      expect(isGuardedBy(one, status)).to.equal(isGuarded))
})
