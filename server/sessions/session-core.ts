import { hash } from 'node:crypto'
import { BoundedMap } from '../base/bounded-map.ts'
import { openRevocationLog, RevocationLog } from './local-revocations.ts'
import { type Revocations, SharedRevocations } from './shared-revocations.ts'
import { readContent } from './content.ts'
import { isOfOneProcess, mayLoseContent } from './shared-drivers.ts'
import type { RedisStore } from '../store/redis-store.ts'
import { deriveSessionKeys, findSecrets, missingSecret, type SessionKeys } from './keys.ts'
import { readSessionSettings, type SessionOptions, type SessionSettings } from './options.ts'
import { MAX_COOKIE_BYTES, openSeal, readSealEnd } from './seal.ts'

/** A seal that was opened. */
export interface OpenedSeal {
  readonly id: string
  readonly issuedAt: number
  readonly lastSeen: number
  /** Milliseconds since 1970, as sealed at login. `maxAge` may end the session earlier, never later. */
  readonly expiresAt: number
  /** JSON, since each request gets a user of its own: what one changes in it, no other sees. */
  readonly userText: string
  /** When a renewed cookie was last given out for it. */
  renewedAt: number
}

/** Options of sessions, and what their application gives them. */
export interface SessionParts extends SessionOptions {
  /** Whether a random secret may stand in, so that sessions end with the process. */
  readonly ephemeral?: boolean
  /** Holds revocations where there is no `store`. */
  readonly redis?: RedisStore | undefined
}

/** The state that the sessions of an application share in both cookie modes: keys, revocations, seals opened lately. */
export class SessionCore {
  readonly options: SessionParts
  readonly settings: SessionSettings
  readonly #ephemeral: boolean
  /**
   * Opening a seal costs some hundred times of what finding it here does. Nothing but the cryptography is saved:
   * expiry, idleness, revocation and `loadUser` are asked on every request.
   */
  readonly #opened = new BoundedMap<string, OpenedSeal>(4_096)
  #keys: SessionKeys | undefined
  #revocations: Revocations | undefined

  constructor(options: SessionParts) {
    this.options = options
    this.settings = readSessionSettings(options)
    this.#ephemeral = options.ephemeral === true
    if (options.secrets !== undefined) this.#keys = deriveSessionKeys(options.secrets)
  }

  /** Whether {@link keys} would find a secret. */
  get hasSecret(): boolean {
    return this.#keys !== undefined || this.#ephemeral || Boolean(process.env['SVC_SESSION_SECRET'])
  }

  /** Whether revocations are kept where other processes see them. */
  get isShared(): boolean {
    const { store, redis } = this.options
    return store ? !isOfOneProcess(store) : redis !== undefined
  }

  /** Does at load what would else wait for the first request, and throws its LoadErrors. */
  prepare(): void {
    this.#keys = this.keys
    this.#revocations = this.revocations
  }

  /** The same keys and revocations by another clock, which must not decide when a revocation may be forgotten. */
  withClock(now: () => number): SessionCore {
    const core = new SessionCore({ ...this.options, now })
    core.#keys = this.keys
    core.#revocations = this.revocations
    return core
  }

  /** The keys, derived when they are first needed. Throws LoadError without a secret. */
  get keys(): SessionKeys {
    if (this.#keys) return this.#keys
    const secrets = findSecrets(this.#ephemeral)
    if (secrets.length === 0) throw missingSecret()
    return (this.#keys = deriveSessionKeys(secrets))
  }

  get revocations(): Revocations {
    return (this.#revocations ??= this.#openRevocations())
  }

  /**
   * Opens the seal that a cookie holds, or finds it among those opened lately: by a digest of the whole text, and
   * never anything that failed.
   */
  open(cookieText: string): OpenedSeal | Promise<OpenedSeal | undefined> | undefined {
    if (cookieText.length > MAX_COOKIE_BYTES) return undefined
    const digest = hash('sha256', cookieText, 'base64url')
    return this.#opened.get(digest) ?? this.#unseal(cookieText, digest)
  }

  /** Whether a seal that {@link open} refuses is one that was good until its time was over. */
  async wasSealed(cookieText: string): Promise<boolean> {
    const end = readSealEnd(cookieText)
    return end !== undefined && (await openSeal(cookieText, this.keys, end - 1)) !== undefined
  }

  async #unseal(cookieText: string, digest: string): Promise<OpenedSeal | undefined> {
    const now = this.settings.now()
    const unsealed = await openSeal(cookieText, this.keys, now)
    // Requests of one burst open the seal side by side; one record for all of them is renewed once.
    const known = this.#opened.get(digest)
    if (known) return known
    const content = unsealed && readContent(unsealed.text)
    if (!content || content.issuedAt > now + MAX_SKEW) return undefined
    const { id, issuedAt, lastSeen, user } = content
    const opened: OpenedSeal = {
      id,
      issuedAt,
      lastSeen,
      expiresAt: unsealed.expiresAt,
      userText: JSON.stringify(user),
      renewedAt: lastSeen,
    }
    this.#opened.set(digest, opened)
    return opened
  }

  #openRevocations(): Revocations {
    const { store, redis, revocations = '.svc/revocations', revocationFailure, now } = this.options
    const shared = { cacheFor: this.settings.revocationCache, failOpen: revocationFailure === 'open' }
    const clock = now ?? Date.now
    if (store) return new SharedRevocations(store, { ...shared, epochClock: mayLoseContent(store) ? clock : undefined })
    if (redis) return new SharedRevocations(redis.storage, { ...shared, epochClock: clock })
    // A clock of its own must not sweep what others, by theirs, still need.
    return now ? new RevocationLog(revocations, now()) : openRevocationLog(revocations)
  }
}

/** Milliseconds by which the clock of the machine that issued a session may be ahead of ours. */
const MAX_SKEW = 60_000
