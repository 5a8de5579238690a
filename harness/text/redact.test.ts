import { expect } from 'chai'
import { Redactor } from './redact.ts'
import { fullWidth, otherHighByte } from './encoding.ts'

const VALUE = 'K-header-9f27c1-012'
const SEAL = Array.from({ length: 60 }, (_, i) => (i * 7_919 + 100_003).toString(36).padStart(5, 'z')).join('')
const redactor = new Redactor([
  { value: VALUE, label: 'env:KEY' },
  { value: SEAL, label: 'session' },
])

describe('redactor', () => {
  const forms: Readonly<Record<string, string>> = {
    whole: VALUE,
    'in capitals': VALUE.toUpperCase(),
    base64: Buffer.from(VALUE).toString('base64'),
    base64url: Buffer.from(VALUE).toString('base64url'),
    hexadecimal: Buffer.from(VALUE).toString('hex'),
    reversed: [...VALUE].toReversed().join(''),
    'in full-width letters': fullWidth(VALUE),
    'in letters with its low bytes': encodeURIComponent(otherHighByte(VALUE)),
  }
  for (const [name, form] of Object.entries(forms)) {
    it(`finds a secret ${name}`, () => {
      expect({ leaks: redactor.leaks(`a ${form} b`), shown: redactor.redact(`a ${form} b`) }).to.deep.equal({
        leaks: true,
        shown: 'a [env:KEY] b',
      })
    })
  }

  it('takes no part of the name of a field or a parameter for a secret that is a word', () => {
    const word = new Redactor([{ value: 'security', label: 'the secret of tokens' }])
    const names = 'x\nContent-Security-Policy: none\nGET /x?security_level=2&a-security=1 {"security_note": 1}'
    expect({ leaks: word.leaks(names), shown: word.redact(names) }).to.deep.equal({ leaks: false, shown: names })
    for (const text of ['security: 1', '{"secret":"security"}', 'a=security-x', 'security-x', '"Security"'])
      expect(word.redact(text), text).to.include('[the secret of tokens]')
  })

  it('says which part of a secret was there', () => {
    expect(redactor.redact(`Bearer ${VALUE.slice(0, -1)}`)).to.equal('Bearer [env:KEY: chars 1-18 of 19]')
  })

  it('takes no word of messages for a part of a secret, nor for a secret', () => {
    const weak = new Redactor([
      { value: 'MyPassword', label: 'env:ROOT' },
      { value: 'password', label: 'env:ANN' },
    ])
    const texts = [
      '{"detail":{"message":"Invalid current password"}}',
      '{"loc":["body","passwordConfirm"]}',
      '/users/password',
      '{"password":""}',
      '{"password":null}',
      'MyPassword',
      'mypasswor',
    ]
    expect(texts.map((text) => weak.leaks(text))).to.deep.equal([false, false, false, false, false, true, true])
  })

  it('hides a password that is a word of the application where a password stands, and nowhere else', () => {
    const weak = new Redactor([{ value: 'admin', label: 'env:ROOT' }], ['admin', 'users'])
    const kept = ['GET /admin/users', 'root, admin and ann', 'admin may', '{"roles":["admin"]}', '{"username":"admin"}']
    expect(kept.map((text) => weak.redact(text))).to.deep.equal(kept)
    const hidden = [
      '{"password":"admin"}',
      '{"pass":"admin"}',
      '{"new":"admin"}',
      '{"passwords":["admin"]}',
      '{"credential":"admin"}',
      '{"user_password": "admin"}',
      '<password>admin</password>',
      '"password" => "admin"',
      'password=admin',
      'the password admin',
      'password%3Aadmin',
      'root:admin',
      'Bearer admin',
      'YWRtaW4',
    ]
    for (const text of hidden) expect(weak.redact(text), text).to.include('[env:ROOT')
  })

  it('leaves the base64 of a public word with which a secret begins, in text of which nothing is hidden, and no other', () => {
    const weak = new Redactor([{ value: 'admin-1', label: 'env:ROOT' }])
    const encode = (text: string): string => Buffer.from(text).toString('base64url')
    const claims = ['{"admin":true}', '{"sub":"admin"}', '{"role":"admin","n":1}', 'ab admin', 'an admin']
    const kept = claims.map((text) => `e30.${encode(text)}.c2ln`)
    expect(kept.map((text) => weak.redact(text))).to.deep.equal(kept)
    const hidden = [
      encode('admin-1'),
      encode('admin-1').slice(0, -1),
      encode('x:admin-1'),
      encode('{"sub":"admin","password":"admin-1"}'),
      encode('admin-12'),
      `x${encode('admin')}`,
      encode('admin').toUpperCase(),
      Buffer.from('admin-').toString('hex'),
    ]
    for (const text of hidden) expect(weak.redact(text), text).to.include('[env:ROOT')
    const other = new Redactor([{ value: 'kiwi-pear-1', label: 'env:ROOT' }])
    expect(other.redact(encode('{"sub":"kiwi-pe"}'))).to.include('[env:ROOT')
  })

  it('hides a seal that was cut', () => {
    expect(redactor.redact(SEAL.slice(0, -1))).to.equal('[session: chars 1-299 of 300]')
  })

  it('hides all of a secret that repeats itself', () => {
    const repeating = new Redactor([{ value: 'ababababababXYZ1', label: 'env:KEY' }])
    expect(repeating.redact('a abababababXYZ1 b')).to.not.include('X')
  })

  it('hides what overlaps to its end, where each piece begins in the one before', () => {
    const both = new Redactor([
      { value: 'aaaa', label: 'a' },
      { value: `${'-'.repeat(25)}${'a'.repeat(15)}`, label: 'token' },
    ])
    expect(both.redact('aaaaaaaa')).to.equal('[a][a]')
  })

  it('leaves a part that is the name of a member, and no value and no whole secret', () => {
    const redactor = new Redactor([{ value: 'password123', label: 'env:P' }])
    const name = '{"password1":["This field is required."], "uid":[]}'
    expect(redactor.redact(name)).to.equal(name)
    expect(redactor.leaks(name)).to.equal(false)
    expect(redactor.leaks('{"uid":"password1"}')).to.equal(true)
    expect(redactor.leaks('{"password123":1}')).to.equal(true)
    expect(new Redactor([{ value: 'k8f2-ab77-xq01', label: 'T' }]).leaks('{"k8f2-ab77-xq":1}')).to.equal(true)
    expect(redactor.redact('{"password123":1}')).to.equal('{"[env:P]":1}')
    expect(redactor.redact('{"uid":"password1"}')).to.not.include('password1')
  })

  it('leaves a part that is an ordinary word or one of the application, where it stands by itself, and a secret that is one', () => {
    const named = new Redactor(
      [
        { value: 'ann-password-orders', label: 'a' },
        { value: 'invoices', label: 'b' },
      ],
      ['orders', 'invoices'],
    )
    const shown = [
      'Password is wrong',
      'GET /orders',
      'a current-password',
      'passwords',
      'ann-password',
      'password-orders',
      'GET /invoices',
      'ann-password-orders',
    ].map((text) => named.redact(text))
    expect(shown).to.deep.equal([
      'Password is wrong',
      'GET /orders',
      'a current-password',
      'passwords',
      '[a: chars 1-12 of 19]',
      '[a: chars 5-19 of 19]',
      'GET /invoices',
      '[a]',
    ])
  })

  it('leaves what is not secret', () => {
    const text = '{"detail":"Unauthorized"}'
    expect({ leaks: redactor.leaks(text), shown: redactor.redact(text) }).to.deep.equal({ leaks: false, shown: text })
  })

  describe('of words', () => {
    const weak = new Redactor([
      { value: 'ann-password', label: 'password' },
      { value: 'K-header-9f27c1-012', label: 'key' },
    ])
    const cases: readonly (readonly [string, string, readonly string[] | undefined])[] = [
      ['knows a run that may be ordinary text', 'a current-password', ['-password']],
      ['knows it in capitals', 'A CURRENT-PASSWORD', ['-password']],
      ['takes a whole secret for no word', 'it is ann-password', undefined],
      ['takes an encoded secret for no word', Buffer.from('ann-password').toString('base64'), undefined],
      ['takes a run with digits for no word', 'K-header-9f27c1-0', undefined],
      ['finds none in other text', 'a current-passport', []],
    ]
    for (const [name, text, words] of cases)
      it(name, () => {
        expect(weak.wordsIn(text)).to.deep.equal(words)
      })
  })

  it('knows a secret that was added later', () => {
    const one = new Redactor([])
    expect(one.leaks('a-later-secret')).to.equal(false)
    one.add({ value: 'a-later-secret', label: 'taken' })
    expect(one.leaks('a-later-secret')).to.equal(true)
  })

  describe('with secrets that are written alike', () => {
    const alike = new Redactor([
      { value: 'supersecret', label: 'credentials.HeaderKey.valid', owner: 'HeaderKey' },
      { value: 'supersecret', label: 'credentials.CookieKey.valid', owner: 'CookieKey' },
      { value: 'supersecret-of-root', label: 'credentials.RootKey.valid', owner: 'RootKey' },
      { value: 'of-root-of-all', label: 'credentials.Other.valid', owner: 'Other' },
    ])
    const cases: readonly (readonly [string, string, readonly string[], string])[] = [
      ['names the one of the route', 'supersecret', ['HeaderKey'], '[credentials.HeaderKey.valid]'],
      ['names the other one on its route', 'supersecret', ['CookieKey'], '[credentials.CookieKey.valid]'],
      [
        'names the part of the one of the route',
        'X-Key: supersecre',
        ['HeaderKey'],
        'X-Key: [credentials.HeaderKey.valid: chars 1-10 of 11]',
      ],
      ['names what is whole before what it is a part of', 'supersecret', [], '[credentials.HeaderKey.valid]'],
      ['names what holds all of it', 'supersecret-of-root', ['HeaderKey'], '[credentials.RootKey.valid]'],
      [
        'names the longer one where its route is meant',
        'supersecret',
        ['RootKey'],
        '[credentials.RootKey.valid: chars 1-11 of 19]',
      ],
      [
        'gives each its own range where they overlap',
        'supersecret-of-root-of-all',
        [],
        '[credentials.RootKey.valid][credentials.Other.valid: chars 8-14 of 14]',
      ],
    ]
    for (const [what, text, owners, shown] of cases) it(what, () => expect(alike.redact(text, owners)).to.equal(shown))

    it('never gives a range beyond the end', () => {
      const repeated = new Redactor([{ value: 'abcdefgabcdefgabcde', label: 'key' }])
      const shown = repeated.redact('abcdefgabcdefgabcdefgabcdefgabcde')
      const ranges = [...shown.matchAll(/chars (\d+)-(\d+) of (\d+)/g)].map(([, ...found]) => found.map(Number))
      expect(shown).to.not.match(/\][^[\]]+\[/)
      for (const [first = 0, last = 0, size = 0] of ranges) expect(first <= last && last <= size, shown).to.equal(true)
    })
  })

  it('says that a part is of another form', () => {
    const encoded = Buffer.from(VALUE).toString('base64')
    expect(redactor.redact(encoded.slice(0, 20))).to.equal('[env:KEY: chars 1-20 of 26, encoded]')
  })

  it('reads a text once, though hundreds of long tokens begin alike', () => {
    const start = Buffer.from(SEAL.repeat(2)).toString('base64url')
    const tokens = Array.from(
      { length: 300 },
      (_, at) => `${start}.${Buffer.from(`${at} ${SEAL}`).toString('base64url')}`,
    )
    const many = new Redactor(tokens.map((value) => ({ value, label: 'token' })))
    many.redact('')
    const before = performance.now()
    for (const token of tokens.slice(0, 40)) {
      const shown = many.redact(`Bearer ${token}, ${token.slice(0, 500)}`)
      expect(shown).to.match(/^Bearer \[token\], \[token: chars 1-500 of \d+\]$/)
    }
    // Milliseconds: it takes some hundreds, and took 9,000 where each token was looked at from each of its characters.
    expect(performance.now() - before).to.be.below(3_000)
  })

  it('hides a secret behind a letter that is two in the other case', () => {
    expect(redactor.redact(`\u0130\u0130 ${VALUE}.`)).to.equal('\u0130\u0130 [env:KEY].')
  })
})
