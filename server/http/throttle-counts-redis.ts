import type { RateLimiterRedis } from 'rate-limiter-flexible'
import type { RedisStore } from '../store/redis-store.ts'
import type { FailureCount, SharedCounts } from './throttle-counts.ts'

/** The limiters of a client: they come and go with it. */
interface Limiters {
  readonly client: object
  readonly failures: RateLimiterRedis
  readonly attempts: RateLimiterRedis
}

/**
 * Failures and attempts under way, counted in Redis. Two keys for each client and operation, under one hash tag: a
 * cluster keeps them on one node, where an attempt is announced before the failures are read, and a failure is counted
 * before its attempt leaves. So none falls between.
 *
 * Whatever fails has no answer: the process then counts for itself.
 */
export class RedisCounts implements SharedCounts {
  readonly #store: RedisStore
  readonly #options: { readonly failures: number; readonly window: number }
  #limiters: Promise<Limiters> | undefined

  constructor(store: RedisStore, options: { readonly failures: number; readonly window: number }) {
    this.#store = store
    this.#options = options
  }

  async enter(key: string): Promise<(FailureCount & { readonly underWay: number }) | undefined> {
    return this.#ask(async ({ failures, attempts }) => {
      const [announced, count] = await Promise.all([attempts.penalty(tagged(key)), failures.get(tagged(key))])
      return {
        underWay: announced.consumedPoints,
        failures: count?.consumedPoints ?? 0,
        endsIn: Math.max(0, count?.msBeforeNext ?? 0),
      }
    })
  }

  async leave(key: string): Promise<void> {
    await this.#ask(({ attempts }) => attempts.reward(tagged(key)))
  }

  async add(key: string): Promise<void> {
    await this.#ask(({ failures }) => failures.penalty(tagged(key)))
  }

  async #ask<T>(question: (limiters: Limiters) => Promise<T>): Promise<T | undefined> {
    try {
      return await this.#store.use(async ({ client }) => question(await this.#limitersOf(client)))
    } catch {
      // The store says once that it is away.
      return undefined
    }
  }

  async #limitersOf(client: object): Promise<Limiters> {
    const known = await this.#limiters
    if (known?.client === client) return known
    return (this.#limiters = this.#createLimiters(client))
  }

  async #createLimiters(client: object): Promise<Limiters> {
    const { default: Limiter } = await import('rate-limiter-flexible/lib/RateLimiterRedis.js')
    const { failures: points, window } = this.#options
    // The client keeps one script for all of its limiters.
    const shared = { storeClient: client, points, customIncrTtlLuaScript: COUNT }
    return {
      client,
      failures: new Limiter({ ...shared, keyPrefix: 'svc:failures', duration: window }),
      attempts: new Limiter({ ...shared, keyPrefix: 'svc:attempts', duration: ATTEMPT_SECONDS }),
    }
  }
}

/** Seconds after which attempts are forgotten whose process ended before them. */
const ATTEMPT_SECONDS = 30

/** Adds to a count. One that falls to 0 is not kept; one that lasts longer than its window, as set now, is cut short. */
const COUNT = `
local count = redis.call('incrby', KEYS[1], ARGV[1])
if count <= 0 then
  redis.call('del', KEYS[1])
  return {0, 0}
end
local ttl = redis.call('pttl', KEYS[1])
if ttl < 0 or ttl > 1000 * ARGV[2] then
  redis.call('expire', KEYS[1], ARGV[2])
  ttl = 1000 * ARGV[2]
end
return {count, ttl}
`

function tagged(key: string): string {
  return `{${key}}`
}
