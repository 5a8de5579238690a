import { expect } from 'chai'
import { textOfPattern } from './sample-pattern.ts'

describe('a text of a pattern', () => {
  const table: readonly (readonly [pattern: string, text: string | undefined])[] = [
    ['^0[1-9]|1[0-2]$', '01'],
    ['^20[2-9][0-9]$', '2021'],
    ['^[a-z]{5}[1-9]{3}[a-z]{3}$', 'aaaaa111aaa'],
    [String.raw`^\d{4}-\d{2}$`, '1111-11'],
    ['^(?:eu|us)-[A-Z]+$', 'eu-A'],
    ['^#?[^0-9a-zA-Z]$', ' '],
    ['abc', 'abc'],
    [String.raw`^\+\d{3,}$`, '+111'],
    ['^(?=.*[A-Z]).{8,}$', undefined],
    ['(unclosed', undefined],
    [String.raw`^\p{L}+$`, undefined],
    ['^a{9999}$', undefined],
  ]
  for (const [pattern, text] of table)
    it(`is ${text ?? 'none'} for ${pattern}`, () => expect(textOfPattern(pattern)).to.equal(text))
})
