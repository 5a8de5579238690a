import { expect } from 'chai'
import { formatEnd } from './time-left.ts'

const NOON = new Date(2030, 0, 1, 12).getTime()

describe('the time that is left', () => {
  const table = [
    [1, '1 s left'],
    [999, '1 s left'],
    [42_000, '42 s left'],
    [119_000, '119 s left'],
    [120_000, '2 min left'],
    [7_199_000, '119 min left'],
    [7_200_000, '2 h left'],
    [172_799_000, '47 h left'],
    [172_800_000, '2 d left'],
    [30 * 86_400_000, '30 d left'],
  ] as const
  for (const [left, text] of table)
    it(`of ${left} ms is ${text}`, () => {
      expect(formatEnd(NOON + left, NOON))
        .to.match(/^until /)
        .and.to.match(new RegExp(` \\(${text}\\)$`))
    })

  it('ends with the end', () => {
    for (const past of [0, 1, 60_000]) expect(formatEnd(NOON - past, NOON)).to.match(/^ended [^(]+$/)
  })

  it('names the day where it is another one', () => {
    expect(formatEnd(NOON + 3_600_000, NOON)).not.to.contain('2030')
    expect(formatEnd(NOON + 86_400_000, NOON)).to.contain('2030')
  })
})
