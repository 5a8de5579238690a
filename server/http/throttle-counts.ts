import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'

/** Failed authentications of one key within the window. */
export interface FailureCount {
  readonly failures: number
  /** Milliseconds until they are forgotten. */
  readonly endsIn: number
}

/** Counts that several processes share. What fails is answered with `undefined`: each process then counts for itself. */
export interface SharedCounts {
  /** Announces an attempt, and reads the failures before it. */
  enter(key: string): Promise<(FailureCount & { readonly underWay: number }) | undefined>
  /** Ends an attempt that was announced. */
  leave(key: string): Promise<void>
  /** Counts a failure. */
  add(key: string): Promise<void>
}

/** Failures counted in the memory of this process. Beyond {@link MAX_COUNTS} keys the oldest are forgotten. */
export class FailureCounts {
  readonly #limiter: RateLimiterMemory
  /** In order of the last failure. The limiter keeps its own keys, without a bound. */
  readonly #keys = new Set<string>()

  constructor({ failures, window }: { readonly failures: number; readonly window: number }) {
    this.#limiter = new RateLimiterMemory({ points: failures, duration: window, keyPrefix: '' })
  }

  async read(key: string): Promise<FailureCount> {
    const count = await this.#limiter.get(key)
    return count && count.msBeforeNext > 0 ? { failures: count.consumedPoints, endsIn: count.msBeforeNext } : NO_FAILURE
  }

  async add(key: string): Promise<FailureCount> {
    this.#keys.delete(key)
    this.#keys.add(key)
    for (const oldest of this.#keys) {
      if (this.#keys.size <= MAX_COUNTS) break
      this.#keys.delete(oldest)
      await this.#limiter.delete(oldest)
    }
    const { consumedPoints, msBeforeNext } = await this.#limiter.penalty(key)
    return { failures: consumedPoints, endsIn: msBeforeNext }
  }
}

const NO_FAILURE: FailureCount = { failures: 0, endsIn: 0 }

/** Keys counted in a process: some hundred bytes each. */
export const MAX_COUNTS = 10_000
