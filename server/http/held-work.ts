/** Work that changes the answer of one request, such as a login: the answer waits for it, awaited by the handler or not. */
export class HeldWork {
  readonly #running = new Set<Promise<void>>()
  /** Failures that had come before the handler returned, with the promises that it was given. */
  readonly #failed: { readonly shown: ShownPromise; readonly error: unknown }[] = []

  /** Whether some of it has not ended, or failed unseen. */
  get isRunning(): boolean {
    return this.#running.size > 0 || this.#failed.some(({ shown }) => !shown.isSeen)
  }

  /** @returns a promise of its own for the caller, whose failure is thrown there too. */
  add(work: Promise<void>): Promise<void> {
    const shown = new ShownPromise((resolve) => resolve(work))
    this.#running.add(work)
    work.then(
      () => this.#running.delete(work),
      (error: unknown) => {
        this.#running.delete(work)
        this.#failed.push({ shown, error })
      },
    )
    shown.keep()
    return shown
  }

  /** Resolves when all of it has ended, also what was added meanwhile. Throws what it threw. */
  async finish(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running)
    const unseen = this.#failed.find(({ shown }) => !shown.isSeen)
    if (unseen) throw unseen.error
  }
}

/** Knows whether its result was asked for: a refused login without `await` would else be an answer that says it worked. */
class ShownPromise extends Promise<void> {
  isSeen = false

  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  /** A failure that becomes the answer must not end the process as well. */
  keep(): void {
    super.then(undefined, () => undefined)
  }

  // oxlint-disable-next-line unicorn/no-thenable -- to note who asks is its purpose
  override then<A = void, B = never>(
    fulfilled?: ((value: void) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.isSeen = true
    return super.then(fulfilled, rejected)
  }
}
