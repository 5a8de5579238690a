import { expect } from 'chai'
import { SharedClock } from './clock-target.ts'

describe('a clock that scenarios share', () => {
  it('is given to one after the other, and shows the time again at the end of each', async () => {
    const clock = new SharedClock()
    const seen: string[] = []
    const release = await clock.take()
    clock.ahead = 60_000
    const next = clock.take().then((end) => {
      seen.push(`second ${clock.ahead}`)
      end()
    })
    await Promise.resolve().then(() => Promise.resolve())
    seen.push(`first ${clock.ahead}`)
    release()
    await next
    expect(seen).to.deep.equal(['first 60000', 'second 0'])
  })
})
