import { expect } from 'chai'
import { describeLeaf } from '../model/description.ts'
import { APIKeyCookie, APIKeyHeader, APIKeyQuery, cookieKey, headerKey, queryKey } from './api-key.ts'
import { type ReadCredential, UNUSABLE } from './authenticator.ts'
import { type Held, sourceOf } from './testdata/source.ts'

type Row = readonly [what: string, held: Held, read: ReadCredential<[string]>]

const query = queryKey('key', () => 1)
const header = headerKey('X-API-Key', () => 1)
const cookie = cookieKey('key', () => 1)
const inHeader = (...values: readonly string[]): Held => ({ lines: { 'x-api-key': values } })
const inCookie = (...values: readonly string[]): Held => ({ lines: { cookie: values } })

const tables: readonly (readonly [string, typeof query | typeof header | typeof cookie, readonly Row[]])[] = [
  [
    'APIKeyQuery',
    query,
    [
      ['nothing without the parameter', { search: '?keys=a&kez=a&k=a' }, undefined],
      ['the key', { search: '?a=b&key=abc' }, ['abc']],
      ['the key form-decoded once', { search: '?key=a+b%2541' }, ['a b%41']],
      ['the key of an encoded name', { search: '?%6bey=abc' }, ['abc']],
      ['blanks as part of it', { search: '?key=%20abc%C2%A0' }, [' abc\u00a0']],
      ['an empty one as unusable', { search: '?key=' }, UNUSABLE],
      ['a bare name as unusable', { search: '?key' }, UNUSABLE],
      ['two as unusable', { search: '?key=abc&key=abc' }, UNUSABLE],
      ['a second one under an encoded name as unusable', { search: '?key=abc&ke%79=abc' }, UNUSABLE],
      ['a broken escape as unusable', { search: '?key=a%zz' }, UNUSABLE],
      ['nothing from a name in other letters', { search: '?KEY=abc' }, undefined],
      ['nothing from key[]', { search: '?key[]=abc' }, undefined],
      ['nothing from a header', { lines: { key: ['abc'] } }, undefined],
      ['nothing from a cookie', inCookie('key=abc'), undefined],
    ],
  ],
  [
    'APIKeyHeader',
    header,
    [
      ['nothing without the header', {}, undefined],
      ['the key', inHeader('abc'), ['abc']],
      ['commas as part of it', inHeader('a,b'), ['a,b']],
      ['every character as it is', inHeader('A b%20\u00a0'), ['A b%20\u00a0']],
      ['an empty one as unusable', inHeader(''), UNUSABLE],
      ['two as unusable', inHeader('abc', 'abc'), UNUSABLE],
      ['nothing from the query', { search: '?X-API-Key=abc' }, undefined],
      ['nothing from a cookie', inCookie('X-API-Key=abc'), undefined],
    ],
  ],
  [
    'APIKeyCookie',
    cookie,
    [
      ['nothing without the cookie', inCookie('other=abc'), undefined],
      ['the key', inCookie('other=x; key=abc'), ['abc']],
      ['quotes and escapes as they are', inCookie('key="a%20b"'), ['"a%20b"']],
      ['an empty one as unusable', inCookie('key='), UNUSABLE],
      ['two as unusable', inCookie('key=abc; key=abc'), UNUSABLE],
      ['two in two lines as unusable', inCookie('key=abc', 'key=abc'), UNUSABLE],
      ['nothing from a name in other letters', inCookie('KEY=abc'), undefined],
      ['nothing from a name that ends with it', inCookie('monkey=abc'), undefined],
      ['nothing from a header', { lines: { key: ['abc'] } }, undefined],
      ['nothing from the query', { search: '?key=abc' }, undefined],
    ],
  ],
]

for (const [kind, authenticator, rows] of tables) {
  describe(`${kind} reads`, () => {
    for (const [what, held, read] of rows) {
      it(what, () => expect(authenticator.read(sourceOf(held))).to.deep.equal(read))
    }
  })
}

describe('a key', () => {
  it('is handed to the hook, with the request', () => {
    for (const make of [queryKey, headerKey, cookieKey]) {
      const authenticator = make('key', (request, key) => [request, key])
      expect(authenticator.verify('request' as never, ['abc'])).to.deep.equal(['request', 'abc'])
    }
  })

  it('is called by its option, its function or its parameter', () => {
    const findClient = (): undefined => undefined
    const names = [queryKey, headerKey, cookieKey].map((make) => [
      make('key', findClient).describe().name,
      make('key', () => 1).describe().name,
      make('key', findClient, { name: 'Client' }).describe().name,
    ])
    expect(names).to.deep.equal(Array.from({ length: 3 }, () => ['findClient', 'key', 'Client']))
  })

  it('says where it is read; a subclass reads "key" where it names nothing', () => {
    class Query extends APIKeyQuery {
      override authenticate(): unknown {
        return undefined
      }
    }
    class Header extends APIKeyHeader {
      override readonly paramName = 'X-Key'
      override authenticate(): unknown {
        return undefined
      }
    }
    class Cookie extends APIKeyCookie {
      override authenticate(): unknown {
        return undefined
      }
    }
    expect([new Query(), new Header(), new Cookie()].map((key) => key.describe())).to.deep.equal([
      describeLeaf({ in: 'query', name: 'key' }, { name: 'Query' }),
      describeLeaf({ in: 'header', name: 'X-Key' }, { name: 'Header' }),
      describeLeaf({ in: 'cookie', name: 'key' }, { name: 'Cookie' }),
    ])
  })
})
