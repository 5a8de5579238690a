import { serializeCookie } from '../grammar/cookie.ts'
import type { SessionCore } from './session-core.ts'
import { deriveKeysFor, type SessionKeys } from './keys.ts'
import { openSeal, sealContent } from './seal.ts'

/** Cookies beside that of sessions, for one purpose: sealed with keys of their own, and in the same mode. */
export class SealedCookies {
  readonly #core: SessionCore
  readonly #secure: boolean
  readonly #purpose: string

  constructor(purpose: string, core: SessionCore, secure: boolean) {
    this.#purpose = purpose
    this.#core = core
    this.#secure = secure
  }

  /** The name of a cookie: with `__Host-` where that of sessions has it. */
  nameOf(name: string): string {
    return this.#secure ? `__Host-${name}` : name
  }

  /**
   * The `Set-Cookie` with sealed JSON data.
   *
   * @param name by {@link nameOf}
   * @param lifetime milliseconds
   */
  async seal(name: string, content: object, lifetime: number): Promise<string> {
    const seal = await sealContent(content, this.#keys.newest, this.#core.settings.now() + lifetime)
    return serializeCookie(name, seal, { maxAge: lifetime / 1_000, secure: this.#secure })
  }

  /** The content of {@link seal}; `undefined` for any other text, and once its time is over. */
  async open(cookieText: string): Promise<unknown> {
    const opened = await openSeal(cookieText, this.#keys, this.#core.settings.now())
    return opened && JSON.parse(opened.text)
  }

  /** The `Set-Cookie` that makes a browser forget it. */
  clearing(name: string): string {
    return serializeCookie(name, '', { maxAge: 0, secure: this.#secure })
  }

  get #keys(): SessionKeys {
    return deriveKeysFor(this.#purpose, this.#core.keys)
  }
}
