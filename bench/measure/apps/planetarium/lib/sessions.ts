import { APIKeyCookie, type AuthRequest } from 'svc/security'
import { isSealed, seal } from './seals.ts'
import { findVisitor, type Visitor } from './visitors.ts'

export const COOKIE = 'stars'

/** Seconds. */
const LIFETIME = 4 * 3_600

export const now = (): number => Math.floor(Date.now() / 1_000)

/** `address~generation~end~seal`, with the end in seconds since 1970. */
export function cookieOf({ email, generation }: Visitor, until = now() + LIFETIME): string {
  const parts = [email, String(generation), String(until)]
  return [...parts, seal('cookie', ...parts)].join('~')
}

export const setCookie = (value: string, seconds = LIFETIME): string =>
  `${COOKIE}=${value}; Path=/; HttpOnly; Secure; SameSite=Lax; Max-Age=${seconds}`

class VisitorCookie extends APIKeyCookie {
  override readonly paramName = COOKIE
  override readonly name = 'Visitor'

  authenticate(_request: AuthRequest, value: string): { readonly email: string; readonly name: string } | null {
    const parts = value.split('~')
    if (parts.length !== 4) return null
    const [email = '', generation = '', until = '', given = ''] = parts
    if (!isSealed(given, 'cookie', email, generation, until)) return null
    if (!(Number(until) > now())) return null
    const found = findVisitor(email)
    if (found === undefined || String(found.generation) !== generation) return null
    return { email, name: found.name }
  }
}

export const visitor = new VisitorCookie()

/** Ends every cookie of a visitor, in each browser. */
export function endCookies(email: string): void {
  const found = findVisitor(email)
  if (found !== undefined) found.generation += 1
}
