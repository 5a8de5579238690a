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
    it(`${isEqual ? 'accepts' : 'rejects'} ${JSON.stringify(left)} and ${JSON.stringify(right)}`, () => {
      expect(constantTimeEqual(left, right)).to.equal(isEqual)
    })
  }

  it('looks at all of a text of any length, whatever was compared before', () => {
    for (const length of [300, 257, 256, 255, 2, 1]) {
      const text = '\u0141'.repeat(length)
      const others = [0, Math.floor(length / 2), length - 1].map((at) => `${text.slice(0, at)}A${text.slice(at + 1)}`)
      expect([constantTimeEqual(text, text), ...others.map((other) => constantTimeEqual(text, other))]).to.deep.equal([
        true,
        false,
        false,
        false,
      ])
    }
  })
})
