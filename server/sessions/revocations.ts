import { setTimeout as delay } from 'node:timers/promises'
import type { Storage } from 'unstorage'
import { HttpError, LoadError } from '../errors.ts'
import { BoundedMap } from '../http/bounded-map.ts'

/** What a revocation says of a session, and what it is asked about. */
export interface RevocableSession {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly issuedAt: number
  /** Milliseconds since 1970: from then on nobody needs to know any more. */
  readonly expiresAt: number
}

/** Which sessions have ended before their time. */
export interface Revocations {
  /** Throws {@link HttpError} 503 where it cannot be known: a refusal, never a pass. */
  isRevoked(session: RevocableSession, now: number): boolean | Promise<boolean>
  /** Resolves when the revocation will outlive this process. */
  revoke(session: RevocableSession, now: number): Promise<void>
  /** Throws LoadError where a revocation could not be kept. */
  check(): Promise<void>
}

/**
 * Revocations in a storage that several processes share.
 *
 * @param cacheFor milliseconds for which a "no" is believed; 0 asks every time
 */
export class SharedRevocations implements Revocations {
  readonly #storage: Storage
  readonly #cacheFor: number
  readonly #askAgainAt = new BoundedMap<string, number>(10_000)
  /** What this process revoked: an answer that was already under way must not hide it. */
  readonly #ownUntil = new Map<string, number>()
  #sweepAt = 0

  constructor(storage: Storage, cacheFor: number) {
    this.#storage = storage
    this.#cacheFor = cacheFor
  }

  isRevoked({ id }: RevocableSession, now: number): boolean | Promise<boolean> {
    if (this.#ownUntil.has(id)) return true
    const askAgainAt = this.#askAgainAt.get(id)
    // The second comparison: a clock that was set back must not stretch the cache.
    if (askAgainAt !== undefined && now < askAgainAt && askAgainAt - now <= this.#cacheFor) return false
    return this.#ask(id, now)
  }

  async revoke({ id, expiresAt }: RevocableSession, now: number): Promise<void> {
    this.#ownUntil.set(id, expiresAt)
    const ttl = Math.max(1, Math.ceil((expiresAt - now) / 1_000))
    await orUnavailable(this.#storage.setItem(keyOf(id), expiresAt, { ttl }))
    if (now < this.#sweepAt) return
    this.#sweepAt = now + SWEEP_INTERVAL
    // Housekeeping for drivers without lifetimes. It is nobody's answer that waits or fails.
    void this.#sweep(now).catch(() => undefined)
  }

  async check(): Promise<void> {
    const answer = this.#storage.hasItem(keyOf('check'))
    const late = delay(CHECK_TIMEOUT, undefined, { ref: false }).then(() => {
      throw new Error(`no answer within ${CHECK_TIMEOUT / 1_000} s`)
    })
    try {
      await Promise.race([answer, late])
    } catch (cause) {
      const what = cause instanceof Error ? cause.message : String(cause)
      const problem = `the store of revoked sessions cannot be reached: ${what}. Start it, or correct sessions.store.`
      throw new LoadError('SVC_SESSION_STORE_UNREACHABLE', problem, undefined, { cause })
    }
  }

  async #ask(id: string, now: number): Promise<boolean> {
    const isThere = await orUnavailable(this.#storage.hasItem(keyOf(id)))
    if (isThere || this.#ownUntil.has(id)) return true
    if (this.#cacheFor > 0) this.#askAgainAt.set(id, now + this.#cacheFor)
    return false
  }

  async #sweep(now: number): Promise<void> {
    for (const [id, expiresAt] of this.#ownUntil) if (expiresAt <= now) this.#ownUntil.delete(id)
    for (const key of await this.#storage.getKeys(PREFIX)) {
      const expiresAt = await this.#storage.getItem(key)
      if (typeof expiresAt === 'number' && expiresAt <= now) await this.#storage.removeItem(key)
    }
  }
}

/** Milliseconds. */
const CHECK_TIMEOUT = 5_000
const PREFIX = 'svc:revoked'
const SWEEP_INTERVAL = 3_600_000

function keyOf(id: string): string {
  return `${PREFIX}:${id}`
}

/** The answer of a storage, or 503 with its error as the cause. */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    throw Object.assign(new HttpError(503), { cause })
  }
}
