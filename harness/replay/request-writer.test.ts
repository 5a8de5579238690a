import { expect } from 'chai'
import type { RequestData } from '../model/request.ts'
import { writeRequest } from './request-writer.ts'

const plain: RequestData = { method: 'GET', target: '/a', headers: [] }

describe('a request is written', () => {
  const table: readonly (readonly [title: string, change: Partial<RequestData>, text: string])[] = [
    ['with its host', {}, 'GET /a HTTP/1.1\r\nHost: h\r\np: 1\r\n\r\n'],
    ['with a host of its own', { headers: [['HOST', 'x']] }, 'GET /a HTTP/1.1\r\np: 1\r\nHOST: x\r\n\r\n'],
    [
      'with the length of its body',
      { body: 'ab' },
      'GET /a HTTP/1.1\r\nHost: h\r\np: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    [
      'with a body of DELETE',
      { method: 'DELETE', body: 'ab' },
      'DELETE /a HTTP/1.1\r\nHost: h\r\np: 1\r\nContent-Length: 2\r\n\r\nab',
    ],
    ...['POST', 'PUT', 'PATCH'].map(
      (method) =>
        [
          `without a body of ${method}`,
          { method },
          `${method} /a HTTP/1.1\r\nHost: h\r\np: 1\r\nContent-Length: 0\r\n\r\n`,
        ] as const,
    ),
    ['without a body of DELETE', { method: 'DELETE' }, 'DELETE /a HTTP/1.1\r\nHost: h\r\np: 1\r\n\r\n'],
    [
      'with a length of its own',
      { body: 'ab', headers: [['content-length', '9']] },
      'GET /a HTTP/1.1\r\nHost: h\r\np: 1\r\ncontent-length: 9\r\n\r\nab',
    ],
    [
      'in chunks of its own',
      { method: 'POST', headers: [['Transfer-Encoding', 'chunked']], body: '0\r\n\r\n' },
      'POST /a HTTP/1.1\r\nHost: h\r\np: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['as its bytes', { bytes: 'GET $& HTTP/1.0\r\n\r\nx' }, 'GET $& HTTP/1.0\r\np: 1\r\n\r\nx'],
  ]
  for (const [title, change, text] of table)
    it(title, () => expect(writeRequest({ ...plain, ...change }, { host: 'h', probe: ['p', '1'] })).to.equal(text))

  it('without a probe for other servers, to which it says who asks', () => {
    const agent = 'User-Agent: svc-test-auth'
    expect(writeRequest(plain, { host: 'h' })).to.equal(`GET /a HTTP/1.1\r\nHost: h\r\n${agent}\r\n\r\n`)
    const other = { ...plain, headers: [['user-agent', 'robot']] as const }
    expect(writeRequest(other, { host: 'h' })).to.equal('GET /a HTTP/1.1\r\nHost: h\r\nuser-agent: robot\r\n\r\n')
  })
})
