import type { Target } from '../replay/target.ts'

/** The clock of a copy of the application. All its scenarios share it, so they take turns. */
export class SharedClock {
  /** Milliseconds before the clock of the machine. */
  ahead = 0
  #free: Promise<void> = Promise.resolve()

  readonly now = (): number => Date.now() + this.ahead

  /** Waits for the scenarios before; the function that it gives lets the next one have the clock. */
  async take(): Promise<() => void> {
    const before = this.#free
    let release = (): void => undefined
    this.#free = new Promise((resolve) => (release = resolve))
    await before
    return () => {
      this.ahead = 0
      release()
    }
  }
}

/** Sets the clock before each step of a scenario. */
export class ClockTarget implements Target {
  readonly #target: Target
  readonly #clock: SharedClock
  readonly #ahead: readonly number[]

  /** @param ahead for each step of the scenario */
  constructor(target: Target, clock: SharedClock, ahead: readonly number[]) {
    this.#target = target
    this.#clock = clock
    this.#ahead = ahead
  }

  send(...args: Parameters<Target['send']>): ReturnType<Target['send']> {
    return this.#target.send(...args)
  }

  async *sendTogether(
    ...[requests, pipelined, prepare]: Parameters<Target['sendTogether']>
  ): ReturnType<Target['sendTogether']> {
    const release = await this.#clock.take()
    let step = 0
    try {
      yield* this.#target.sendTogether(requests, pipelined, (request) => {
        this.#clock.ahead = this.#ahead[step++] ?? 0
        return prepare(request)
      })
    } finally {
      release()
    }
  }

  sendAtOnce(...args: Parameters<Target['sendAtOnce']>): ReturnType<Target['sendAtOnce']> {
    return this.#target.sendAtOnce(...args)
  }

  async close(): Promise<void> {}
}
