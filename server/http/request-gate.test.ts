import { expect } from 'chai'
import * as fc from 'fast-check'
import { compileGate, isHost, isRefusal, type RawRequest, toOriginForm } from './request-gate.ts'
import { compileKnownHosts } from './known-hosts.ts'

const limits = { headers: 256, target: 64 }
const host: readonly string[] = ['Host', 'svc.test:3000']
/** The same twice: a gate remembers hosts. */
const judge = (raw: Partial<RawRequest>, knowsHost?: (host: string | undefined) => boolean): number | undefined => {
  const gate = compileGate({ limits, knowsHost })
  const [first, second] = [1, 2].map(() => gate({ url: '/a', httpVersion: '1.1', rawHeaders: host, ...raw }))
  expect(second).to.deep.equal(first)
  return first && isRefusal(first) ? first.status : undefined
}

describe('promise 14: one canonical path, at the gate', () => {
  const targets: readonly (readonly [target: string, status: number | undefined])[] = [
    ['/', undefined],
    ['/a?b=c//..', undefined],
    ['/a;b', undefined],
    ['//a', undefined],
    ['http://svc.test:3000/a', undefined],
    ['HTTP://SVC.TEST:3000/a', undefined],
    ['https://svc.test:3000', undefined],
    ['http://svc.test:3000?x', undefined],
    ['*', 400],
    ['', 400],
    ['a', 400],
    ['svc.test:3000', 400],
    ['http://svc.test/a', 400],
    ['http://other.test:3000/a', 400],
    ['http://user@svc.test:3000/a', 400],
    ['http://u:p@svc.test:3000/a', 400],
    ['http://svc.test:3000@evil.test/a', 400],
    ['http://svc.test:99999/a', 400],
    [String.raw`http://svc.test:3000\@evil.test/a`, 400],
    ['http:///a', 400],
    ['http:/a', 400],
    ['ftp://svc.test:3000/a', 400],
    ['file:///etc/passwd', 400],
    ['javascript:alert(1)', 400],
    ['http://svc.test:3000/../a', 400],
    ['http://svc.test:3000/a#b', 400],
    ['/a/../b', 400],
    ['/a/%2e%2E/b', 400],
    ['/a%2fb', 400],
    ['/a%5cb', 400],
    [String.raw`/a\b`, 400],
    ['/a%00', 400],
    ['/a%0d%0aX:y', 400],
    ['/%', 400],
    ['/%zz', 400],
    ['/a\u0000', 400],
    ['/\u00e4', 400],
    ['/a#b', 400],
  ]
  for (const [target, status] of targets) {
    it(`${status === undefined ? 'lets' : 'refuses'} ${JSON.stringify(target)}`, () =>
      expect(judge({ url: target })).to.equal(status))
  }

  it('rewrites the absolute form to what Host would have given', () => {
    expect(
      ['http://h/a?b', 'http://h', 'http://h?b', '/a', 'http://i/a', 'http://h#x'].map((target) =>
        toOriginForm(target, 'H'),
      ),
    ).to.deep.equal(['/a?b', '/', '/?b', '/a', undefined, '/#x'])
  })
})

describe('promise 7: ambiguous input, at the gate', () => {
  const requests: readonly (readonly [what: string, raw: Partial<RawRequest>, status: number | undefined])[] = [
    ['one Host line', {}, undefined],
    ['two Host lines', { rawHeaders: [...host, 'hOsT', 'svc.test:3000'] }, 400],
    ['no Host line in HTTP/1.1', { rawHeaders: [] }, 400],
    ['no Host line in HTTP/1.0', { rawHeaders: [], httpVersion: '1.0' }, undefined],
    ['one Cookie line', { rawHeaders: [...host, 'Cookie', 'a=b; a=c'] }, undefined],
    ['two Cookie lines', { rawHeaders: [...host, 'Cookie', 'a=b', 'cookie', 'c=d'] }, 400],
    ['a length twice', { rawHeaders: [...host, 'Content-Length', '1', 'Content-Length', '1'] }, 400],
    ['a length and a coding', { rawHeaders: [...host, 'Content-Length', '1', 'Transfer-Encoding', 'chunked'] }, 400],
    ['a list of lengths', { rawHeaders: [...host, 'Content-Length', '1, 1'] }, 400],
    ['a signed length', { rawHeaders: [...host, 'Content-Length', '+1'] }, 400],
    ['a chunked body', { rawHeaders: [...host, 'Transfer-Encoding', 'chunked'] }, undefined],
    ['a chunked body in HTTP/1.0', { httpVersion: '1.0', rawHeaders: [...host, 'Transfer-Encoding', 'chunked'] }, 400],
    ['another coding', { rawHeaders: [...host, 'Transfer-Encoding', 'gzip, chunked'] }, 400],
    ['HTTP/2.0 in text', { httpVersion: '2.0' }, 505],
    ['HTTP/0.9', { httpVersion: '0.9' }, 505],
  ]
  for (const [what, raw, status] of requests) {
    it(`${status === undefined ? 'lets' : 'refuses'} ${what}`, () => expect(judge(raw)).to.equal(status))
  }

  it('knows a host when it sees one', () => {
    const good = ['a', 'a.b-c_d', 'A:0', '127.0.0.1:65535', '[::1]', '[::1]:80']
    const bad = [
      '',
      ' ',
      'a b',
      'a:',
      'a:65536',
      'a:123456',
      'a,b',
      'a@b',
      'a/b',
      '::1',
      '[::1',
      'a:b',
      'ä',
      'a\tb',
      'http://a',
    ]
    expect([good.filter((text) => !isHost(text)), bad.filter(isHost)]).to.deep.equal([[], []])
  })
})

describe('a host', () => {
  const hosts = [
    '256.0.0.1',
    '1.2.3.4.5',
    '0x7f.1.2.3.4',
    '1.2.3.0x1ffffffffff',
    'a.1',
    'a.0x',
    'a.1.',
    '[1]',
    '[::1::]',
    '[1.2.3.4]',
    '[:::]',
  ]
  for (const name of hosts) {
    it(`that no URL can hold is 400: ${name}`, () => expect(judge({ rawHeaders: ['Host', name] })).to.equal(400))
  }
  // The parser of Node 24 takes labels that are not valid Punycode, that of Node 20 does not.
  for (const name of ['xn--a', 'svc.xn--0.test', 'XN--A.test:80', 'xn--mnchen-3ya.test']) {
    it(`with a label in Punycode is 400 where no URL of this Node can hold it: ${name}`, () => {
      const expected = URL.canParse(`http://${name}/`) ? undefined : 400
      expect(judge({ rawHeaders: ['Host', name] })).to.equal(expected)
    })
  }

  it('that passes is one that a URL can hold (promise 25)', () => {
    const text = fc.string({ unit: fc.constantFrom(...'xn-01aff.:[]_g'), maxLength: 14 })
    fc.assert(
      fc.property(text, (name) => {
        if (isHost(name)) expect(URL.canParse(`http://${name}/`)).to.equal(true)
      }),
      { seed: 8, numRuns: 20_000 },
    )
  })
})

describe('promise 19: limits, at the gate', () => {
  const line = (length: number): readonly string[] => [...host, 'X', 'x'.repeat(length)]
  // Host: name, value and four more characters; X: five more.
  const room = 256 - 21 - 5
  it('takes header lines up to the limit, and refuses one byte more with 431', () => {
    expect([judge({ rawHeaders: line(room) }), judge({ rawHeaders: line(room + 1) })]).to.deep.equal([undefined, 431])
  })

  it('refuses so many lines that Node would have dropped some', () => {
    const many = Array.from({ length: 2_000 }, () => '')
    const gate = compileGate({ limits: { headers: 1e6, target: 9 } })
    expect(gate({ url: '/', httpVersion: '1.1', rawHeaders: many })).to.deep.equal({ status: 431 })
  })

  it('takes a target up to the limit, and refuses one character more with 414', () => {
    expect([judge({ url: `/${'a'.repeat(63)}` }), judge({ url: `/${'a'.repeat(64)}` })]).to.deep.equal([undefined, 414])
  })
})

describe('promise 17: known hosts, at the gate', () => {
  const knows = compileKnownHosts(['api.example', '[2001:db8::1]'])
  it('answers only for hosts that it knows', () => {
    const known = ['localhost', 'LOCALHOST:3000', '127.0.0.1:1', '[::1]:1', 'Api.Example', '[2001:db8::1]:443']
    const unknown = [
      'evil.test',
      'localhost.evil.test',
      '127.0.0.1.evil.test',
      'xlocalhost',
      '127.0.0.2',
      'localhost.',
      '[::2]',
    ]
    expect(known.filter((name) => judge({ rawHeaders: ['Host', name] }, knows) !== undefined)).to.deep.equal([])
    expect(unknown.filter((name) => judge({ rawHeaders: ['Host', name] }, knows) !== 421)).to.deep.equal([])
  })
})
