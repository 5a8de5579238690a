import type { Played } from '../check/verdict.ts'
import type { Ledger } from '../observe/ledger.ts'

/** Scenarios that are watched at a time: a second of a quick run. What they hold is the memory of a long one. */
const WATCHED = 2_000

/** Watches scenarios that passed for handlers that start after their answers. */
export class LateHandlers {
  readonly #ledger: Ledger
  readonly #onLate: (played: Played) => void
  #watched: { readonly played: Played; readonly runs: number }[] = []

  /** @param onLate called with a scenario whose handler has started since */
  constructor(ledger: Ledger, onLate: (played: Played) => void) {
    this.#ledger = ledger
    this.#onLate = onLate
  }

  watch(played: Played): void {
    this.#watched.push({ played, runs: this.#runsOf(played) })
    if (this.#watched.length >= 2 * WATCHED) this.#look(WATCHED)
  }

  /** The last look at all of them. */
  end(): void {
    this.#look(this.#watched.length)
  }

  /** @param count of the oldest, which are forgotten, and the ledger's entries with them */
  #look(count: number): void {
    const oldest = this.#watched.slice(0, count)
    this.#watched = this.#watched.slice(count)
    for (const { played, runs } of oldest) {
      if (this.#runsOf(played) !== runs) this.#onLate(played)
      for (const { probe } of played.replayed) if (probe !== undefined) this.#ledger.forget(probe)
    }
  }

  #runsOf({ replayed }: Played): number {
    const probes = replayed.flatMap(({ probe }) => probe ?? [])
    return probes.reduce((sum, probe) => sum + this.#ledger.read(probe).runs.length, 0)
  }
}
