import { atDate } from '../copies/moved-date.ts'
import type { Target } from '../replay/target.ts'

/** Shows each step of a scenario a time of its own: the application sees it in `Date`, and nothing else of the process does. */
export class DatedTarget implements Target {
  readonly #target: Target
  readonly #dates: readonly (number | undefined)[]

  /**
   * @param target calls the application in this process, without a socket
   * @param dates milliseconds since 1970 for each step of the scenario; absent for the time of the machine
   */
  constructor(target: Target, dates: readonly (number | undefined)[]) {
    this.#target = target
    this.#dates = dates
  }

  send(...args: Parameters<Target['send']>): ReturnType<Target['send']> {
    return atDate(this.#dates[0], () => this.#target.send(...args))
  }

  async *sendTogether(
    ...[requests, , prepare, patience]: Parameters<Target['sendTogether']>
  ): ReturnType<Target['sendTogether']> {
    for (const [step, request] of requests.entries())
      yield atDate(this.#dates[step], () => this.#target.send(prepare(request), 'shared', patience))
  }

  sendAtOnce(...args: Parameters<Target['sendAtOnce']>): ReturnType<Target['sendAtOnce']> {
    return atDate(this.#dates[0], () => this.#target.sendAtOnce(...args))
  }

  async close(): Promise<void> {}
}
