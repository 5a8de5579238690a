import { expect } from 'chai'
import { BEARER, describeLeaf } from '../../server/internal.ts'
import type { RequestData } from '../model/request.ts'
import { sampleRoute, sampleRouteFixture } from '../testdata/samples.ts'
import { plainRequest, weakestTransport } from './plain-request.ts'

const plain: RequestData = { method: 'GET', target: '/pets?limit=1', headers: [['Accept', 'text/html']] }

describe('a request that passes validation', () => {
  it('has the field of the fixtures in place of that of the document, whatever its case', () => {
    const route = sampleRoute({ sample: { params: {}, query: {}, headers: { 'x-tenant': 'string', 'x-at': '1' } } })
    const fixture = sampleRouteFixture({ headers: { 'X-Tenant': 'acme' } })
    expect(plainRequest(route, fixture).headers).to.deep.equal([
      ['x-at', '1'],
      ['X-Tenant', 'acme'],
    ])
  })
})

describe('the proof of the same origin', () => {
  const route = sampleRoute({
    path: '/notes',
    method: 'POST',
    csrf: true,
    auth: describeLeaf(BEARER, { name: 'Token' }),
  })
  const sent = (headers: Readonly<Record<string, string>>): unknown =>
    plainRequest(route, sampleRouteFixture({ headers })).headers.filter(([name]) =>
      /^(?:origin|sec-fetch-site)$/i.test(name),
    )

  it('is that of the fixtures where they have one', () => {
    expect(sent({})).to.deep.equal([['Sec-Fetch-Site', 'same-origin']])
    expect(sent({ 'sec-fetch-site': 'none' })).to.deep.equal([['sec-fetch-site', 'none']])
    expect(sent({ Origin: 'https://app.example' })).to.deep.equal([['Origin', 'https://app.example']])
  })
})

describe('a request is sent over a socket', () => {
  const table: readonly (readonly [title: string, change: Partial<RequestData>, transport: 'fetch' | 'socket'])[] = [
    ['not as it is', {}, 'fetch'],
    ['not without a field', { headers: [] }, 'fetch'],
    ['not with a comma in Authorization', { headers: [['Authorization', 'Digest a=1, b=2']] }, 'fetch'],
    ['not with a body', { method: 'POST', body: '{}' }, 'fetch'],
    [
      'with two lines of one name',
      {
        headers: [
          ['A', '1'],
          ['a', '2'],
        ],
      },
      'socket',
    ],
    ['with a field that a Request refuses', { headers: [['Host', 'a']] }, 'socket'],
    [
      'with one among others',
      {
        headers: [
          ['Accept', 'a'],
          ['Expect', 'b'],
        ],
      },
      'socket',
    ],
    ['with a name that is not a token', { headers: [['A b', '1']] }, 'socket'],
    ['with a control in a value', { headers: [['A', '1\u0001']] }, 'socket'],
    ['with a comma in a key', { headers: [['X-Key', 'a,b']] }, 'socket'],
    ['with another form of target', { target: 'http://a/pets' }, 'socket'],
    ['with a dot segment', { target: '/a/../pets' }, 'socket'],
    ['with two slashes', { target: '//pets' }, 'socket'],
    ['with a method of its own', { method: 'TRACE' }, 'socket'],
    ['with a body on GET', { body: '{}' }, 'socket'],
    ['with bytes of its own', { bytes: 'GET / HTTP/1.1\r\n\r\n' }, 'socket'],
  ]
  for (const [title, change, transport] of table)
    it(title, () => expect(weakestTransport({ ...plain, ...change })).to.equal(transport))
})
