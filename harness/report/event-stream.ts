import type { Reporter, RunEvent } from '../model/event.ts'

/** Hands every event to every subscriber. */
export class EventStream {
  readonly #reporters: Reporter[] = []

  subscribe(reporter: Reporter): void {
    this.#reporters.push(reporter)
  }

  emit(event: RunEvent): void {
    for (const reporter of this.#reporters) reporter.report(event)
  }

  async close(): Promise<void> {
    for (const reporter of this.#reporters) await reporter.close?.()
  }
}
