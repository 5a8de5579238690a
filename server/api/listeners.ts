import type { ObservationListener } from '../model/observation.ts'

/** The listeners of an application, and of those that it was made of. */
export class Listeners {
  readonly #own = new Set<ObservationListener>()
  readonly #inherited: Listeners | undefined

  constructor(inherited?: Listeners) {
    this.#inherited = inherited
  }

  /** @returns a function that ends it */
  add(listener: ObservationListener): () => void {
    this.#own.add(listener)
    return () => this.#own.delete(listener)
  }

  get isEmpty(): boolean {
    return this.#own.size === 0 && (this.#inherited?.isEmpty ?? true)
  }

  readonly notify: ObservationListener = (observation) => {
    this.#inherited?.notify(observation)
    for (const listener of this.#own) {
      try {
        listener(observation)
      } catch (error) {
        // A broken log decides over no request and ends no process.
        process.emitWarning(error instanceof Error ? error : String(error))
      }
    }
  }
}
