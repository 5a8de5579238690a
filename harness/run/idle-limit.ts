import { performance } from 'node:perf_hooks'

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
  readonly #most: number
  readonly #watch: () => () => number
  readonly #waiting: (() => void)[] = []
  #running = 0
  #hasTime = false
  #isWatching = false

  /** @param watch begins to watch the event loop; what it returns gives the share of the time since then that was work */
  constructor(most: number, watch: () => () => number = watchEventLoop) {
    this.#most = most
    this.#watch = watch
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#isFull) await this.#turn()
    else this.#running++
    try {
      return await task()
    } finally {
      this.#running--
      if (!this.#isFull) this.#startNext()
    }
  }

  get #isFull(): boolean {
    return this.#running > 0 && (this.#running >= this.#most || !this.#hasTime)
  }

  #turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (!this.#isWatching) this.#watchOn()
    })
  }

  #startNext(): void {
    const next = this.#waiting.shift()
    if (next === undefined) return
    this.#running++
    next()
  }

  /** At the end of each window one more task may begin. */
  #watchOn(): void {
    this.#isWatching = true
    const worked = this.#watch()
    setTimeout(() => {
      this.#hasTime = worked() < MOST_WORK
      if (!this.#isFull) this.#startNext()
      this.#isWatching = false
      if (this.#waiting.length > 0) this.#watchOn()
    }, WINDOW)
  }
}

function watchEventLoop(): () => number {
  const before = performance.eventLoopUtilization()
  return () => performance.eventLoopUtilization(before).utilization
}
