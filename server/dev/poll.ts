/** The shortest and the longest time from one look to the next, in milliseconds. */
const [SHORTEST, LONGEST] = [100, 400]
/** At most this part of the time is spent looking, where that leaves less than the longest. */
const SHARE = 0.04

/** Looks again and again, as often as its cost allows, and at once when asked; never twice at the same time. */
export class Poll {
  readonly #look: () => Promise<number>
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #isAsked = false
  #isStopped = false

  /** @param look resolves to the milliseconds that looking took, without what was done about what was seen */
  constructor(look: () => Promise<number>) {
    this.#look = look
    this.now()
  }

  /** Looks at once, or once more if it is looking. */
  now(): void {
    this.#isAsked = true
    if (!this.#isStopped) this.#running ??= this.#beat()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#running
  }

  async #beat(): Promise<void> {
    clearTimeout(this.#timer)
    let cost = 0
    while (this.#isAsked && !this.#isStopped) {
      this.#isAsked = false
      cost = await this.#look()
    }
    this.#running = undefined
    if (this.#isStopped) return
    this.#timer = setTimeout(() => this.now(), Math.min(LONGEST, Math.max(SHORTEST, cost / SHARE)))
  }
}
