import { expect } from 'chai'
import * as fc from 'fast-check'
import { findFieldReader, parseBoolean, parseNumber } from './primitives.ts'

describe('parseNumber', () => {
  const accepted: readonly (readonly [string, number])[] = [
    ['0', 0],
    ['5', 5],
    ['-12', -12],
    ['0.5', 0.5],
    ['-0.25', -0.25],
    ['1.50', 1.5],
    ['9007199254740991', 9007199254740991],
  ]
  for (const [text, value] of accepted) {
    it(`reads ${text}`, () => {
      expect(parseNumber(text)).to.equal(value)
    })
  }

  const refused = [
    ['nothing', ''],
    ['a leading blank', ' 5'],
    ['a trailing line feed', '5\n'],
    ['a plus', '+5'],
    ['a leading zero', '05'],
    ['no digit before the point', '.5'],
    ['no digit after the point', '5.'],
    ['hexadecimal', '0x10'],
    ['binary', '0b1'],
    ['an exponent', '1e3'],
    ['a separator', '1_000'],
    ['a thousands comma', '1,000'],
    ['a bigint', '5n'],
    ['negative zero', '-0'],
    ['infinity', 'Infinity'],
    ['not a number', 'NaN'],
    ['more than a double holds', `1${'0'.repeat(309)}`],
    ['an id that would arrive as another one', '9007199254740993'],
    ['digits of another script', '٣'],
  ] as const
  for (const [what, text] of refused) {
    it(`refuses ${what}`, () => {
      expect(parseNumber(text)).to.equal(undefined)
    })
  }

  it('never gives a number that is written otherwise in JSON and reads back otherwise', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String)), (text) => {
        const value = parseNumber(text)
        return value === undefined || JSON.parse(text) === value
      }),
      { seed: 5, numRuns: 2000 },
    )
  })
})

describe('parseBoolean', () => {
  const cases = [
    ['true', true],
    ['false', false],
    ['', undefined],
    ['TRUE', undefined],
    ['1', undefined],
    ['on', undefined],
    [' true', undefined],
  ] as const
  for (const [text, value] of cases) {
    it(`reads ${JSON.stringify(text)} as ${String(value)}`, () => {
      expect(parseBoolean(text)).to.equal(value)
    })
  }
})

describe('a field of a JSON body', () => {
  const cases: readonly (readonly [unknown, unknown, string | undefined])[] = [
    [String, 'a', undefined],
    [String, '', undefined],
    [String, 5, 'string'],
    [String, null, 'string'],
    [Number, 5, undefined],
    [Number, '5', 'number'],
    [Number, JSON.parse('1e999'), 'number'],
    [Number, [5], 'number'],
    [Boolean, false, undefined],
    [Boolean, 0, 'boolean'],
    [Boolean, 'true', 'boolean'],
    [Boolean, undefined, 'missing'],
  ]
  for (const [field, value, type] of cases) {
    it(`${type === undefined ? 'takes' : 'refuses'} ${JSON.stringify(value)} for ${(field as { name: string }).name}`, () => {
      const reading = findFieldReader(field, 'json')?.(value)
      expect(reading?.faults?.map((fault) => fault.type)).to.deep.equal(type === undefined ? undefined : [type])
      if (type === undefined) expect(reading?.value).to.equal(value)
    })
  }
})

describe('a field of text', () => {
  it('refuses a repeated name, whichever value it has', () => {
    for (const field of [String, Number, Boolean]) {
      const reading = findFieldReader(field, 'text')?.(['true', '1'])
      expect(reading?.faults?.map((fault) => fault.type)).to.deep.equal(['repeated'])
    }
  })

  it('refuses an uploaded file where text is declared', () => {
    const reading = findFieldReader(String, 'text')?.(new File(['x'], 'x.txt'))
    expect(reading?.faults?.map((fault) => fault.type)).to.deep.equal(['string'])
  })
})
