import { setTimeout as delay } from 'node:timers/promises'
import { fieldOf, type RawResponse } from '../replay/response-reader.ts'
import { Limit } from './limit.ts'

/** Milliseconds of the first pause where a server does not name one; each later one is twice as long. */
const FIRST_PAUSE = 250
/** Milliseconds that one pause may take. */
const LONGEST_PAUSE = 15_000
/** Times that one request is sent again. */
const ATTEMPTS = 5

/** How fast a run sends: at most so many requests in a second, and slower while the server says that it is too much. */
export class Pace {
  readonly #interval: number
  #next = 0

  /** @param rate requests in a second; as fast as it goes if absent */
  constructor(rate: number | undefined) {
    this.#interval = rate === undefined ? 0 : 1_000 / rate
  }

  /** Whether nothing has to wait: every request would make a promise for it. */
  get isFree(): boolean {
    return this.#interval === 0 && this.#next === 0
  }

  /** Resolves when so many requests may be sent. */
  async turn(requests: number): Promise<void> {
    if (this.isFree) return
    const now = performance.now()
    const at = Math.max(now, this.#next)
    if (this.#interval > 0) this.#next = at + this.#interval * requests
    if (at > now) await delay(at - now)
  }

  /**
   * The advice for a server that has had too many requests.
   *
   * @returns whether the request may be sent again after its next turn
   */
  slowDown(answer: RawResponse, attempt: number): boolean {
    const named = readRetryAfter(answer)
    const pause = named ?? Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt)
    if (attempt >= ATTEMPTS || pause > LONGEST_PAUSE) return false
    this.#next = Math.max(this.#next, performance.now() + pause)
    return true
  }
}

/** Milliseconds: a number of seconds, or a date (RFC 9110 section 10.2.3). */
function readRetryAfter({ headers }: RawResponse): number | undefined {
  const text = fieldOf(headers, 'retry-after')
  if (text === undefined) return undefined
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds)
}

/** Fewest requests at the same time. */
const FEWEST = 2

/**
 * Requests on their way to another server at the same time: as many as a pool of connections to a database has by default (node-postgres,
 * HikariCP). With forty, a server of synchronous handlers in FastAPI stopped for good: its threads waited for connections that others held.
 */
export const MODEST = 10

/**
 * The requests that are under way at another server, of all routes together. Where one of them is late beside others, the
 * server has not the means for so many, such as connections to its database: nothing is begun until it answers again, then half as many.
 */
export class Crowd {
  readonly #limit: Limit
  readonly #recovered: () => Promise<unknown>
  #most: number
  #running = 0
  /** When the number was halved last: what began before says nothing of the new one. */
  #halved = -1
  #pause: Promise<unknown> | undefined

  /** @param recovered resolves when the server answers a harmless request, or does not for long */
  constructor(most: number, recovered: () => Promise<unknown>) {
    this.#most = most
    this.#limit = new Limit(most, () => this.#running < this.#most)
    this.#recovered = recovered
  }

  /** The most requests at the same time. */
  get most(): number {
    return this.#most
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    return this.#limit.run(async () => {
      this.#running++
      try {
        await this.#pause
        return await task()
      } finally {
        this.#running--
      }
    })
  }

  /** @param began when the request began that was late, of `performance.now()` */
  late(began: number): void {
    if (began < this.#halved) return
    this.#halved = performance.now()
    this.#most = Math.max(FEWEST, Math.floor(this.#most / 2))
    this.#pause ??= this.#recovered().finally(() => (this.#pause = undefined))
  }
}
