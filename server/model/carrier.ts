/**
 * How a credential travels from the client to the server. CSRF protection, log redaction, the OpenAPI document, the
 * reference page and the harness decide by this, never by the name of a kind.
 */
export type Carrier =
  /** `Authorization: <scheme> <credentials>` (RFC 9110 section 11.6.2). The scheme is compared in any case. */
  | { readonly in: 'authorization'; readonly scheme: string }
  /** A header field, a query parameter or a cookie of that name. */
  | NamedCarrier
  /** The session cookie. Its name depends on how the application is served. */
  | { readonly in: 'session' }
  /** The request as a whole: only the authenticator knows what it reads. */
  | { readonly in: 'request' }

/** A place in a request that has a name of its own. */
export interface NamedCarrier {
  readonly in: 'header' | 'query' | 'cookie'
  readonly name: string
}

/** A challenge of `WWW-Authenticate`, without its realm (RFC 9110 section 11.3). */
export interface Challenge {
  readonly scheme: string
  readonly parameters?: Readonly<Record<string, string>>
}

/** `Authorization: Bearer <token>` (RFC 6750 section 2.1). */
export const BEARER: { readonly in: 'authorization'; readonly scheme: 'Bearer' } = {
  in: 'authorization',
  scheme: 'Bearer',
}
/** `Authorization: Basic <base64 of user:password>` (RFC 7617). */
export const BASIC: { readonly in: 'authorization'; readonly scheme: 'Basic' } = {
  in: 'authorization',
  scheme: 'Basic',
}
/** The sealed session cookie (semantics 7). */
export const SESSION: { readonly in: 'session' } = { in: 'session' }
/** A function of the request. */
export const REQUEST: { readonly in: 'request' } = { in: 'request' }

/** Whether a value is a carrier, complete. */
export function isCarrier(value: unknown): value is Carrier {
  const { in: place, name, scheme } = (value ?? {}) as { readonly in?: unknown; name?: unknown; scheme?: unknown }
  if (place === 'authorization') return typeof scheme === 'string' && scheme !== ''
  if (place === 'header' || place === 'query' || place === 'cookie') return typeof name === 'string' && name !== ''
  return place === 'session' || place === 'request'
}

/** Whether browsers add the credential to requests themselves, those that other sites cause included. */
export function isCookie(carrier: Carrier): boolean {
  return carrier.in === 'cookie' || carrier.in === 'session'
}

/** Whether the credential has a name of its own: a header field, a query parameter or a cookie. */
export function isNamed(carrier: Carrier): carrier is NamedCarrier {
  return carrier.in === 'header' || carrier.in === 'query' || carrier.in === 'cookie'
}

/** Whether the credential is sent in the `Authorization` header with this scheme. */
export function hasAuthorizationScheme(carrier: Carrier, scheme: string): boolean {
  if (carrier.in !== 'authorization') return false
  return carrier.scheme === scheme || carrier.scheme.toLowerCase() === scheme.toLowerCase()
}

/** Whether the credential is a user name with a password and not one text: in the scheme Basic alone. */
export function isPair(carrier: Carrier): boolean {
  return hasAuthorizationScheme(carrier, BASIC.scheme)
}

/** Whether the credential is one text that a client can be given: a token or a key. */
export function isText(carrier: Carrier): carrier is NamedCarrier | Extract<Carrier, { in: 'authorization' }> {
  return isNamed(carrier) || (carrier.in === 'authorization' && !isPair(carrier))
}

/** Whether two carriers are one place, so that what is sent in one is read in the other. The request as a whole is not a place. */
export function isSameCarrier(a: Carrier, b: Carrier): boolean {
  if (a.in === 'request' || b.in === 'request') return false
  return keyOf(a) === keyOf(b)
}

/** For people: `header X-API-Key`, `Authorization: Bearer`, `session`, `request`. */
export function formatCarrier(carrier: Carrier): string {
  if (carrier.in === 'authorization') return `Authorization: ${carrier.scheme}`
  return isNamed(carrier) ? `${carrier.in} ${carrier.name}` : carrier.in
}

/** The challenge that asks for a credential in this carrier. */
export function challengeFor(carrier: Carrier): Challenge {
  switch (carrier.in) {
    case 'authorization':
      // RFC 7617 section 2.1: user name and password are read as UTF-8.
      if (!isPair(carrier)) return { scheme: carrier.scheme }
      return { scheme: carrier.scheme, parameters: { charset: 'UTF-8' } }
    case 'session':
      return { scheme: 'Session' }
    case 'request':
      return { scheme: 'Custom' }
    default:
      return { scheme: 'ApiKey', parameters: { in: carrier.in, name: carrier.name } }
  }
}

/** Names of schemes and of header fields are the same in any case (RFC 9110 sections 5.1 and 11.1). */
function keyOf(carrier: Carrier): string {
  if (carrier.in === 'authorization') return `authorization ${carrier.scheme.toLowerCase()}`
  if (!isNamed(carrier)) return carrier.in
  return `${carrier.in} ${carrier.in === 'header' ? carrier.name.toLowerCase() : carrier.name}`
}
