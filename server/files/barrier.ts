import { setImmediate as turn } from 'node:timers/promises'

/**
 * Lets work through, and on request lets what is under way end and holds back the rest. A file that is read while its
 * module is thrown away would come back with what it held before.
 */
export class Barrier {
  #underWay = 0
  #opening: Promise<void> | undefined

  /** Whether anything is on its way through, or held back. */
  get isBusy(): boolean {
    return this.#underWay > 0 || this.#opening !== undefined
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    while (this.#opening) await this.#opening
    this.#underWay++
    try {
      return await work()
    } finally {
      this.#underWay--
    }
  }

  /** Runs something while nothing passes. */
  async close(run: () => void): Promise<void> {
    while (this.#opening) await this.#opening
    let open: () => void = () => undefined
    this.#opening = new Promise((resolve) => (open = resolve))
    try {
      // One more turn than needed: the result of the work must have reached its caller.
      do await turn()
      while (this.#underWay > 0)
      await turn()
      run()
    } finally {
      this.#opening = undefined
      open()
    }
  }
}
