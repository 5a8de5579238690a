/** When workers died, in milliseconds: those of the last minute count. */
export class Deaths {
  #times: readonly number[] = []

  /** Notes one. Returns how many there were within the last minute, this one included. */
  note(now: number): number {
    this.#times = [...this.#times.filter((time) => now - time < WINDOW), now]
    return this.#times.length
  }
}

const WINDOW = 60_000
