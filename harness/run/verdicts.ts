import type { Reporter, RunEvent } from '../model/event.ts'
import type { Verdict } from '../model/verdict.ts'

/** The verdicts of a run for callers that wait for each of them. They are kept for such callers only. */
export class Verdicts implements Reporter {
  readonly #known = new Map<string, Verdict>()
  readonly #waiting = new Map<string, readonly ((verdict: Verdict | undefined) => void)[]>()
  #hasEnded = false

  report(event: RunEvent): void {
    if (event.type !== 'scenario.ended') return
    const { verdict } = event
    const { id } = verdict.scenario
    this.#known.set(id, verdict)
    for (const resolve of this.#waiting.get(id) ?? []) resolve(verdict)
    this.#waiting.delete(id)
  }

  /** The verdict of a scenario when it is there; `undefined` for one that the run did not come to. */
  of(id: string): Promise<Verdict | undefined> {
    if (this.#hasEnded || this.#known.has(id)) return Promise.resolve(this.#known.get(id))
    return new Promise((resolve) => this.#waiting.set(id, [...(this.#waiting.get(id) ?? []), resolve]))
  }

  /** Every verdict so far, those of scenarios that were not planned too, in the order in which they ended. */
  settled(): readonly Verdict[] {
    return [...this.#known.values()]
  }

  /** No more will come: a caller that waits must not wait for ever. */
  end(): void {
    this.#hasEnded = true
    for (const resolves of this.#waiting.values()) for (const resolve of resolves) resolve(undefined)
  }
}
