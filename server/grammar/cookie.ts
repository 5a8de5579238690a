import { createRecord } from '../base/record.ts'
import { startAfterBlanks } from './blanks.ts'
import { isToken } from './token.ts'

/**
 * The values of every cookie of a name, in order, as received: nothing is decoded and no quotes are dropped
 * (RFC 6265 section 4.2.1). Names are compared exactly; only spaces and tabs before a pair do not count.
 *
 * @param lines the values of the `Cookie` lines
 */
export function cookieValues(lines: readonly string[], name: string): readonly string[] {
  const values: string[] = []
  for (const line of lines) {
    for (let start = 0; start <= line.length;) {
      const end = endOfPair(line, start)
      const first = startAfterBlanks(line, start, end)
      const equals = first + name.length
      if (equals < end && line.charCodeAt(equals) === EQUALS && line.startsWith(name, first)) {
        values.push(line.slice(equals + 1, end))
      }
      start = end + 1
    }
  }
  return values
}

/** All cookies by name, values as received; of a repeated name the first. The object has no prototype. */
export function parseCookies(lines: readonly string[]): Readonly<Record<string, string>> {
  const cookies = createRecord<string>()
  for (const line of lines) {
    // Kept across pairs: looking for "=" anew in each of them would make a line without one quadratic.
    let equals = -1
    for (let start = 0; start <= line.length;) {
      const end = endOfPair(line, start)
      const first = startAfterBlanks(line, start, end)
      if (equals < first) equals = indexOrEnd(line, '=', first)
      if (equals < end) {
        const name = line.slice(first, equals)
        if (!(name in cookies)) cookies[name] = line.slice(equals + 1, end)
      }
      start = end + 1
    }
  }
  return cookies
}

/** The attributes of a `Set-Cookie` field. */
export interface CookieAttributes {
  /** Seconds until the browser forgets it; 0 removes it at once. */
  readonly maxAge: number
  /** Whether it travels over https only. */
  readonly secure: boolean
}

/**
 * The value of a `Set-Cookie` field. Always `HttpOnly`, `SameSite=Lax` and `Path=/`, never with a `Domain`.
 *
 * @throws TypeError for a name or a value that would end the pair or start another field (RFC 6265 section 4.1.1).
 */
export function serializeCookie(name: string, value: string, { maxAge, secure }: CookieAttributes): string {
  if (!isToken(name)) throw new TypeError('a cookie name must be a token')
  if (!COOKIE_VALUE.test(value)) throw new TypeError('a cookie value must be of cookie octets')
  return `${name}=${value}; Max-Age=${Math.floor(maxAge)}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

const COOKIE_VALUE = /^[!#-+\--:<-[\]-~]*$/
const EQUALS = 61

function endOfPair(line: string, start: number): number {
  return indexOrEnd(line, ';', start)
}

function indexOrEnd(line: string, character: string, start: number): number {
  const index = line.indexOf(character, start)
  return index < 0 ? line.length : index
}
