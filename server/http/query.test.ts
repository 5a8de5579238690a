import { expect } from 'chai'
import * as fc from 'fast-check'
import { growthOf, LINEAR } from '../../fixtures/test-time.ts'
import { decodeForm, formPairs, parseQuery, queryValues } from './query.ts'

describe('queryValues', () => {
  const cases: readonly (readonly [search: string, values: readonly (string | undefined)[]])[] = [
    ['', []],
    ['?', []],
    ['?key=v', ['v']],
    ['key=v', ['v']],
    ['?a=1&key=v&b=2', ['v']],
    ['?key=1&key=2&key=', ['1', '2', '']],
    ['?key', ['']],
    ['?key&key=v', ['', 'v']],
    ['?key=a=b', ['a=b']],
    ['?key=a+b', ['a b']],
    ['?key=a%2Bb', ['a+b']],
    ['?key=%20v', [' v']],
    ['?key=%73', ['s']],
    ['?key=%2573', ['%73']],
    ['?key=v%C2%A0', ['v\u00a0']],
    ['?key=%26a%3D1', ['&a=1']],
    ['?%6bey=v', ['v']],
    ['?key=1&%6Bey=2', ['1', '2']],
    ['?key=%FF%FE', [undefined]],
    ['?key=%C0%AF', [undefined]],
    ['?key=%ED%A0%80', [undefined]],
    ['?key=%', [undefined]],
    ['?key=%4', [undefined]],
    ['?key=%zz', [undefined]],
    ['?KEY=v&Key=v', []],
    ['?keys=v&akey=v&ke=v', []],
    ['?key%00=v', []],
    ['?key+=v&+key=v', []],
    ['?a=1;key=v', []],
    ['?a=key=v', []],
    ['?%256bey=v', []],
    ['??key=v', []],
    ['?&&key=v&', ['v']],
    ['?=v', []],
    ['?key[]=v&key%5B%5D=v', []],
  ]
  for (const [search, values] of cases) {
    it(`reads ${search || 'nothing'}`, () => expect(queryValues(search, 'key')).to.deep.equal(values))
  }

  it('takes a name that does not decode literally', () => {
    expect(queryValues('?%ff=v', '%ff')).to.deep.equal(['v'])
    expect(queryValues('?%=v', '%')).to.deep.equal(['v'])
  })

  it('decodes the name in the request, not the one that is asked for', () => {
    expect(queryValues('?a b=1&a+b=2&a%20b=3', 'a b')).to.deep.equal(['1', '2', '3'])
    expect(queryValues('?a+b=1&a%2Bb=2', 'a+b')).to.deep.equal(['2'])
  })

  it('treats names of object members like any other', () => {
    expect(queryValues('?__proto__=v', '__proto__')).to.deep.equal(['v'])
    expect(queryValues('?a=1', 'toString')).to.deep.equal([])
  })

  it('agrees with parseQuery, whatever the query (promise 25)', () => {
    const search = fc.string({ unit: fc.constantFrom('a', 'b', '=', '&', '+', '%', '%61', '%ff', '?', ';') })
    fc.assert(
      fc.property(search, (text) => {
        const query = parseQuery(text)
        for (const name of ['a', 'b', 'ab', '', ' ', '%']) {
          const values = queryValues(text, name)
          expect(values.length).to.equal([query[name] ?? []].flat().length)
          if (values.length === 1 && values[0] !== undefined) expect(query[name]).to.equal(values[0])
        }
      }),
      { seed: 25, numRuns: 2_000 },
    )
  })

  it('agrees with URLSearchParams where that is strict', () => {
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '=', '+', 'é', ' ', '&', '€') })
    fc.assert(
      fc.property(fc.array(fc.tuple(part, part)), (pairs) => {
        const encoded = new URLSearchParams(pairs.map(([name, value]) => [name, value]))
        for (const [name] of pairs) expect(queryValues(`?${encoded}`, name)).to.deep.equal(encoded.getAll(name))
      }),
      { seed: 25 },
    )
  })

  it('takes linear time (promise 25)', () => {
    for (const piece of ['&a', '&=', '%', '='])
      expect(growthOf((count) => queryValues(piece.repeat(count), 'key'), 131_072)).to.be.below(LINEAR)
  })
})

describe('parseQuery', () => {
  it('gives lists for repeated names, and empty values', () => {
    expect({ ...parseQuery('?a=1&b=2&a=3&c&a=') }).to.deep.equal({ a: ['1', '3', ''], b: '2', c: '' })
  })

  it('gives an object without a prototype', () => {
    const query = parseQuery('?__proto__=x&__proto__=y&constructor=z')
    expect(Object.getPrototypeOf(query)).to.equal(null)
    expect(Object.entries(query)).to.deep.equal([
      ['__proto__', ['x', 'y']],
      ['constructor', 'z'],
    ])
  })

  it('keeps what does not decode as received', () => {
    expect({ ...parseQuery('?a=%ff&%zz=%') }).to.deep.equal({ a: '%ff', '%zz': '%' })
  })
})

describe('formPairs', () => {
  it('splits without decoding', () => {
    expect([...formPairs('a=1&&b&=c&d=e=f')]).to.deep.equal([
      ['a', '1'],
      ['b', ''],
      ['', 'c'],
      ['d', 'e=f'],
    ])
  })
})

describe('decodeForm', () => {
  it('never throws, and decodes once what was encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        decodeForm(text)
        const encoded = new URLSearchParams([['', text]]).toString().slice(1)
        expect(decodeForm(encoded)).to.equal(text)
      }),
      { seed: 25 },
    )
  })
})
