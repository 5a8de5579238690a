import { expect } from 'chai'
import { LoadError } from '../base/errors.ts'
import { checkAllowedHosts, compileKnownHosts } from './known-hosts.ts'

describe('compileKnownHosts (promise 17)', () => {
  const knows = compileKnownHosts(['Api.Example', '[2001:DB8::1]'])
  const rows: readonly (readonly [host: string | undefined, isKnown: boolean])[] = [
    ['localhost', true],
    ['LOCALHOST:3000', true],
    ['127.0.0.1:3000', true],
    ['[::1]', true],
    ['[::1]:3000', true],
    ['api.example', true],
    ['API.EXAMPLE:443', true],
    ['[2001:db8::1]:1', true],
    [undefined, false],
    ['', false],
    [':3000', false],
    ['evil.example', false],
    ['evil-localhost', false],
    ['localhost.evil.example', false],
    ['evil.api.example', false],
    ['api.example.', false],
    ['127.0.0.2', false],
    ['localhost:3000:3000', false],
    ['::1', false],
  ]
  for (const [host, isKnown] of rows) {
    it(`${isKnown ? 'knows' : 'does not know'} ${JSON.stringify(host)}`, () => expect(knows(host)).to.equal(isKnown))
  }
})

describe('checkAllowedHosts', () => {
  it('takes names and addresses, and nothing else', () => {
    expect(() => checkAllowedHosts(['api.example', '10.0.0.1', '[2001:DB8::1]'], undefined)).to.not.throw()
    expect(() => checkAllowedHosts([], undefined)).to.not.throw()
    for (const names of [['a:80'], ['https://a'], ['a/b'], [''], [1], ['*'], [undefined], 'a', null, undefined, {}]) {
      expect(() => checkAllowedHosts(names, undefined), JSON.stringify(names)).to.throw(
        LoadError,
        'allowedHosts must list',
      )
    }
  })

  it('names the entry that is wrong', () => {
    expect(() => checkAllowedHosts(['api.example', 'a:80'], undefined)).to.throw('without scheme and port; got "a:80".')
  })
})
