import { expect } from 'chai'
import * as fc from 'fast-check'
import { growthOf, LINEAR } from '../../fixtures/test-time.ts'
import { cookieValues, parseCookies, serializeCookie } from './cookie.ts'
import { isToken } from './token.ts'

describe('cookieValues', () => {
  const cases: readonly (readonly [title: string, lines: readonly string[], values: readonly string[]])[] = [
    ['a single pair', ['key=v'], ['v']],
    ['a pair among others', ['a=1; key=v; b=2'], ['v']],
    ['a separator without a space', ['a=1;key=v'], ['v']],
    ['every occurrence', ['key=1; a=2; key=3; key='], ['1', '3', '']],
    ['every line', ['key=1', 'a=2; key=3'], ['1', '3']],
    ['a value with "="', ['key=a=b=='], ['a=b==']],
    ['quotes as part of the value', ['key="v"'], ['"v"']],
    ['a value as received, not decoded', ['key=%73+%20'], ['%73+%20']],
    ['the pair behind spaces and tabs', [' \tkey=v w;b=1', 'a=1;\t key=2'], ['v w', '2']],
    ['blanks at either end of the value as part of it', ['key=v\t ;b=1', 'key= v', 'key=v\t'], ['v\t ', ' v', 'v\t']],
    ['a trailing non-breaking space as part of the value', ['key=v\u00a0'], ['v\u00a0']],
    ['no name in another case', ['Key=v; KEY=v'], []],
    ['no name that only starts or ends alike', ['keys=1; akey=2; ke=3'], []],
    ['no name with a space before "="', ['key =v'], []],
    ['no name without "="', ['key; a=1'], []],
    ['no value that looks like a pair', ['a=key=v'], []],
    ['no pair behind a comma', ['a=1, key=v'], []],
    ['nothing in nothing', ['', ';', ' ; '], []],
  ]
  for (const [title, lines, values] of cases) {
    it(`finds ${title}`, () => expect(cookieValues(lines, 'key')).to.deep.equal(values))
  }

  it('finds no name that a separator cuts in two', () => {
    expect(cookieValues(['a;b=c'], 'a;b')).to.deep.equal([])
  })

  it('treats names of object members like any other', () => {
    expect(cookieValues(['a=1'], 'toString')).to.deep.equal([])
    expect(cookieValues(['__proto__=x'], '__proto__')).to.deep.equal(['x'])
  })

  it('agrees with parseCookies on the first occurrence, whatever the line (promise 25)', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', '=', ';', ' ', '\t', '"', '%', ',') })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 3 }), (lines) => {
        const cookies = parseCookies(lines)
        for (const name of ['a', 'b', 'ab', '']) expect(cookieValues(lines, name)[0]).to.equal(cookies[name])
      }),
      { seed: 25, numRuns: 2_000 },
    )
  })

  it('takes linear time (promise 25)', () => {
    for (const piece of [';a', 'a;', '  ', '; =']) {
      const read = (count: number): unknown => [
        cookieValues([piece.repeat(count)], 'key'),
        parseCookies([piece.repeat(count)]),
      ]
      expect(growthOf(read, 65_536)).to.be.below(LINEAR)
    }
  })
})

describe('parseCookies', () => {
  it('keeps the first of a repeated name, and values as received', () => {
    const cookies = parseCookies([' a=1 ;b="2"; a=3', 'c=%20; novalue; a=4'])
    expect({ ...cookies }).to.deep.equal({ a: '1 ', b: '"2"', c: '%20' })
  })

  it('gives an object without a prototype', () => {
    const cookies = parseCookies(['__proto__=x; constructor=y'])
    expect(Object.getPrototypeOf(cookies)).to.equal(null)
    expect(Object.entries(cookies)).to.deep.equal([
      ['__proto__', 'x'],
      ['constructor', 'y'],
    ])
    expect(cookies['toString']).to.equal(undefined)
  })
})

describe('serializeCookie', () => {
  it('writes a cookie for https', () => {
    expect(serializeCookie('__Host-id', 'v*~', { maxAge: 60.9, secure: true })).to.equal(
      '__Host-id=v*~; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
    )
  })

  it('writes a cookie for http on loopback', () => {
    expect(serializeCookie('id', '', { maxAge: 0, secure: false })).to.equal(
      'id=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    )
  })

  for (const value of ['a;b', 'a b', 'a,b', 'a"b', 'a\\b', 'a\r\nSet-Cookie: b=1', 'a\u0000', 'é']) {
    it(`refuses the value ${JSON.stringify(value)}`, () => {
      expect(() => serializeCookie('id', value, { maxAge: 1, secure: true })).to.throw(TypeError)
    })
  }

  for (const name of ['', 'a b', 'a=b', 'a;b', 'a\n', '"a"', 'é']) {
    it(`refuses the name ${JSON.stringify(name)}`, () => {
      expect(isToken(name)).to.equal(false)
      expect(() => serializeCookie(name, '', { maxAge: 1, secure: true })).to.throw(TypeError)
    })
  }
})
