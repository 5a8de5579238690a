import { expect } from 'chai'
import { Failures } from './failures.ts'
import type { RawResponse } from './response-reader.ts'

const answerOf = (body: unknown, status = 200): RawResponse => ({
  status,
  head: '',
  headers: [],
  body: typeof body === 'string' ? body : JSON.stringify(body),
  closes: false,
})

const REFUSED = answerOf({ error: 'ApiErrorUnauthorized' })

describe('a failure in a body of 200', () => {
  const table: readonly (readonly [title: string, body: unknown, status: number])[] = [
    ['its refusal of a missing credential', { error: 'ApiErrorUnauthorized' }, 401],
    ['a code', { code: 422, msg: 'a title', data: null }, 422],
    ["a number of the server's own", { code: 101, message: 'No access.', data: null }, 403],
    ['a number that is a success', { code: 0, message: 'Done', data: null }, 200],
    ['a number that its sentence calls a success', { code: 1000, message: 'success', data: null }, 200],
    ['a code that is a word of a record', { code: 'SUMMER10', message: '10% off', discount: 10 }, 200],
    ['a number without a sentence', { code: 101, data: null }, 200],
    ['a code in an error', { error: { code: 409, message: 'taken' } }, 409],
    ['a permission', { success: false, message: 'Permission denied' }, 403],
    ['a record that is not there', { error: 'server id 7 does not exist' }, 404],
    ['a wrong password', { error: 'invalid password' }, 401],
    ['anything else', { error: 'at least one rule' }, 400],
    ['data', { success: true, data: { id: 7, error: 'of a task' } }, 200],
    ['data beside an error', { error: 'one is missing', data: [{ id: 7 }] }, 200],
    ['no object', [1, 2], 200],
    ['no JSON', '<p>error</p>', 200],
  ]
  const failures = Failures.learn([REFUSED, REFUSED, answerOf({ data: [{ id: 1 }] })])
  for (const [title, body, status] of table)
    it(`is read as ${status} with ${title}`, () => {
      expect(failures?.read(answerOf(body)).status).to.equal(status)
    })

  it('is asked as it is where its own status says more', () => {
    expect(failures?.read(answerOf({ error: 'ApiErrorUnauthorized' }, 500)).status).to.equal(500)
  })

  it("is known by the same number of the server's own for each guarded read, with flags beside it", () => {
    const own = answerOf({ errcode: 7, msg: 'who?', data: { reload: true } })
    expect(Failures.learn([own, own])?.read(own).status).to.equal(401)
  })

  it('is not read where statuses refuse, or requests that are not complete get different words', () => {
    expect(Failures.learn([answerOf({ error: 'who?' }, 401), answerOf({ error: 'who?' }, 401)])).to.equal(undefined)
    expect(Failures.learn([answerOf({ error: 'page?' }), answerOf({ error: 'from?' })])).to.equal(undefined)
    expect(Failures.learn([answerOf({ id: 1 }), answerOf([])])).to.equal(undefined)
    expect(Failures.learn([])).to.equal(undefined)
  })

  const pageOf = (body: string): RawResponse => ({
    ...answerOf(body),
    headers: [
      ['content-type', 'text/html; charset=utf-8'],
      ['content-length', '21'],
    ],
  })
  const page = pageOf('<html>the app</html>\n')

  it('is a page where a path that no server has gets it', () => {
    const known = Failures.learn([], page)
    expect([known?.hasPage, known?.saysRefusals]).to.deep.equal([true, false])
    expect(known?.read(page).status).to.equal(404)
    expect(known?.read({ ...page, body: '' }).status).to.equal(404)
    expect(known?.read(pageOf('<html>a report</html>')).status).to.equal(200)
    expect(known?.read(answerOf({ error: 'ApiErrorUnauthorized' })).status).to.equal(200)
  })

  it('is not a page where a status says that nothing is there', () => {
    expect(Failures.learn([], answerOf({ error: 'not found' }, 404))).to.equal(undefined)
    expect(Failures.learn([], { ...page, status: 404 })).to.equal(undefined)
    expect(Failures.learn([])).to.equal(undefined)
  })
})
