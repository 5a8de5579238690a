/** Runs at most so many tasks at the same time; the others wait in their order. */
export class Limit {
  readonly #most: number
  readonly #mayStart: () => boolean
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** @param mayStart whether another task may begin beside one that runs; always, if absent */
  constructor(most: number, mayStart: () => boolean = () => true) {
    this.#most = most
    this.#mayStart = mayStart
  }

  /** Whether a task waits for its turn. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#isFull) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    try {
      return await task()
    } finally {
      this.#running--
      this.startNext()
    }
  }

  /** Begins the task that waits longest, if it may. */
  startNext(): void {
    if (this.#isFull) return
    const next = this.#waiting.shift()
    if (next === undefined) return
    this.#running++
    next()
  }

  get #isFull(): boolean {
    return this.#running > 0 && (this.#running >= this.#most || !this.#mayStart())
  }
}
