import { expect } from 'chai'
import { constantTimeEqual } from './constant-time-equal.ts'

describe('constantTimeEqual', () => {
  const rows: readonly (readonly [left: string, right: string, isEqual: boolean])[] = [
    ['', '', true],
    ['supersecret', 'supersecret', true],
    ['supersecret', 'supersecreT', false],
    ['supersecret', 'supersecre', false],
    ['supersecre', 'supersecret', false],
    ['', 'supersecret', false],
    ['supersecret', 'Xupersecret', false],
    ['\u00e9', '\u00e9', true],
    ['\u00e9', 'e\u0301', false],
    ['K', '\uff2b', false],
    ['A', '\u0141', false],
    ['\ud800', '\ud801', false],
    ['\ud800', '\ufffd', false],
    ['\u{1f511}', '\u{1f511}', true],
  ]
  for (const [left, right, isEqual] of rows) {
    it(`${isEqual ? 'finds' : 'tells apart'} ${JSON.stringify(left)} and ${JSON.stringify(right)}`, () => {
      expect(constantTimeEqual(left, right)).to.equal(isEqual)
    })
  }
})
