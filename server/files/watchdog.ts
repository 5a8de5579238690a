import { performance } from 'node:perf_hooks'

/**
 * Gives up when nothing has finished for a while. A limit for each would blame a thousand modules
 * for the slowness of the machine, and so would a limit on time in which Node is at work: what never ends leaves the event
 * loop idle.
 */
export class Watchdog {
  readonly #waiting = new Set<() => void>()
  readonly #onStall: () => void
  #timer: NodeJS.Timeout | undefined
  #stall: NodeJS.Timeout | undefined
  #progressed = false
  #lastProgress = 0
  /** Milliseconds that the event loop had been idle when it was last looked at. */
  #idle = 0

  /** @param onStall called again and again while nothing finishes, first after {@link STALL} */
  constructor(onStall: () => void = () => undefined) {
    this.#onStall = onStall
  }

  /** Something finished: the others get their patience anew. */
  noteProgress(): void {
    this.#progressed = true
    this.#lastProgress = performance.now()
    this.#stall?.refresh()
  }

  /**
   * Waits for work, as long as there is progress.
   *
   * @param patience milliseconds without any progress, of which the event loop is idle for at least half
   * @param giveUp makes the error when that is over
   */
  async await<T>(work: Promise<T>, patience: number, giveUp: () => Error): Promise<T> {
    let give: () => void = () => undefined
    const givenUp = new Promise<never>((_resolve, reject) => (give = () => reject(giveUp())))
    this.#waiting.add(give)
    if (this.#timer === undefined) {
      this.#lastProgress = performance.now()
      this.#idle = performance.eventLoopUtilization().idle
      this.#timer = setInterval(() => this.#look(patience), patience)
      this.#stall = setInterval(() => this.#onStall(), STALL)
    }
    try {
      return await Promise.race([work, givenUp])
    } finally {
      this.#waiting.delete(give)
      if (this.#waiting.size === 0) this.#stop()
    }
  }

  /** Gives up on everything that is waited for, if nothing has finished for so many milliseconds. */
  hurry(patience: number): void {
    if (performance.now() - this.#lastProgress < patience) return
    for (const give of this.#waiting) give()
  }

  #look(patience: number): void {
    const { idle } = performance.eventLoopUtilization()
    const isAtWork = idle - this.#idle < patience / 2
    this.#idle = idle
    if (!this.#progressed && !isAtWork) for (const give of this.#waiting) give()
    this.#progressed = false
  }

  #stop(): void {
    clearInterval(this.#timer)
    clearInterval(this.#stall)
    this.#timer = undefined
    this.#stall = undefined
  }
}

/** Milliseconds. */
const STALL = 1_500
