import type { RequestContext } from '../http/request.ts'
import type { SessionAnswer } from '../openapi/page/configuration.ts'

/** Fields of a user by which people know them, the first that is there. */
const NAMES = ['name', 'username', 'login', 'email', 'id', 'sub']

/**
 * The session that a request came with, for the reference page: it is looked at as every request does, and neither renewed
 * nor changed.
 *
 * @throws HttpError 503 where the store cannot say whether it was revoked
 */
export async function readDocsSession(request: RequestContext): Promise<SessionAnswer> {
  const { sessions } = request
  const [cookie, second] = sessions.available ? request.cookieValues(sessions.cookieName) : []
  const found = cookie === undefined || second !== undefined ? undefined : await sessions.find(cookie)
  if (!found) return { loggedIn: false }
  const { user, issuedAt, lastSeen, expiresAt } = found.session
  const { maxAge, idleTimeout = Infinity } = sessions.limits
  const until = Math.min(expiresAt, issuedAt + maxAge, lastSeen + idleTimeout)
  const fields: Readonly<Record<string, unknown>> = { ...user }
  const name = NAMES.map((field) => fields[field]).find(
    (value) => typeof value === 'string' || typeof value === 'number',
  )
  return { loggedIn: true, until, ...(name === undefined ? {} : { name: String(name) }) }
}
