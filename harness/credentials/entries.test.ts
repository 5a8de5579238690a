import { expect } from 'chai'
import type { CredentialFixture, CredentialInput } from './define.ts'
import { entriesOf, readTyped } from './entries.ts'
import { secret } from './secret.ts'

const hidden = secret('TOKEN')
const login = { login: { request: { method: 'POST', path: '/login' }, take: { json: '/token' } } } as never

describe('a credential that a person can type', () => {
  const table: readonly (readonly [title: string, input: CredentialInput, typed: unknown])[] = [
    ['is a text', 'key', { type: 'key', value: 'key' }],
    ['is a secret', hidden, { type: 'key', value: hidden }],
    [
      'is a name with its password',
      { username: 'ann', password: hidden },
      { type: 'basic', username: 'ann', password: hidden },
    ],
    ['is not a session', { session: { username: 'ann', password: 'x' } } as never, undefined],
    ['is not a session with a name beside it', { session: {}, username: 'a', password: 'b' } as never, undefined],
    ['is not a login', login, undefined],
    ['is not a login with a name beside it', { ...(login as object), username: 'a', password: 'b' }, undefined],
    ['is not a number', 5 as never, undefined],
    ['is not a name alone', { username: 'ann' } as never, undefined],
    ['is not a password alone', { password: 'x' } as never, undefined],
    ['is not a part of a request', { headers: { 'x-key': 'a' } }, undefined],
  ]
  for (const [title, input, typed] of table) it(title, () => expect(readTyped(input)).to.deep.equal(typed))
})

describe('the credentials of an authenticator', () => {
  const userOf = (fixture: CredentialFixture, users: readonly string[] = ['ann']): readonly string[] =>
    entriesOf('Token', fixture, users).map(({ kind, user }) => `${kind} ${user}`)
  const table: readonly (readonly [title: string, fixture: CredentialFixture, entries: readonly string[]])[] = [
    [
      'are a good one and bad ones',
      { valid: 'a', invalid: ['b', 'c'] },
      ['valid valid', 'invalid invalid', 'invalid invalid'],
    ],
    ['are those of users', { valid: { ann: 'a' } }, ['valid ann']],
    ['are those of users beside valid', { ann: 'a' }, ['valid ann']],
    ['are parts of a request, and all are absent', { valid: {} }, ['valid valid']],
    ['are parts of a request', { valid: { headers: { a: 'b' } } }, ['valid valid']],
  ]
  for (const [title, fixture, entries] of table) it(title, () => expect(userOf(fixture)).to.deep.equal(entries))

  it('name no user whom the fixtures do not have', () => {
    expect(() => userOf({ bob: 'a' })).to.throw('Token names "bob"')
    expect(() => userOf({ headers: {} })).to.throw('{ valid: { …, headers: … } }')
  })
})
