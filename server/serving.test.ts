import { expect } from 'chai'
import { isLoopback, needsSecureCookies } from './serving.ts'
import { type ApiOptions, readSettings } from './settings.ts'

describe('needsSecureCookies (promise 12)', () => {
  const proxied: ApiOptions = { trustProxy: ['127.0.0.1'] }
  const rows: readonly (readonly [what: string, options: ApiOptions, told: boolean, isSecure: boolean])[] = [
    ['told that it is public', {}, true, true],
    ['told that it is on loopback', {}, false, false],
    ['behind a proxy, whatever it is told', proxied, false, true],
    ['with a public https origin, whatever it is told', { publicUrl: 'https://api.example' }, false, true],
    ['with https on loopback', { publicUrl: 'https://localhost:3000' }, false, true],
    [
      'with a public http origin: browsers must not send it in the clear',
      { publicUrl: 'http://api.example' },
      false,
      true,
    ],
    ['with http on localhost', { publicUrl: 'http://localhost:3000' }, true, false],
    ['with http on 127.0.0.1', { publicUrl: 'http://127.0.0.1:3000' }, true, false],
    ['with http on ::1', { publicUrl: 'http://[::1]:3000' }, true, false],
    [
      'with a loopback origin behind a proxy, which the origin knows better',
      { ...proxied, publicUrl: 'http://localhost' },
      true,
      false,
    ],
  ]
  for (const [what, options, told, isSecure] of rows) {
    it(`${isSecure ? 'is so' : 'is not so'} ${what}`, () => {
      expect(needsSecureCookies(readSettings(options, undefined), told)).to.equal(isSecure)
    })
  }
})

describe('isLoopback', () => {
  it('knows this very machine, and nothing that only looks like it', () => {
    const hosts = [
      'localhost',
      '127.0.0.1',
      '127.1.2.3',
      '::1',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '0.0.0.0',
      '::',
      '128.0.0.1',
      '1127.0.0.1',
      '127.0.0',
    ]
    expect(hosts.filter(isLoopback)).to.deep.equal(['localhost', '127.0.0.1', '127.1.2.3', '::1'])
  })
})
