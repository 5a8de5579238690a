const LOGIN = /^(log-?in|sign-?in|sessions?)$/i

/**
 * Whether an operation is, by its looks, the one that starts a session: it is public, it is a POST, and its path ends
 * in `login`, `signin` or `session`. The document points there for a session, and the page lets it set cookies.
 *
 * @param method in any case
 */
export function looksLikeLogin(method: string, path: string, isPublic: boolean): boolean {
  return isPublic && method.toUpperCase() === 'POST' && LOGIN.test(path.slice(path.lastIndexOf('/') + 1))
}
