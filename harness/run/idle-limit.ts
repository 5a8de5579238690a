import { performance } from 'node:perf_hooks'
import { Limit } from './limit.ts'

/** Milliseconds over which the event loop is watched. */
const WINDOW = 10
/** Share of a window that the event loop may work for there to be time for another task. */
const MOST_WORK = 0.8

/**
 * Runs at most so many tasks at the same time, and no more than the event loop has time for; the others wait in their order.
 * An application under test that works in this process gets through its requests sooner with fewer of them in flight, and
 * one that waits, for its database or in another process, is kept supplied.
 */
export class IdleLimit {
  readonly #limit: Limit
  readonly #watch: () => () => number
  #hasTime = false
  #isWatching = false

  /** @param watch begins to watch the event loop; what it returns gives the share of the time since then that was work */
  constructor(most: number, watch: () => () => number = watchEventLoop) {
    this.#limit = new Limit(most, () => this.#hasTime)
    this.#watch = watch
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#limit.run(task)
    if (!this.#isWatching) this.#watchOn()
    return result
  }

  /** At the end of each window one more task may begin. */
  #watchOn(): void {
    this.#isWatching = this.#limit.isWaiting
    if (!this.#isWatching) return
    const worked = this.#watch()
    setTimeout(() => {
      this.#hasTime = worked() < MOST_WORK
      this.#limit.startNext()
      this.#watchOn()
    }, WINDOW)
  }
}

function watchEventLoop(): () => number {
  const before = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(before).utilization
}
