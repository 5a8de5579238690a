import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'chai'
import { IdleLimit } from './idle-limit.ts'

/** Tasks that the test ends. */
class Tasks {
  readonly begun: number[] = []
  readonly #ends: (() => void)[] = []

  task(at: number): () => Promise<void> {
    return () => {
      this.begun.push(at)
      return new Promise((resolve) => this.#ends.push(resolve))
    }
  }

  async haveBegun(count: number): Promise<void> {
    while (this.begun.length < count) await delay(1)
  }

  endFirst(): void {
    this.#ends.shift()?.()
  }
}

describe('a limit by the time of the event loop', () => {
  /** Five tasks, of which so many run together as soon as there is time, and never more. */
  async function expectTogether(most: number, work: number, together: number): Promise<void> {
    const limit = new IdleLimit(most, () => () => work)
    const tasks = new Tasks()
    const all = Promise.all(Array.from({ length: 5 }, (_, at) => limit.run(tasks.task(at))))
    for (let ended = 0; ended < 5; ended++) {
      const begun = Math.min(5, ended + together)
      await tasks.haveBegun(begun)
      // Several windows, in which no more may begin.
      await delay(30)
      expect(tasks.begun.length).to.equal(begun)
      tasks.endFirst()
    }
    await all
    expect(tasks.begun).to.deep.equal([0, 1, 2, 3, 4])
  }

  it('runs one task after the other while the event loop works', () => expectTogether(3, 1, 1))

  it('runs as many as it may while the event loop waits', () => expectTogether(3, 0, 3))

  it('goes on after a task that fails', async () => {
    const limit = new IdleLimit(1, () => () => 1)
    const failed = limit.run(() => Promise.reject(new Error('no')))
    const next = limit.run(async () => 'yes')
    expect(await Promise.allSettled([failed, next])).to.have.nested.property('1.value', 'yes')
  })

  it('watches the event loop of this process if it is given nothing else', async () => {
    const limit = new IdleLimit(2)
    const tasks = new Tasks()
    const both = Promise.all([limit.run(tasks.task(0)), limit.run(tasks.task(1))])
    await tasks.haveBegun(2)
    tasks.endFirst()
    tasks.endFirst()
    await both
  })
})
