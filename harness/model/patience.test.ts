import { expect } from 'chai'
import { Patience } from './patience.ts'

describe('the patience with a server', () => {
  it('is over after six answers in a row that took very long', () => {
    const patience = new Patience()
    for (const duration of [30_000, 30_000, 30_000, 30_000, 30_000]) patience.note(duration)
    expect(patience.isOver).to.equal(false)
    patience.note(15_000)
    expect(patience.isOver).to.equal(true)
  })

  it('is not over where one of them came in time', () => {
    const patience = new Patience()
    for (const duration of [30_000, 30_000, 30_000, 200, 30_000, 30_000, 30_000]) patience.note(duration)
    expect(patience.isOver).to.equal(false)
  })
})
