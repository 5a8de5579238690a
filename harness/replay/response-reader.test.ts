import { expect } from 'chai'
import { ResponseReader } from './response-reader.ts'

function read(bytes: string, { method = 'GET', ended = false, split = bytes.length } = {}): unknown {
  const reader = new ResponseReader()
  for (let at = 0; at < bytes.length; at += split) reader.push(Buffer.from(bytes.slice(at, at + split), 'latin1'))
  const response = reader.next(method, ended)
  return response && { status: response.status, body: response.body, closes: response.closes, rest: reader.hasRest }
}

describe('response reader', () => {
  const whole = { status: 200, body: 'abc', closes: false, rest: false }
  const cases: readonly (readonly [string, string, Parameters<typeof read>[1], unknown])[] = [
    ['a body with a length', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc', {}, whole],
    ['a body that arrives byte by byte', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc', { split: 1 }, whole],
    [
      'a chunked body',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n2\r\nbc\r\n0\r\n\r\n',
      {},
      whole,
    ],
    ['a body that ends with the connection', 'HTTP/1.1 200 OK\r\n\r\nabc', { ended: true }, { ...whole, closes: true }],
    ['no body after HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n', { method: 'HEAD' }, { ...whole, body: '' }],
    [
      'the answer after 100 Continue',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n',
      {},
      { ...whole, status: 204, body: '' },
    ],
    [
      'that the server will close',
      'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      {},
      { status: 400, body: '', closes: true, rest: false },
    ],
    ['nothing from half an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab', {}, undefined],
    [
      'bytes that belong to the next answer',
      'HTTP/1.1 204 No Content\r\n\r\nHTTP/1.1 ',
      {},
      { status: 204, body: '', closes: false, rest: true },
    ],
  ]
  for (const [name, bytes, options, expected] of cases) {
    it(`reads ${name}`, () => expect(read(bytes, options)).to.deep.equal(expected))
  }

  const refusal = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\n{}'
  const length = { status: 401, body: '{}', closes: false, rest: false }
  const alike: readonly (readonly [string, readonly Parameters<typeof read>[], readonly unknown[]])[] = [
    ['a refusal again', [[refusal], [refusal]], [length, length]],
    [
      'a refusal to HEAD, whose body belongs to the next answer',
      [[refusal], [refusal, { method: 'HEAD' }]],
      [length, { ...length, body: '', rest: true }],
    ],
    [
      'a refusal with the next answer behind it',
      [[refusal], [`${refusal}HTTP/1.1`]],
      [length, { ...length, rest: true }],
    ],
    [
      'a refusal that ends with its connection',
      [['HTTP/1.1 401 Unauthorized\r\n\r\n{}', { ended: true }], ['HTTP/1.1 401 Unauthorized\r\n\r\n{}']],
      [{ ...length, closes: true }, undefined],
    ],
  ]
  for (const [name, answers, expected] of alike) {
    it(`reads ${name}`, () => expect(answers.map((given) => read(...given))).to.deep.equal(expected))
  }

  it('refuses what is not HTTP', () => {
    expect(() => read('SSH-2.0-OpenSSH\r\n\r\n')).to.throw('status line')
  })
})
