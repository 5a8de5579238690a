/** Where the proof of origin is read: one entry per header line. */
export interface OriginSource {
  headerValues(name: string): readonly string[]
}

/** Whether a method changes nothing (RFC 9110 section 9.2.1), and so needs no proof. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/**
 * Whether a request proves that a page of this server sent it, or one of a trusted origin (semantics 4.6).
 *
 * `Sec-Fetch-Site` decides where it is present, but an `Origin` that is listed passes anyway; else `Origin` must be
 * the server's own. No browser repeats either field, so a repeated one proves nothing, like none at all.
 *
 * @param own the server's own origin
 * @param trustedOrigins compared exactly
 */
export function isSameOrigin(source: OriginSource, own: string, trustedOrigins: readonly string[]): boolean {
  const origins = source.headerValues('origin')
  const sites = source.headerValues('sec-fetch-site')
  if (origins.length > 1 || sites.length > 1) return false
  const [origin] = origins
  const [site] = sites
  // Sandboxed frames and redirects send it; it names no origin.
  const isNamed = origin !== undefined && origin !== 'null'
  if (isNamed && trustedOrigins.includes(origin)) return true
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  return isNamed && origin === own
}

/**
 * Whether a request says that it comes from elsewhere. Unlike for {@link isSameOrigin}, one that says nothing passes:
 * this guards `login`, where there is no session yet that could be ridden.
 */
export function isForeignOrigin(source: OriginSource, own: string, trustedOrigins: readonly string[]): boolean {
  const isSilent = source.headerValues('origin').length === 0 && source.headerValues('sec-fetch-site').length === 0
  return !isSilent && !isSameOrigin(source, own, trustedOrigins)
}
