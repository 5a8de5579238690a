import { expect } from 'chai'
import { atDate, makeDateMovable } from './moved-date.ts'

/** As an application reads it that keeps a function of the time in a variable. */
const readers: Readonly<Record<string, () => number>> = {
  'Date.now()': () => Date.now(),
  'new Date()': () => new Date().getTime(),
  'new Date() of a class of its own': () => new (class extends Date {})().getTime(),
  'the text of Date()': () => Date.parse(Date()),
}

/** Loaded before either has replaced `Date`, as where a project and the tests of svc each load the harness. */
const ANOTHER: string = './moved-date.ts?another'
const other = (await import(ANOTHER)) as typeof import('./moved-date.ts')

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))
const FAR = Date.UTC(2100, 0, 1)

describe('the date of one request', () => {
  before(makeDateMovable)

  for (const [name, read] of Object.entries(readers))
    it(`is moved for ${name}, also after a wait, and for no other request beside it`, async () => {
      const request = async (): Promise<number> => {
        await wait(5)
        return read()
      }
      const started = Date.now()
      const [before, moved, after] = await Promise.all([request(), atDate(FAR, request), request()])
      expect(moved).to.be.within(FAR - 1_000, FAR + 60_000)
      for (const seen of [before, after]) expect(seen).to.be.within(started - 1_000, started + 60_000)
    })

  it('leaves timers, given times and instances as they are', async () => {
    await atDate(FAR, async () => {
      const started = performance.now()
      await wait(5)
      expect(performance.now() - started).to.be.below(10_000)
      expect(new Date(0).getTime()).to.equal(0)
      expect(new Date(2020, 1, 1).getFullYear()).to.equal(2020)
      expect(new Date()).to.be.instanceOf(Date)
      expect(new Date().constructor).to.equal(Date)
    })
  })

  it('is replaced once', () => {
    const { now } = Date
    const first = Date
    makeDateMovable()
    expect(Date).to.equal(first)
    expect(Date.now).to.equal(now)
  })

  it('is moved by every instance of the module in a process, whichever of them was the first', () => {
    expect(other.atDate).to.not.equal(atDate)
    other.makeDateMovable()
    for (const at of [atDate, other.atDate]) expect(at(FAR, () => Date.now())).to.be.within(FAR - 1_000, FAR + 60_000)
  })
})
