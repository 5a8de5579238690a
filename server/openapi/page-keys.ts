import { randomBytes } from 'node:crypto'

/** The parts of a request that a key is read from. */
interface Asked {
  readonly headers: Headers
  readonly origin: string
}

/** The parameter of the printed address. No application is likely to have one of that name guard its page. */
export const KEY_PARAMETER = 'svc-key'

/**
 * Who may have what the fixtures hold: the browser that opened an address which `svc dev` printed. Every program and every user
 * of the machine reaches the socket. A key is good once; its browser keeps a cookie of the page.
 */
export class PageKeys {
  readonly #unused = new Set<string>()
  readonly #held = new Set<string>()

  /** A key for an address. */
  issue(): string {
    const key = randomBytes(16).toString('base64url')
    this.#unused.add(key)
    return key
  }

  /** Takes the key of an address. @returns the cookie for its browser; `undefined` for any other text, or a second time */
  redeem(key: unknown, { origin }: Asked, path: string): string | undefined {
    if (typeof key !== 'string' || !this.#unused.delete(key)) return undefined
    const held = randomBytes(16).toString('base64url')
    this.#held.add(held)
    return `${cookieOf(origin)}=${held}; Path=${path}; HttpOnly; SameSite=Strict`
  }

  isHeldBy({ headers, origin }: Asked): boolean {
    const name = `${cookieOf(origin)}=`
    const cookies = (headers.get('cookie') ?? '').split(/; */)
    return cookies.some((cookie) => cookie.startsWith(name) && this.#held.has(cookie.slice(name.length)))
  }
}

/** Cookies know no port, and several servers may run. */
function cookieOf(origin: string): string {
  return `svc-docs-${new URL(origin).port || 'page'}`
}
