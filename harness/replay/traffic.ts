import type { RequestData } from '../model/request.ts'
import { NoAnswer, type Watch } from './connection.ts'
import type { RawResponse } from './response-reader.ts'

/** Requests that are remembered. */
const REMEMBERED = 10

/** Requests without an answer in time, and none with one between them, after which a server may have stopped. */
export const MOST_MISSED = 3

/** The requests that a server was sent before the scenarios of a run, and whether it is still there. */
export class Traffic implements Watch {
  readonly #last: RequestData[] = []
  #hasAnswered = false
  #isLost = false
  /** Requests that were not answered in time since the last answer. */
  #missed = 0

  get hasAnswered(): boolean {
    return this.#hasAnswered
  }

  /** Whether nothing listens any more where something answered before. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** Whether nothing was answered for a while, after something was. */
  get isSilent(): boolean {
    return this.#hasAnswered && this.#missed >= MOST_MISSED
  }

  /** The last requests that came before that, the oldest first. */
  get last(): readonly RequestData[] {
    return this.#last
  }

  /** Their methods and paths. */
  get lines(): readonly string[] {
    return this.#last.map(({ method, target }) => `${method} ${target.split('?')[0]}`)
  }

  /** Follows a request that is on its way. */
  watch(request: RequestData, answer: Promise<RawResponse>): void {
    answer.then(
      () => {
        this.#hasAnswered = true
        this.#missed = 0
        this.#keep(request)
      },
      (error: unknown) => {
        if (error instanceof NoAnswer && error.reason === 'timeout') this.#missed++
        if (!(error instanceof NoAnswer) || error.reason !== 'refused') this.#keep(request)
        else this.#isLost ||= this.#hasAnswered
      },
    )
  }

  #keep(request: RequestData): void {
    if (this.#isLost) return
    this.#last.push(request)
    if (this.#last.length > REMEMBERED) this.#last.shift()
  }
}
