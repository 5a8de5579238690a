/** Runs one round; `undefined` for all routes. Ends early when the signal is aborted. */
export type Round = (routes: readonly string[] | undefined, signal: AbortSignal) => Promise<void>

/**
 * Rounds of the same work, one after the other. What is wanted while a round is under way ends it: its routes and the
 * new ones are the next round.
 */
export class Rounds {
  readonly #round: Round
  #wanted: Wanted = NOTHING
  #current: AbortController | undefined
  #wake: () => void = () => undefined

  constructor(round: Round) {
    this.#round = round
  }

  /** Asks for a round. */
  want(routes: readonly string[] | undefined): void {
    this.#wanted = join(this.#wanted, routes)
    this.#current?.abort()
    this.#wake()
  }

  /** Resolves when the signal is aborted and no round is under way. */
  async run(signal: AbortSignal): Promise<void> {
    const end = (): void => {
      this.#current?.abort()
      this.#wake()
    }
    signal.addEventListener('abort', end, { once: true })
    while (!signal.aborted) {
      if (this.#wanted === NOTHING) await new Promise<void>((resolve) => (this.#wake = resolve))
      else await this.#next()
    }
    signal.removeEventListener('abort', end)
  }

  async #next(): Promise<void> {
    const routes = this.#wanted as readonly string[] | undefined
    this.#wanted = NOTHING
    const current = new AbortController()
    this.#current = current
    await this.#round(routes, current.signal)
    this.#current = undefined
    if (current.signal.aborted && this.#wanted !== NOTHING) this.#wanted = join(this.#wanted, routes)
  }
}

const NOTHING: unique symbol = Symbol('nothing')
type Wanted = readonly string[] | undefined | typeof NOTHING

function join(wanted: Wanted, routes: readonly string[] | undefined): Wanted {
  if (wanted === NOTHING) return routes
  return wanted === undefined || routes === undefined ? undefined : [...new Set([...wanted, ...routes])]
}
