/** Runs at most so many tasks at the same time; the others wait in their order. */
export class Limit {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(most: number) {
    this.#most = most
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#running--
      else next()
    }
  }
}
