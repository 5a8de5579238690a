/** RFC 6265 section 4.1.1: a cookie's name is a token, its value is made of cookie octets. */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/

/** Octets of name and value together: browsers ignore a longer cookie (draft-ietf-httpbis-rfc6265bis section 5.6). */
const LONGEST = 4096

/** A cookie for one call. */
export interface CallCookie {
  readonly name: string
  readonly value: string
}

/** The part of `document` that a jar writes to. */
export interface CookieStore {
  cookie: string
}

/** Why no cookie can have this name and value; `undefined` where one can. An encoded one would be another credential. */
export function cookieRefusal(name: string, value: string): string | undefined {
  const { length } = name + value
  if (NAME.test(name) && VALUE.test(value)) {
    if (length <= LONGEST) return undefined
    return `The cookie "${name}" cannot be sent: with its name it has ${length} octets, and browsers take no cookie of more than ${LONGEST}.`
  }
  return `The value for the cookie "${name}" cannot be sent: cookies hold visible ASCII without spaces, quotes, commas, semicolons and backslashes.`
}

/**
 * Sets cookies for one call, on its exact path, and returns what removes them again. A browser forbids a page to write
 * the header itself.
 *
 * @throws Error for a name or value that no cookie can have
 */
export function plantCookies(cookies: readonly CallCookie[], url: URL, store: CookieStore): () => void {
  for (const { name, value } of cookies) {
    const refusal = cookieRefusal(name, value)
    if (refusal !== undefined) throw new Error(refusal)
  }
  const attributes = `Path=${url.pathname}; SameSite=Strict${url.protocol === 'https:' ? '; Secure' : ''}`
  for (const { name, value } of cookies) store.cookie = `${name}=${value}; ${attributes}; Max-Age=60`
  return () => {
    for (const { name } of cookies) store.cookie = `${name}=; ${attributes}; Max-Age=0`
  }
}
