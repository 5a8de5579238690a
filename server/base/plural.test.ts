import { expect } from 'chai'
import { plural } from './plural.ts'

describe('a count', () => {
  for (const [number, text] of [
    [0, '0 operations'],
    [1, '1 operation'],
    [2, '2 operations'],
  ] as const)
    it(`of ${number} is ${text}`, () => {
      expect(plural(number, 'operation')).to.equal(text)
    })
})
