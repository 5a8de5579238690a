import type { SourcePosition } from '../base/errors.ts'
import type { SessionUser } from '../base/registry.ts'
import { serializeCookie } from '../grammar/cookie.ts'
import { createSessionId, isUser, type SessionContent } from './content.ts'
import { type OpenedSeal, SessionCore, type SessionParts } from './session-core.ts'
import { deriveSessionKey, missingSecret, type SessionKey } from './keys.ts'
import { endOf, isOver, needsRenewal } from './lifetime.ts'
import type { RevocableSession } from './shared-revocations.ts'
import { DEFAULT_MAX_AGE, type Session, type SessionOptions } from './options.ts'
import { MAX_COOKIE_BYTES, sealContent } from './seal.ts'
import { SealedCookies } from './sealed-cookies.ts'
import { explainSession, type SessionFault } from './session-fault.ts'

export type { Session, SessionOptions } from './options.ts'

/** Differences from what `login` would seal, for fixtures and tests. */
export interface SealOptions {
  /** When the session started; now if absent. */
  readonly now?: number
  /** Fresh if absent. */
  readonly id?: string
  /** The newest of the application if absent; a number counts the application's own from there, 0 being the newest. */
  readonly secret?: string | number
}

/** The options that decide when a session ends. Of secrets, only how many there are. */
export interface SessionLimits {
  /** Milliseconds. */
  readonly maxAge: number
  /** Milliseconds. */
  readonly idleTimeout: number | undefined
  readonly secrets: number
  /** Whether `loadUser` decides over the user. */
  readonly loadsUser: boolean
}

/** A session that a cookie led to. */
export interface FoundSession {
  readonly session: Session
  /** Absent while the cookie is fresh enough. */
  readonly renew?: () => Promise<string | undefined>
}

interface Lifetime {
  readonly expiresAt: number
  readonly maxAge: number
}

/** The sessions of an application, in one cookie mode. */
export class Sessions {
  /** The only cookie that is read. */
  readonly cookieName: string
  readonly #secure: boolean
  readonly #core: SessionCore

  /**
   * @param secure whether cookies are `Secure` with the prefix `__Host-`, or plain for http on loopback
   * @throws {@link LoadError} for an option that cannot be.
   */
  constructor(options: SessionParts, secure: boolean)
  /** @internal */
  constructor(options: SessionOptions, secure: boolean, core: SessionCore)
  constructor(options: SessionParts, secure: boolean, core?: SessionCore) {
    this.#core = core ?? new SessionCore(options)
    this.#secure = secure
    this.cookieName = secure ? `__Host-${this.#core.settings.name}` : this.#core.settings.name
  }

  /** Whether there is a secret. */
  get available(): boolean {
    return this.#core.hasSecret
  }

  /** Whether other processes see which sessions are revoked. */
  get isShared(): boolean {
    return this.#core.isShared
  }

  /**
   * Makes sure that revocations can be kept.
   *
   * @throws {@link LoadError} for a store that does not answer, and a directory that cannot be written.
   */
  checkRevocations(): Promise<void> {
    return this.#core.revocations.check()
  }

  /**
   * For tests of what must be refused. Throws {@link LoadError} without a secret.
   *
   * @internal
   */
  get limits(): SessionLimits {
    const { options } = this.#core
    const { maxAge = DEFAULT_MAX_AGE, idleTimeout } = options
    return {
      maxAge: maxAge * 1_000,
      idleTimeout: idleTimeout === undefined ? undefined : idleTimeout * 1_000,
      secrets: this.#core.keys.all.length,
      loadsUser: options.loadUser !== undefined,
    }
  }

  /**
   * Makes sure, at load, that sessions will work.
   *
   * @param source what uses them
   * @throws {@link LoadError} without a secret, and where the list of revoked sessions cannot be read.
   */
  requireSecret(source?: SourcePosition): void {
    if (!this.available) throw missingSecret(source)
    this.#core.prepare()
  }

  /**
   * The session of a cookie's value, `undefined` for any that is not valid: forged, expired, idle, revoked, or of a
   * user that `loadUser` does not know any more. Without a promise where nothing has to be waited for: the seal was opened
   * lately, no store is asked, no `loadUser`. Both is a matter of every request.
   *
   * @returns with `renew` where a renewal is due: it gives the `Set-Cookie` that keeps the session from becoming idle,
   * unless another request was faster. Not asked for by those whom the session does not let in.
   * @throws HttpError 503 where the store cannot say whether it is revoked, and what `loadUser` throws.
   */
  find(cookieText: string): FoundSession | undefined | Promise<FoundSession | undefined> {
    const now = this.#core.settings.now()
    const opened = this.#core.open(cookieText)
    return opened instanceof Promise ? opened.then((later) => this.#find(later, now)) : this.#find(opened, now)
  }

  /** Whether a cookie's value was sealed by a login here, in force or not: one that only looks like it is a guess. */
  async isGenuine(cookieText: string): Promise<boolean> {
    return (await this.#core.open(cookieText)) !== undefined || this.#core.wasSealed(cookieText)
  }

  #find(opened: OpenedSeal | undefined, now: number): FoundSession | undefined | Promise<FoundSession | undefined> {
    const core = this.#core
    if (!opened || isOver(opened, core.settings, now)) return undefined
    const revoked = core.revocations.isRevoked(opened, now)
    if (revoked === true) return undefined
    if (revoked !== false || core.options.loadUser) return this.#findLater(opened, now, revoked)
    return this.#found(opened, now, userOf(opened))
  }

  async #findLater(
    opened: OpenedSeal,
    now: number,
    revoked: boolean | Promise<boolean>,
  ): Promise<FoundSession | undefined> {
    if (await revoked) return undefined
    const { options } = this.#core
    const { id, issuedAt, lastSeen, expiresAt } = opened
    const sealed = { id, issuedAt, lastSeen, expiresAt, user: userOf(opened) }
    const user = options.loadUser ? await options.loadUser(Object.freeze(sealed)) : sealed.user
    if (user === null || user === undefined) return undefined
    if (!isUser(user)) throw new TypeError('sessions.loadUser must answer a user, null or undefined')
    return this.#found(opened, now, user)
  }

  #found(opened: OpenedSeal, now: number, user: SessionUser): FoundSession {
    const core = this.#core
    const { id, issuedAt, lastSeen, expiresAt } = opened
    const session = Object.freeze({ id, issuedAt, lastSeen, expiresAt, user })
    if (!needsRenewal(opened, core.settings, now)) return { session }
    const renew = async (): Promise<string | undefined> => {
      if (!needsRenewal(opened, core.settings, now)) return undefined
      opened.renewedAt = now
      const content = { id, issuedAt, lastSeen: now, user: userOf(opened) }
      // With its own end, not the one by today's `maxAge`: a revocation by any copy then outlives all of them.
      return this.#issue(content, { expiresAt, maxAge: endOf(opened, core.settings) - now })
    }
    return { session, renew }
  }

  /**
   * Which session a cookie's value is of, for ending it: whatever `loadUser` says of its user, and also where it is
   * idle or over by today's options, which tomorrow's may accept again.
   */
  async identify(cookieText: string): Promise<RevocableSession | undefined> {
    return this.#core.open(cookieText)
  }

  /** Why a cookie's value is not a session, for developers; `undefined` for one that is, whatever its user may do. */
  explain(cookieText: string): Promise<SessionFault | undefined> {
    return explainSession(this.#core, cookieText)
  }

  /**
   * Starts a session under a fresh id.
   *
   * @param user plain JSON data
   * @throws TypeError for a user that a cookie cannot hold; {@link LoadError} without a secret.
   */
  async start(user: SessionUser): Promise<{ readonly session: Session; readonly setCookie: string }> {
    const { maxAge } = this.#core.settings
    const id = createSessionId()
    // Before the time is read: what it may begin, the session must not be older than.
    await this.#core.revocations.begin?.(id)
    const now = this.#core.settings.now()
    const content = { id, issuedAt: now, lastSeen: now, user }
    const setCookie = await this.#issue(content, { expiresAt: now + maxAge, maxAge })
    return { session: Object.freeze({ ...content, expiresAt: now + maxAge }), setCookie }
  }

  /**
   * Ends a session: from then on every copy of its cookie is refused.
   *
   * @throws HttpError 503 where that cannot be kept.
   */
  async revoke(session: RevocableSession): Promise<void> {
    await this.#core.revocations.revoke(session, this.#core.settings.now())
  }

  /** The `Set-Cookie` that makes a browser forget its cookie. */
  clearingCookie(): string {
    return serializeCookie(this.cookieName, '', { maxAge: 0, secure: this.#secure })
  }

  /** Cookies of another purpose, sealed as these are. */
  cookiesFor(purpose: string): SealedCookies {
    return new SealedCookies(purpose, this.#core, this.#secure)
  }

  /** A cookie's value for a user, without a login: for fixtures and tests. */
  async seal(user: SessionUser, options: SealOptions = {}): Promise<string> {
    const now = options.now ?? this.#core.settings.now()
    return this.sealContent({ id: options.id ?? createSessionId(), issuedAt: now, lastSeen: now, user }, options)
  }

  /**
   * A cookie's value with any content at all, for tests of what must be refused.
   *
   * @internal
   */
  async sealContent(content: unknown, options: Pick<SealOptions, 'now' | 'secret'> = {}): Promise<string> {
    const id = (content as { readonly id?: unknown } | null | undefined)?.id
    // It may say that it is older than the store.
    if (typeof id === 'string' && this.#core.isShared) this.#core.revocations.vouchFor?.(id)
    return sealContent(content, this.#keyFor(options), this.#endFor(options))
  }

  /**
   * A cookie's value with a text inside that need not be JSON.
   *
   * @internal
   */
  async sealText(text: string, options: Pick<SealOptions, 'now' | 'secret'> = {}): Promise<string> {
    return sealContent(text, this.#keyFor(options), this.#endFor(options), String)
  }

  /** The same sessions, keys and revocations, in the other cookie mode. */
  withMode(secure: boolean): Sessions {
    return secure === this.#secure ? this : new Sessions(this.#core.options, secure, this.#core)
  }

  /** The same sessions, keys and revocations, by another clock. */
  withClock(now: () => number): Sessions {
    return new Sessions(this.#core.options, this.#secure, this.#core.withClock(now))
  }

  #keyFor({ secret = 0 }: SealOptions): SessionKey {
    if (typeof secret === 'string') return deriveSessionKey(secret)
    const key = this.#core.keys.all[secret]
    if (key) return key
    throw new RangeError(`there is no session secret ${secret}; the application has ${this.#core.keys.all.length}`)
  }

  #endFor({ now = this.#core.settings.now() }: SealOptions): number {
    return now + this.#core.settings.maxAge
  }

  /** Seals until `expiresAt`; the browser forgets the cookie after `maxAge`, in milliseconds. */
  async #issue(content: SessionContent, { expiresAt, maxAge }: Lifetime): Promise<string> {
    if (!isUser(content.user)) throw new TypeError('the user of a session must be an object')
    const { newest } = this.#core.keys
    const seal = await sealContent(content, newest, expiresAt).catch((cause: unknown) => {
      throw new TypeError('the user of a session must be plain JSON data', { cause })
    })
    const cookie = serializeCookie(this.cookieName, seal, { maxAge: maxAge / 1_000, secure: this.#secure })
    if (cookie.length <= MAX_COOKIE_BYTES) return cookie
    throw new TypeError(
      `the user of a session is too large: its cookie has ${cookie.length} bytes of at most ${MAX_COOKIE_BYTES}. Keep an id and use loadUser.`,
    )
  }
}

/** Each request gets a user of its own: what one changes in it, no other sees. */
function userOf({ userText }: OpenedSeal): SessionUser {
  return JSON.parse(userText) as SessionUser
}
