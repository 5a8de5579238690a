import type { Scenario } from '../model/scenario.ts'
import { NoAnswer } from '../replay/connection.ts'
import type { Replayed } from '../replay/replay.ts'

/** How much longer than another answer anything may take. */
const TIMES = 4
/** Milliseconds for the next byte of an answer that goes on and on, of which one was waited for as long as any. */
const ENDLESS = 500
/** Streams of events of one route: a server may hold a connection to its database for each, also after its end. */
const STREAMS = 8
/** Answers in a row that are late alone, too. */
const MOST_MISSED = 2
/** Milliseconds for what other routes did not answer in many times as long. */
const SILENT = 500
/** Routes that did not answer a request of a scenario, not even alone. */
const MOST_SILENT = 2

/** Names of scenarios that servers do not answer, as a target that a parser fails at, and how many routes did not. One for a run. */
export type Silences = Map<string, number>

/** How long an answer of one route may take, and which scenarios are sent once more, each alone, since theirs took longer. */
export class LateAnswers {
  readonly #timeout: number
  readonly #silences: Silences
  /** Milliseconds of the slowest answer so far. */
  #slowest = 0
  #isEndless = false
  #streams = 0
  /** Scenarios without an answer in time, while others were on their way. */
  readonly #scenarios = new Set<Scenario>()

  /** @param timeout milliseconds */
  constructor(timeout: number, silences: Silences = new Map()) {
    this.#timeout = timeout
    this.#silences = silences
  }

  note({ answer, duration }: Pick<Replayed, 'answer' | 'duration'>): void {
    if (answer instanceof NoAnswer) return
    if (answer.isStream === true) this.#streams++
    if (answer.isCut === true) this.#isEndless = true
    else this.#slowest = Math.max(this.#slowest, duration)
  }

  /** Milliseconds: four times what another answer of this route took, or the time limit, which counts as often for what is sent again. */
  patience(isAgain: boolean, { name }: Pick<Scenario, 'name'>): number {
    const usual = isAgain ? this.#timeout * TIMES : this.#isEndless ? ENDLESS : this.#timeout
    const limit = this.#isSilent(name) ? Math.min(usual, SILENT) : usual
    return Math.max(limit, TIMES * this.#slowest)
  }

  #isSilent(name: string): boolean {
    return (this.#silences.get(name) ?? 0) >= MOST_SILENT
  }

  /** Why a request that goes through is not sent again: its server holds something for each, for as long as it goes on. */
  whyNoMore(isRemote: boolean): string | undefined {
    if (this.#isEndless) return 'its answer goes on and on, and stands as it came'
    return isRemote && this.#streams >= STREAMS
      ? 'its answers are streams of events, and the server may hold something for each'
      : undefined
  }

  add(scenario: Scenario): void {
    if (!this.#isSilent(scenario.name)) this.#scenarios.add(scenario)
  }

  has(scenario: Scenario): boolean {
    return this.#scenarios.has(scenario)
  }

  /**
   * An answer that was late beside others may be in time alone, as that of a login with a slow hash. Where two are not, the
   * rest is late too.
   *
   * @param send whether the answer was late again
   */
  async sendAlone(send: (scenario: Scenario) => Promise<boolean>): Promise<void> {
    let missed = 0
    for (const scenario of this.#scenarios) {
      if (missed === MOST_MISSED) return
      const isMissed = await send(scenario)
      missed = isMissed ? missed + 1 : 0
      if (isMissed) this.#silences.set(scenario.name, (this.#silences.get(scenario.name) ?? 0) + 1)
      else this.#silences.delete(scenario.name)
    }
  }
}
