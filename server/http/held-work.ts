/** Work that changes the answer of one request, such as a login: the answer waits for it, awaited by the handler or not. */
export class HeldWork {
  readonly #running = new Set<Promise<void>>()

  /** Whether some of it has not ended. */
  get isRunning(): boolean {
    return this.#running.size > 0
  }

  /** @returns a promise of its own for the caller, whose failure is thrown there too. */
  add(work: Promise<void>): Promise<void> {
    const shown = work.then(() => undefined)
    this.#running.add(shown)
    const end = (): boolean => this.#running.delete(shown)
    work.then(end, end)
    return shown
  }

  /** Resolves when all of it has ended, also what was added meanwhile. Throws what it threw. */
  async finish(): Promise<void> {
    while (this.isRunning) await Promise.all(this.#running)
  }
}
