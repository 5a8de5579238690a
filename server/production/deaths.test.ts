import { expect } from 'chai'
import { Deaths } from './deaths.ts'

describe('Deaths', () => {
  const countsOf = (times: readonly number[]): readonly number[] => {
    const deaths = new Deaths()
    return times.map((time) => deaths.note(time))
  }

  it('counts those within a minute', () => {
    expect(countsOf([0, 10, 20, 30, 59_999])).to.deep.equal([1, 2, 3, 4, 5])
  })

  it('forgets those from before: one worker a minute may die for ever', () => {
    expect(countsOf([0, 60_000, 120_000, 180_000, 240_000])).to.deep.equal([1, 1, 1, 1, 1])
    expect(countsOf([0, 30_000, 60_000, 90_000])).to.deep.equal([1, 2, 2, 2])
  })
})
