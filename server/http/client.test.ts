import { expect } from 'chai'
import * as fc from 'fast-check'
import { LoadError } from '../base/errors.ts'
import { type ClientFacts, compileProxyTrust, type Connection, readClient } from './client.ts'

type Fields = Readonly<Record<string, string | readonly string[]>>

function read(
  fields: Fields,
  trustProxy: readonly string[],
  connection: Partial<Connection> = {},
  publicUrl?: string,
): ClientFacts {
  const source = { headerValues: (name: string) => [fields[name] ?? []].flat() }
  const defaults: Connection = { address: '127.0.0.1', scheme: 'http', host: undefined }
  return readClient(source, compileProxyTrust(trustProxy, publicUrl), { ...defaults, ...connection })
}

describe('clientAddress (promise 16)', () => {
  const PROXIES = ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32']
  const cases: readonly (readonly [forwardedFor: string | readonly string[], address: string])[] = [
    ['8.8.8.8', '8.8.8.8'],
    ['9.9.9.9, 7.7.7.7, 10.0.0.7', '7.7.7.7'],
    ['7.7.7.7, 9.9.9.9, 10.0.0.7', '9.9.9.9'],
    ['8.8.8.8,10.1.2.3,10.0.0.7', '8.8.8.8'],
    [['6.6.6.6', '8.8.8.8', '10.0.0.7'], '8.8.8.8'],
    [['6.6.6.6, 8.8.8.8', '10.0.0.7, 10.0.0.8'], '8.8.8.8'],
    ['10.0.0.7, 10.0.0.8', '10.0.0.7'],
    ['2001:DB9:0:0::1', '2001:db9::1'],
    ['8.8.8.8, 2001:db8::7', '8.8.8.8'],
    ['::ffff:8.8.8.8', '8.8.8.8'],
    ['0:0:0:0:0:ffff:808:808', '8.8.8.8'],
    ['8.8.8.8, ::ffff:10.0.0.1', '8.8.8.8'],
    ['8.8.8.8:4711', '8.8.8.8'],
    ['[2001:db9::1]:4711', '2001:db9::1'],
    ['[2001:DB9::1]', '2001:db9::1'],
    ['\t8.8.8.8 ', '8.8.8.8'],
    [[], '127.0.0.1'],
    ['', '127.0.0.1'],
    ['8.8.8.8,', '127.0.0.1'],
    ['8.8.8.8, garbage', '127.0.0.1'],
    ['8.8.8.8, unknown, 10.0.0.7', '10.0.0.7'],
    ['8.8.8.8, _hidden', '127.0.0.1'],
    ['8.8.8.8, 1.2.3', '127.0.0.1'],
    ['8.8.8.8, 01.2.3.4', '127.0.0.1'],
    ['8.8.8.8, 1.2.3.4.5', '127.0.0.1'],
    ['8.8.8.8, 256.1.1.1', '127.0.0.1'],
    ['8.8.8.8, fe80::1%eth0', '127.0.0.1'],
    ['8.8.8.8, [1.2.3.4]', '1.2.3.4'],
    ['8.8.8.8, x[1.2.3.4]', '127.0.0.1'],
    ['8.8.8.8, [1.2.3.4]x', '127.0.0.1'],
    ['8.8.8.8, "1.2.3.4"', '127.0.0.1'],
    ['8.8.8.8 9.9.9.9', '127.0.0.1'],
    ['8.8.8.8\u00a0', '127.0.0.1'],
  ]
  for (const [forwardedFor, address] of cases) {
    it(`reads ${address} from ${JSON.stringify(forwardedFor)}`, () => {
      expect(read({ 'x-forwarded-for': forwardedFor }, PROXIES).address).to.equal(address)
    })
  }

  const FORGED: Fields = {
    'x-forwarded-for': '8.8.8.8',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'evil.example',
    'x-real-ip': '8.8.8.8',
    'x-client-ip': '8.8.8.8',
    'cf-connecting-ip': '8.8.8.8',
    'true-client-ip': '8.8.8.8',
    forwarded: 'for=8.8.8.8;proto=https;host=evil.example',
    host: 'api.example',
  }
  const OWN_FACTS = { address: '127.0.0.1', origin: 'http://api.example' }

  it('ignores every forwarding field by default', () => {
    expect(read(FORGED, [])).to.deep.equal(OWN_FACTS)
  })

  it('ignores them from a peer that is not listed', () => {
    expect(read(FORGED, ['10.0.0.1'])).to.deep.equal(OWN_FACTS)
    expect(read({ ...FORGED, 'x-forwarded-for': '8.8.8.8, 10.0.0.1' }, ['10.0.0.1'])).to.deep.equal(OWN_FACTS)
  })

  it('reads X-Forwarded-For, -Proto and -Host of a listed peer, and nothing else', () => {
    const facts = { address: '8.8.8.8', origin: 'https://evil.example' }
    expect(read(FORGED, ['127.0.0.1'])).to.deep.equal(facts)
    const { 'x-forwarded-for': _for, 'x-forwarded-proto': _proto, 'x-forwarded-host': _host, ...others } = FORGED
    expect(read(others, ['127.0.0.1'])).to.deep.equal(OWN_FACTS)
  })

  const peers: readonly (readonly [peer: string | undefined, address: string])[] = [
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    [undefined, ''],
  ]
  for (const [peer, address] of peers) {
    it(`shows the peer ${peer} as ${JSON.stringify(address)}`, () => {
      expect(read({ 'x-forwarded-for': '8.8.8.8' }, ['10.0.0.0/8'], { address: peer }).address).to.equal(address)
    })
  }

  it('knows a listed IPv4 proxy by its mapped address, and the other way round', () => {
    const forwarded = { 'x-forwarded-for': '8.8.8.8' }
    expect(read(forwarded, ['127.0.0.1'], { address: '::ffff:127.0.0.1' }).address).to.equal('8.8.8.8')
    expect(read(forwarded, ['::ffff:127.0.0.1']).address).to.equal('8.8.8.8')
    expect(read(forwarded, ['::ffff:127.0.0.0/104']).address).to.equal('8.8.8.8')
    expect(read(forwarded, ['2001:DB8:0::/32'], { address: '2001:db8::1' }).address).to.equal('8.8.8.8')
  })

  it('never throws, and never returns what is not an address', () => {
    const text = fc.string({
      unit: fc.constantFrom('1', '9', '.', ':', 'f', ',', ' ', '[', ']', '%', 'x'),
      maxLength: 40,
    })
    fc.assert(
      fc.property(text, (forwardedFor) => {
        expect(read({ 'x-forwarded-for': forwardedFor }, ['0.0.0.0/0', '::/0']).address).to.match(
          /^[\d.]+$|^[\da-f:.]+$/,
        )
      }),
      { seed: 25, numRuns: 2_000 },
    )
  })
})

describe('origin', () => {
  const cases: readonly (readonly [title: string, fields: Fields, connection: Partial<Connection>, origin: string])[] =
    [
      ['scheme and Host', { host: '127.0.0.1:3000' }, {}, 'http://127.0.0.1:3000'],
      ['lower case', { host: 'API.Example' }, { scheme: 'https' }, 'https://api.example'],
      ['no port of the scheme itself', { host: 'api.example:80' }, {}, 'http://api.example'],
      ['the port of the other scheme', { host: 'api.example:443' }, {}, 'http://api.example:443'],
      ['IPv6', { host: '[::1]:8080' }, {}, 'http://[::1]:8080'],
      ['the host of a request without a socket', { host: 'a.example' }, { host: 'b.example' }, 'http://b.example'],
      ['null without Host', {}, {}, 'null'],
      ['null for an empty Host', { host: '' }, {}, 'null'],
      ['null for two Host lines', { host: ['a.example', 'b.example'] }, {}, 'null'],
      ['null for two equal Host lines', { host: ['a.example', 'a.example'] }, {}, 'null'],
      ['null for a list of hosts', { host: 'a.example, a.example' }, {}, 'null'],
      ['null for userinfo', { host: 'evil@api.example' }, {}, 'null'],
      ['null for a path', { host: 'api.example/x' }, {}, 'null'],
      ['null for a port out of range', { host: 'api.example:99999' }, {}, 'null'],
      ['null for garbage', { host: 'a b' }, {}, 'null'],
      ['null for an invalid address', { host: '[::g]' }, {}, 'null'],
    ]
  for (const [title, fields, connection, origin] of cases) {
    it(`is ${title}`, () => expect(read(fields, [], connection).origin).to.equal(origin))
  }

  const forwarded: readonly (readonly [title: string, fields: Fields, origin: string])[] = [
    ['what the proxy says', { 'x-forwarded-proto': 'HTTPS', 'x-forwarded-host': 'a.example' }, 'https://a.example'],
    ['its scheme with our Host', { 'x-forwarded-proto': 'https' }, 'https://api.example'],
    ['its host with our scheme', { 'x-forwarded-host': 'a.example:8080' }, 'http://a.example:8080'],
    ['what several proxies agree on', { 'x-forwarded-proto': ['https, https', 'https'] }, 'https://api.example'],
    [
      'ours where they do not agree',
      { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'a.example, b.example' },
      'http://api.example',
    ],
    ['ours where it is garbage', { 'x-forwarded-proto': 'ftp', 'x-forwarded-host': 'a@b' }, 'http://api.example'],
    ['ours where it is empty', { 'x-forwarded-proto': '', 'x-forwarded-host': '' }, 'http://api.example'],
  ]
  for (const [title, fields, origin] of forwarded) {
    it(`is ${title}`, () => {
      expect(read({ host: 'api.example', ...fields }, ['127.0.0.1']).origin).to.equal(origin)
    })
  }

  it('is publicUrl where that is set, whatever the request says', () => {
    const fields = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-for': '8.8.8.8' }
    const facts = { address: '8.8.8.8', origin: 'https://api.example' }
    expect(read(fields, ['127.0.0.1'], {}, 'https://api.example')).to.deep.equal(facts)
  })
})

describe('compileProxyTrust', () => {
  for (const entry of [
    '',
    'proxy.example',
    '10.0.0',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    ' 10.0.0.1',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/95',
    '*',
    true,
    7,
  ]) {
    it(`refuses ${JSON.stringify(entry)}`, () => {
      expect(() => compileProxyTrust([entry as string])).to.throw(
        LoadError,
        `trustProxy must list addresses and CIDR blocks; got ${JSON.stringify(entry)}. Write ["10.0.0.1", "10.1.0.0/16"].`,
      )
    })
  }

  it('refuses what is not a list', () => {
    expect(() => compileProxyTrust(true as never)).to.throw(LoadError, 'got true')
  })
})
