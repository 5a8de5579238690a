import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect } from 'chai'
import { Crowd } from './pace.ts'

/** A server that blocks for all where more than so many requests are under way, until it is asked alone. */
class SmallServer {
  readonly #most: number
  #running = 0
  isBlocked = false
  highest = 0

  constructor(most: number) {
    this.#most = most
  }

  /** @returns whether it answered in time */
  async ask(): Promise<boolean> {
    this.#running++
    this.highest = Math.max(this.highest, this.#running)
    if (this.#running > this.#most) this.isBlocked = true
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    this.#running--
    return !this.isBlocked
  }
}

describe('requests under way at a server that has not the means for so many', () => {
  it('are half as many after one was late, and none is begun until it answers again', async () => {
    const server = new SmallServer(5)
    let recovered = 0
    const crowd = new Crowd(16, async () => {
      recovered++
      for (let turn = 0; turn < 10; turn++) await nextTurn()
      server.isBlocked = false
    })
    const inTime: boolean[] = []
    const ask = (): Promise<void> =>
      crowd.run(async () => {
        const began = performance.now()
        const isInTime = await server.ask()
        if (!isInTime) crowd.late(began)
        inTime.push(isInTime)
      })
    await Promise.all(Array.from({ length: 60 }, ask))
    expect({ most: crowd.most, recovered }).to.deep.equal({ most: 4, recovered: 2 })
    expect(inTime.slice(-36)).to.deep.equal(Array.from({ length: 36 }, () => true))
  })

  it('stay as many where none is late', async () => {
    const server = new SmallServer(16)
    const crowd = new Crowd(16, () => Promise.reject(new Error('nothing was late')))
    await Promise.all(Array.from({ length: 40 }, () => crowd.run(() => server.ask())))
    expect({ most: crowd.most, highest: server.highest }).to.deep.equal({ most: 16, highest: 16 })
  })
})
