import { expect } from 'chai'
import { keyOf, quote } from './quote.ts'

describe('TypeScript for a text', () => {
  for (const [text, literal] of [
    ['ann', "'ann'"],
    ["it's", String.raw`'it\'s'`],
    ['say "a"', `'say "a"'`],
    [String.raw`\d\"`, String.raw`'\\d\\"'`],
    ['a\nb', String.raw`'a\nb'`],
  ] as const)
    it(`is ${literal}`, () => {
      expect(quote(text)).to.equal(literal)
    })

  for (const [name, key] of [
    ['title', 'title'],
    ['$a_1', '$a_1'],
    ['1st', "'1st'"],
    ['X-Key', "'X-Key'"],
    ['', "''"],
  ] as const)
    it(`as a key is ${key}`, () => {
      expect(keyOf(name)).to.equal(key)
    })
})
