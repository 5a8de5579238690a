import { expect } from 'chai'
import { Shared } from './turn-target.ts'

describe('a clock that scenarios share', () => {
  it('is given to one after the other, and shows the time again at the end of each', async () => {
    const clock = new Shared(0)
    const seen: string[] = []
    const release = await clock.take()
    clock.state = 60_000
    const next = clock.take().then((end) => {
      seen.push(`second ${clock.state}`)
      end()
    })
    await Promise.resolve().then(() => Promise.resolve())
    seen.push(`first ${clock.state}`)
    release()
    await next
    expect(seen).to.deep.equal(['first 60000', 'second 0'])
  })
})
