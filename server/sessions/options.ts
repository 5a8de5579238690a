import { LoadError } from '../base/errors.ts'
import { namesOf, type OptionNames } from '../base/option-names.ts'
import type { SessionUser } from '../base/registry.ts'
import { isToken } from '../grammar/token.ts'
import type { RevocationStorage } from '../store/storage.ts'

/** Options of sessions (semantics 7). */
export interface SessionOptions {
  /**
   * At least 32 characters each, newest first: the first seals, all open. If absent, `SVC_SESSION_SECRET` holds them,
   * separated by commas.
   */
  readonly secrets?: readonly string[]
  /** Name of the cookie, without prefix; `svc-session` if absent. */
  readonly name?: string
  /** Seconds after which a session ends, used or not; 604,800 (a week) if absent. */
  readonly maxAge?: number
  /** Seconds without a request after which a session ends; none if absent. */
  readonly idleTimeout?: number
  /**
   * A storage for revocations other than the `store` of the API. More than one process needs one that they share.
   */
  readonly store?: RevocationStorage
  /** Directory of the revocations where there is no {@link store}; `.svc/revocations` if absent. */
  readonly revocations?: string
  /** Seconds for which the "not revoked" of a {@link store} is believed; 1 if absent, 0 asks on every request. */
  readonly revocationCache?: number
  /**
   * The treatment of a session while the store cannot say whether it was revoked: refused with 503 (`closed`, if absent), or
   * accepted (`open`): then a logout is not known until the store is back.
   */
  readonly revocationFailure?: 'closed' | 'open'
  /**
   * Asked on every request for the user as of now; `null` ends what the session can do. `request.auth` is its answer.
   */
  loadUser?(session: Session): SessionUser | null | undefined | Promise<SessionUser | null | undefined>
  /** The clock, in milliseconds since 1970. */
  readonly now?: () => number
}

/** A session of an authenticated user. */
export interface Session {
  /** 128 random bits, fresh for each login. Cookies may be copied and renewed; this stays. */
  readonly id: string
  readonly user: SessionUser
  /** Milliseconds since 1970, when the session started. */
  readonly issuedAt: number
  /** Milliseconds since 1970, when the cookie was last issued. */
  readonly lastSeen: number
  /** Milliseconds since 1970, when the session ends at the latest, as sealed at login. */
  readonly expiresAt: number
}

/** Names of {@link SessionOptions}. */
export const SESSION_OPTION_NAMES: OptionNames<keyof SessionOptions> = namesOf<SessionOptions>({
  secrets: true,
  name: true,
  maxAge: true,
  idleTimeout: true,
  store: true,
  revocations: true,
  revocationCache: true,
  revocationFailure: true,
  loadUser: true,
  now: true,
})

/** Options with every default in its place, times in milliseconds. */
export interface SessionSettings {
  readonly name: string
  readonly maxAge: number
  readonly idleTimeout: number | undefined
  readonly revocationCache: number
  readonly now: () => number
}

/**
 * Puts the defaults in.
 *
 * @throws {@link LoadError} for a value that can mean nothing.
 */
export function readSessionSettings(options: SessionOptions): SessionSettings {
  const { name = 'svc-session', maxAge = DEFAULT_MAX_AGE, idleTimeout, revocationCache = 1 } = options
  if (!isToken(name) || /^__(?:host|secure)-/i.test(name)) {
    throw invalidOption('name', name, 'a cookie name without prefix, such as "svc-session"')
  }
  if (!isPositive(maxAge)) throw invalidOption('maxAge', maxAge, 'seconds above 0')
  if (idleTimeout !== undefined && !isPositive(idleTimeout)) {
    throw invalidOption('idleTimeout', idleTimeout, 'seconds above 0, or leave it out')
  }
  if (revocationCache !== 0 && !isPositive(revocationCache)) {
    throw invalidOption('revocationCache', revocationCache, 'seconds, or 0 to ask on every request')
  }
  const { revocationFailure = 'closed' } = options
  if (revocationFailure !== 'closed' && revocationFailure !== 'open') {
    throw invalidOption('revocationFailure', revocationFailure, '"closed" or "open"')
  }
  return {
    name,
    maxAge: maxAge * 1_000,
    idleTimeout: idleTimeout === undefined ? undefined : idleTimeout * 1_000,
    revocationCache: revocationCache * 1_000,
    now: options.now ?? Date.now,
  }
}

/** Seconds: a week. */
export const DEFAULT_MAX_AGE = 604_800
/** A century: more would not be a time that a seal can hold. */
const MAX_SECONDS = 3_153_600_000

function isPositive(seconds: unknown): boolean {
  return typeof seconds === 'number' && seconds > 0 && seconds <= MAX_SECONDS
}

function invalidOption(option: string, value: unknown, meant: string): LoadError {
  const got = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return new LoadError('SVC_SESSION_OPTION_INVALID', `sessions.${option} must be ${meant}; got ${got}.`)
}
