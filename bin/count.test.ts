import { expect } from 'chai'
import { count } from './count.ts'

describe('a count', () => {
  for (const [number, text] of [
    [0, '0 operations'],
    [1, '1 operation'],
    [2, '2 operations'],
  ] as const)
    it(`of ${number} is ${text}`, () => {
      expect(count(number, 'operation')).to.equal(text)
    })
})
