import { expect } from 'chai'
import { findHeader, parseHttpMessage } from './http-message.ts'

describe('a message of HTTP as text', () => {
  const table: readonly (readonly [title: string, text: string, parsed: object])[] = [
    [
      'is taken apart',
      'GET / HTTP/1.1\r\nHost: a\r\nX-Key:  b:c \r\n\r\nbody\r\n\r\nmore',
      {
        startLine: 'GET / HTTP/1.1',
        headers: [
          ['Host', 'a'],
          ['X-Key', 'b:c'],
        ],
        body: 'body\r\n\r\nmore',
      },
    ],
    [
      'may end after a line',
      'HTTP/1.1 200 OK\r\nA: b\r\n',
      { startLine: 'HTTP/1.1 200 OK', headers: [['A', 'b']], body: '' },
    ],
    ['may have bare line feeds', 'GET /\nA: b\n\nc', { startLine: 'GET /', headers: [['A', 'b']], body: 'c' }],
    ['may have a line without a colon', 'GET /\r\nA\r\n\r\n', { startLine: 'GET /', headers: [['A', '']], body: '' }],
    ['may be empty', '', { startLine: '', headers: [], body: '' }],
  ]
  for (const [title, text, parsed] of table) it(title, () => expect(parseHttpMessage(text)).to.deep.equal(parsed))

  it('has the first header of a name, in any case', () => {
    const message = parseHttpMessage('GET /\r\nX-KEY: a\r\nx-key: b')
    expect([findHeader(message, 'x-key'), findHeader(message, 'host')]).to.deep.equal(['a', undefined])
  })
})
