import { createHmac, randomBytes } from 'node:crypto'
import { BoundedMap } from '../base/bounded-map.ts'

/**
 * Credentials that passed within the last minute, by a digest under a key of this process: neither a dump of the
 * memory nor of a store gives one away.
 */
export class KnownCredentials {
  readonly #key = randomBytes(32)
  /** Milliseconds of the monotonic clock until which each is known. */
  readonly #knownUntil = new BoundedMap<string, number>(MAX_KNOWN)
  readonly #now: () => number

  /** @param now milliseconds of a clock that is never set back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The digest of a credential where it was given: it says nothing about another operation or client. */
  digest(place: string, credential: string): string {
    return createHmac('sha256', this.#key).update(`${place} ${credential}`).digest('base64url')
  }

  has(digest: string): boolean {
    const until = this.#knownUntil.get(digest)
    return until !== undefined && this.#now() < until
  }

  add(digest: string): void {
    this.#knownUntil.set(digest, this.#now() + KNOWN_FOR)
  }

  delete(digest: string): void {
    this.#knownUntil.delete(digest)
  }
}

const KNOWN_FOR = 60_000
/** About 200 bytes each. */
const MAX_KNOWN = 10_000
