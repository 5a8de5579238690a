import { HttpError, LoadError } from '../base/errors.ts'
import type { RevocationStorage } from '../store/storage.ts'
import { within } from '../store/within.ts'
import { BoundedMap } from '../base/bounded-map.ts'

/** The facts that a revocation records of a session, and by which it is looked up. */
export interface RevocableSession {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly issuedAt: number
  /** Milliseconds since 1970: from then on the entry is not needed. */
  readonly expiresAt: number
}

/** Which sessions have ended before their time. */
export interface Revocations {
  /** Called before a session is issued under an id. Throws {@link HttpError} 503 where it could not be revoked. */
  begin?(id: string): Promise<void>
  /** Says that a session was sealed in this process for a test, whatever time it says that it was issued at. */
  vouchFor?(id: string): void
  /** Throws {@link HttpError} 503 where it cannot be known: a refusal, never a pass. */
  isRevoked(session: RevocableSession, now: number): boolean | Promise<boolean>
  /** Resolves when the revocation will outlive this process. */
  revoke(session: RevocableSession, now: number): Promise<void>
  /** Throws LoadError where a revocation could not be kept. */
  check(): Promise<void>
}

/** How {@link SharedRevocations} ask. */
export interface SharedRevocationOptions {
  /** Milliseconds for which a "no" is believed; 0 asks every time. */
  readonly cacheFor: number
  /** Whether a session counts as not revoked while the storage cannot say; else it is refused with 503. */
  readonly failOpen?: boolean
  /**
   * The clock by which epochs begin. With it, the storage is one that may come back empty: sessions from before that
   * are refused. Absent for a storage that has no life of its own, such as the memory of this process.
   */
  readonly epochClock?: (() => number) | undefined
}

/**
 * Revocations in a storage that several processes share. Every question is about single keys, and what is kept grows
 * with the logouts whose sessions have not expired, not with the sessions.
 *
 * Each of 64 groups of session ids has an epoch: the time since which its revocations are complete. A storage that lost
 * its content, or that of one node, lost the epochs with it, and a new one refuses every session that was issued before.
 * Keys of a group share a hash tag, so a cluster keeps them on one node.
 */
export class SharedRevocations implements Revocations {
  readonly #storage: RevocationStorage
  readonly #cacheFor: number
  readonly #failOpen: boolean
  readonly #epochClock: (() => number) | undefined
  readonly #askAgainAt = new BoundedMap<string, number>(10_000)
  /** The revocations of this process: an answer that was already under way must not hide them. */
  readonly #ownUntil = new Map<string, number>()
  readonly #vouchedFor = new BoundedMap<string, true>(10_000)
  #sweepAt = 0

  constructor(storage: RevocationStorage, { cacheFor, failOpen = false, epochClock }: SharedRevocationOptions) {
    this.#storage = storage
    this.#cacheFor = cacheFor
    this.#failOpen = failOpen
    this.#epochClock = epochClock
  }

  isRevoked({ id, issuedAt }: RevocableSession, now: number): boolean | Promise<boolean> {
    if (this.#ownUntil.has(id)) return true
    const askAgainAt = this.#askAgainAt.get(id)
    // The second comparison: a clock that was set back must not stretch the cache.
    if (askAgainAt !== undefined && now < askAgainAt && askAgainAt - now <= this.#cacheFor) return false
    const answer = this.#ask(id, issuedAt, now)
    return this.#failOpen ? answer.catch(() => this.#ownUntil.has(id)) : orUnavailable(answer)
  }

  async begin(id: string): Promise<void> {
    const epoch = this.#epochOf(id)
    await (this.#failOpen ? epoch.catch(() => undefined) : orUnavailable(epoch))
  }

  async revoke({ id, expiresAt }: RevocableSession, now: number): Promise<void> {
    this.#ownUntil.set(id, expiresAt)
    const ttl = Math.max(1, Math.ceil((expiresAt - now) / 1_000))
    await orUnavailable(this.#storage.setItem(keyOf(id), expiresAt, { ttl }))
    if (now < this.#sweepAt) return
    this.#sweepAt = now + SWEEP_INTERVAL
    // Housekeeping. No answer waits for it or fails with it.
    void this.#sweep(now).catch(() => undefined)
  }

  async check(): Promise<void> {
    try {
      // Whether it can be written, too: a logout is.
      await within(
        this.#storage.setItem(keyOf('check'), Date.now() + CHECK_LIFETIME, { ttl: CHECK_LIFETIME / 1_000 }),
        CHECK_TIMEOUT,
      )
      await within(this.#storage.getItem(keyOf('check')), CHECK_TIMEOUT)
    } catch (cause) {
      const what = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '')
      const problem = `the store of revoked sessions cannot be read and written: ${what}. Start it, or correct store, SVC_STORE or sessions.store.`
      throw new LoadError('SVC_SESSION_STORE_UNREACHABLE', problem, undefined, { cause })
    }
  }

  vouchFor(id: string): void {
    this.#vouchedFor.set(id, true)
  }

  async #ask(id: string, issuedAt: number, now: number): Promise<boolean> {
    // In this order: where the epoch is there after the answer, nothing had been lost before it.
    const [isThere, epoch] = await Promise.all([this.#storage.hasItem(keyOf(id)), this.#epochOf(id)])
    const isLost = issuedAt < epoch && !this.#vouchedFor.get(id)
    if (isThere || isLost || this.#ownUntil.has(id)) return true
    if (this.#cacheFor > 0) this.#askAgainAt.set(id, now + this.#cacheFor)
    return false
  }

  /** Since when the revocations of an id's group are complete. */
  async #epochOf(id: string): Promise<number> {
    if (!this.#epochClock) return 0
    const key = `svc:{${groupOf(id)}}:epoch`
    const epoch = readEpoch(await this.#storage.getItem(key))
    if (epoch !== undefined) return epoch
    await this.#storage.setItem(key, this.#epochClock())
    // Another process may have been faster or later: the one that is there counts.
    return readEpoch(await this.#storage.getItem(key)) ?? Number.POSITIVE_INFINITY
  }

  async #sweep(now: number): Promise<void> {
    for (const [id, expiresAt] of this.#ownUntil) if (expiresAt <= now) this.#ownUntil.delete(id)
    const storage = this.#storage
    // Drivers without lifetimes keep what has expired. A Redis drops it, and listing its keys would block it.
    if (!storage.getKeys || !storage.removeItem || this.#epochClock) return
    for (const key of await storage.getKeys('svc')) {
      const expiresAt = key.includes(':revoked:') && (await storage.getItem(key))
      if (typeof expiresAt === 'number' && expiresAt <= now) await storage.removeItem(key)
    }
  }
}

/** Milliseconds. */
const CHECK_TIMEOUT = 5_000
const CHECK_LIFETIME = 60_000
const SWEEP_INTERVAL = 3_600_000

function keyOf(id: string): string {
  return `svc:{${groupOf(id)}}:revoked:${id.slice(1)}`
}

function groupOf(id: string): string {
  return id.slice(0, 1)
}

function readEpoch(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}

/** The answer of a storage, or 503 with its error as the cause. */
export async function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    throw Object.assign(new HttpError(503, undefined, { 'retry-after': '1' }), { cause })
  }
}
