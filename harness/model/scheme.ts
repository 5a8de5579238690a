import type { LeafDescription, SecurityScheme } from 'svc'
import { BASIC, BEARER, type Carrier, describeLeaf, hasAuthorizationScheme, REQUEST } from '../../server/internal.ts'

/**
 * The authenticator with the carrier that it reads: its own, or for a function that `named` gave a scheme, that of the
 * scheme. Where the scheme says no place, the function stays a function.
 */
export function readAs(leaf: LeafDescription): LeafDescription {
  if (leaf.carrier.in !== 'request' || leaf.scheme === undefined) return leaf
  const carrier = carrierOfScheme(leaf.scheme)
  return carrier.in === 'request' ? leaf : describeLeaf(carrier, { name: leaf.name })
}

/** Where a credential of a security scheme is sent (OpenAPI 3.1, Security Scheme Object); the request if that is unknown. */
function carrierOfScheme(scheme: SecurityScheme): Carrier {
  switch (scheme.type) {
    case 'apiKey':
      return { in: scheme.in, name: scheme.name }
    case 'oauth2':
    case 'openIdConnect':
      return BEARER
    case 'http':
      return carrierOfAuthorization(scheme.scheme)
    case 'mutualTLS':
      return REQUEST
  }
}

/** Where a credential of an HTTP authentication scheme is sent; the request if it is not a text that is given once. */
export function carrierOfAuthorization(scheme: string): Carrier {
  const known = [BEARER, BASIC].find((carrier) => hasAuthorizationScheme(carrier, scheme))
  return known ?? (scheme === '' || COMPUTED.test(scheme) ? REQUEST : { in: 'authorization', scheme })
}

/** Schemes whose credentials are computed for each request or connection, so that none can be written in fixtures. */
const COMPUTED =
  /^(?:concealed|digest|dpop|gnap|hawk|hoba|mutual|negotiate|ntlm|privatetoken|scram-.*|signature|vapid|aws4-.*)$/i
