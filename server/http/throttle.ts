import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Storage } from 'unstorage'
import { LoadError, type SourcePosition } from '../errors.ts'
import { BoundedMap } from './bounded-map.ts'

/** How many failed authentications a client address may have on an operation. */
export interface ThrottleOptions {
  /** Failures after which the answer is 429. A request that brings no credential is none. */
  readonly failures: number
  /** Seconds, from the first failure, until they are forgotten. */
  readonly window: number
}

interface Count {
  readonly failures: number
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** Attempts of one client on one operation. */
interface Attempts {
  underWay: number
  readonly waiting: (() => void)[]
}

/**
 * Counts failed authentications per client address and operation. Addresses of IPv6 count by their /64, which is what
 * one client has. An attempt waits while those under way could use the number up, so that guesses made at the same time
 * gain nothing; processes that share a storage know of each other's failures, not of each other's attempts.
 *
 * @param storage shared by several processes; if it fails, each counts for itself
 * @param now the clock, in milliseconds since 1970
 */
export class Throttle {
  readonly #options: ThrottleOptions
  readonly #storage: Storage | undefined
  readonly #now: () => number
  readonly #counts = new BoundedMap<string, Count>(MAX_COUNTS)
  readonly #attempts = new Map<string, Attempts>()

  constructor(options: ThrottleOptions, storage?: Storage, now: () => number = Date.now) {
    this.#options = options
    this.#storage = storage
    this.#now = now
  }

  /** What is counted under. A digest: an address is somebody's, and a storage is shared. */
  keyOf(address: string, operationId: string): string {
    const digest = createHash('sha256').update(`${networkOf(address)} ${operationId}`)
    return `svc:throttle:${digest.digest('base64url').slice(0, 22)}`
  }

  /**
   * Begins an attempt, which {@link leave} ends.
   *
   * @returns 0, or the seconds that the client has to wait before it may try: then nothing has begun
   */
  async enter(key: string): Promise<number> {
    for (let hasWaited = false; ; hasWaited = true) {
      const shared = await this.#shared(key)
      const own = this.#own(key)
      const wait = this.#waitOf(own) || this.#waitOf(shared)
      if (wait > 0) {
        this.#letLook(key)
        return wait
      }
      const attempts = this.#attempts.get(key) ?? { underWay: 0, waiting: [] }
      if ((larger(own, shared)?.failures ?? 0) + attempts.underWay < this.#options.failures) {
        attempts.underWay++
        this.#attempts.set(key, attempts)
        this.#letLook(key)
        return 0
      }
      // Something is under way here, and its end lets the next one look. Who has waited before stays in front.
      await new Promise<void>((look) => (hasWaited ? attempts.waiting.unshift(look) : attempts.waiting.push(look)))
    }
  }

  /** Ends an attempt, counts it if it failed, and lets the next one that waits look again. */
  async leave(key: string, failed: boolean): Promise<void> {
    try {
      if (failed) await this.#countFailure(key)
    } finally {
      const attempts = this.#attempts.get(key)
      if (attempts) attempts.underWay--
      this.#letLook(key)
    }
  }

  /** Lets one that waits look again. Unless it has to go on waiting it lets the next one look: not all ask the storage at once. */
  #letLook(key: string): void {
    const attempts = this.#attempts.get(key)
    if (!attempts) return
    attempts.waiting.shift()?.()
    if (attempts.underWay === 0 && attempts.waiting.length === 0) this.#attempts.delete(key)
  }

  async #countFailure(key: string): Promise<void> {
    const shared = await this.#shared(key)
    // Read after the wait: others may have counted meanwhile.
    const known = larger(this.#own(key), shared)
    const window = this.#options.window * 1_000
    const count = { failures: (known?.failures ?? 0) + 1, endsAt: known?.endsAt ?? this.#now() + window }
    this.#counts.set(key, count)
    const ttl = Math.max(1, Math.ceil((count.endsAt - this.#now()) / 1_000))
    await this.#storage?.setItem(key, { ...count }, { ttl }).catch(() => undefined)
  }

  #waitOf(count: Count | undefined): number {
    if (!count || count.failures < this.#options.failures) return 0
    return Math.max(1, Math.ceil((count.endsAt - this.#now()) / 1_000))
  }

  #own(key: string): Count | undefined {
    return this.#current(this.#counts.get(key))
  }

  async #shared(key: string): Promise<Count | undefined> {
    const value: unknown = await this.#storage?.getItem(key).catch(() => undefined)
    return isCount(value) ? this.#current(value) : undefined
  }

  #current(count: Count | undefined): Count | undefined {
    if (!count) return undefined
    const left = count.endsAt - this.#now()
    // The second comparison: a clock that was set back must not lock anybody out for longer.
    return left > 0 && left <= this.#options.window * 1_000 ? count : undefined
  }
}

/** @throws {@link LoadError} for numbers that can mean nothing. */
export function checkThrottle(options: unknown, source: SourcePosition | undefined): void {
  const { failures, window, ...rest } = (options ?? {}) as Partial<ThrottleOptions>
  const isSound = isCountable(failures, MAX_COUNTS) && isCountable(window, MAX_WINDOW) && Object.keys(rest).length === 0
  if (isSound) return
  const problem = `throttle must be { failures, window }, whole numbers above 0; got ${JSON.stringify(options)}.`
  throw new LoadError(
    'SVC_THROTTLE_INVALID',
    `${problem} Write { failures: 5, window: 60 }, the window in seconds.`,
    source,
  )
}

/** Counts kept in the process: some hundred bytes each. */
const MAX_COUNTS = 10_000
/** A month. */
const MAX_WINDOW = 2_678_400

function isCountable(value: unknown, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= most
}

function larger(own: Count | undefined, shared: Count | undefined): Count | undefined {
  return (shared?.failures ?? 0) > (own?.failures ?? 0) ? shared : own
}

function isCount(value: unknown): value is Count {
  const { failures, endsAt } = (value ?? {}) as Partial<Count>
  return typeof failures === 'number' && typeof endsAt === 'number'
}

function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::')
    ? Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
    : []
  return [...front, ...zeros, ...back].slice(0, 4).join(':')
}
