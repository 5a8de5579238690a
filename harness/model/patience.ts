/** Milliseconds that are long for an answer, and how many in a row show that all that is left would take as long. */
const LONG = 15_000
const MOST = 6

/** How long a run goes on with a server that answers, and takes very long for each request: its connections to a database are used up, say. */
export class Patience {
  #long = 0

  /** @param duration milliseconds to the answer, or to its absence */
  note(duration: number): void {
    this.#long = duration >= LONG ? this.#long + 1 : 0
  }

  /** Whether the last answers have all taken very long. */
  get isOver(): boolean {
    return this.#long >= MOST
  }
}
