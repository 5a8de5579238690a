import { expect } from 'chai'
import type { Typed } from './configuration.ts'
import { findRefusal } from './refusal.ts'
import type { SchemeFacts } from './schemes.ts'

const scheme = (kind: SchemeFacts['kind'], place: SchemeFacts['in'] = 'header'): SchemeFacts => ({
  name: 'A',
  kind,
  in: place,
  param: kind === 'key' ? 'X-Key' : 'Authorization',
  place: '',
  description: '',
})
const HEADER = scheme('key')

describe('what cannot be sent as it was typed', () => {
  const fine: readonly [what: string, scheme: SchemeFacts, typed: Typed][] = [
    ['nothing', HEADER, {}],
    ['blanks inside a header', HEADER, { token: 'a b' }],
    ['Latin-1 in a header', HEADER, { token: 'schlüssel' }],
    ['anything in a query', scheme('key', 'query'), { token: 'a b\n€;' }],
    ['a token', scheme('bearer'), { token: 'abc.def-_~+/=' }],
    ['any script in Basic', scheme('basic'), { username: 'Zoë', password: 'пароль: 1' }],
    ['a session', scheme('session', 'cookie'), { token: '\n' }],
  ]
  for (const [what, facts, typed] of fine) {
    it(`is not ${what}`, () => expect(findRefusal(facts, typed)).to.equal(undefined))
  }

  const refused: readonly [what: string, scheme: SchemeFacts, typed: Typed, field: string, message: RegExp][] = [
    ['a header beyond Latin-1', HEADER, { token: '€' }, 'token', /^The header X-Key cannot hold this/],
    ['a line break in a header', HEADER, { token: 'a\r\nb' }, 'token', /^The header X-Key cannot hold this/],
    ['blanks at the end of a header', HEADER, { token: 'a ' }, 'token', /would lose the blanks/],
    ['a no-break space at its end', HEADER, { token: 'a\u00a0' }, 'token', /would lose the blanks/],
    ['blanks in a token', scheme('bearer'), { token: 'a b' }, 'token', /visible ASCII only/],
    ['letters beyond ASCII in a token', scheme('bearer'), { token: 'é' }, 'token', /visible ASCII only/],
    [
      'a semicolon in a cookie',
      scheme('key', 'cookie'),
      { token: 'a;b' },
      'token',
      /the cookie "X-Key" cannot be sent/,
    ],
    ['a colon in a user name', scheme('basic'), { username: 'a:b' }, 'username', /cannot hold a colon/],
    ['a control character in a password', scheme('basic'), { password: 'a\u0007' }, 'password', /control characters/],
  ]
  for (const [what, facts, typed, field, message] of refused) {
    it(`is ${what}`, () => {
      const refusal = findRefusal(facts, typed)
      expect(refusal?.field).to.equal(field)
      expect(refusal?.message).to.match(message)
    })
  }
})
