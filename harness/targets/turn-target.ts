import type { Target } from '../replay/target.ts'

/** A part of a copy of the application, such as its clock, that requests find in one state or another. Its scenarios take turns. */
export class Shared<State> {
  state: State
  readonly #usual: State
  #free: Promise<void> = Promise.resolve()

  constructor(usual: State) {
    this.state = usual
    this.#usual = usual
  }

  /** Waits for the scenarios before; the function that it gives lets the next one have it. */
  async take(): Promise<() => void> {
    const before = this.#free
    let release = (): void => undefined
    this.#free = new Promise((resolve) => (release = resolve))
    await before
    return () => {
      this.state = this.#usual
      release()
    }
  }
}

/** Sets the state before each step of a scenario. */
export class TurnTarget<State> implements Target {
  readonly #target: Target
  readonly #shared: Shared<State>
  readonly #states: readonly State[]

  /** @param states for each step of the scenario */
  constructor(target: Target, shared: Shared<State>, states: readonly State[]) {
    this.#target = target
    this.#shared = shared
    this.#states = states
  }

  send(...args: Parameters<Target['send']>): ReturnType<Target['send']> {
    return this.#target.send(...args)
  }

  async *sendTogether(
    ...[requests, pipelined, prepare]: Parameters<Target['sendTogether']>
  ): ReturnType<Target['sendTogether']> {
    const release = await this.#shared.take()
    let step = 0
    try {
      yield* this.#target.sendTogether(requests, pipelined, (request) => {
        const state = this.#states[step++]
        if (state !== undefined) this.#shared.state = state
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
