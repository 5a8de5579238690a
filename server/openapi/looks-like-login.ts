const LOGIN = /^(log-?in|sign-?in|sessions?)$/i
const LOGOUT = /^(log-?out|sign-?out)$/i

/**
 * Whether an operation is, by its looks, the one that starts a session: it is public, it is a POST, and its path ends
 * in `login`, `signin` or `session`. The document points there for a session, and the page lets it set cookies.
 *
 * @param method in any case
 */
export function looksLikeLogin(method: string, path: string, isPublic: boolean): boolean {
  return isPublic && method.toUpperCase() === 'POST' && LOGIN.test(lastSegment(path))
}

/** Whether an operation is, by its looks, the one that ends a session: a POST whose path ends in `logout` or `signout`. */
export function looksLikeLogout(method: string, path: string): boolean {
  return method.toUpperCase() === 'POST' && LOGOUT.test(lastSegment(path))
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
