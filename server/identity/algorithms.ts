import type { KeyObject } from 'node:crypto'

/** Algorithms of signatures by one's own private key (RFC 7518 section 3.1, RFC 8037, RFC 9864). */
const ASYMMETRIC = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const

/** Algorithms by a secret that both sides have. */
const SYMMETRIC = ['HS256', 'HS384', 'HS512'] as const

/** An algorithm of a signature. `none` is not one. */
export type Algorithm = (typeof ASYMMETRIC)[number] | (typeof SYMMETRIC)[number]

/** The algorithms that keys of a kind can have: a public key is never a secret, and a secret never a public key. */
export const ALGORITHMS: Readonly<Record<'asymmetric' | 'symmetric', readonly Algorithm[]>> = {
  asymmetric: ASYMMETRIC,
  symmetric: SYMMETRIC,
}

const BY_CURVE: Readonly<Record<string, Algorithm>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' }

/**
 * The algorithms that a public or private key can have; empty for a key that no signature may be checked with: of another
 * kind, or of RSA with less than 2,048 bits (RFC 7518 section 3.3).
 */
export function algorithmsOf(key: KeyObject): readonly Algorithm[] {
  const details = key.asymmetricKeyDetails
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return (details?.modulusLength ?? 0) < 2_048 ? [] : ASYMMETRIC.filter((name) => /^[RP]S/.test(name))
    case 'ec': {
      const algorithm = BY_CURVE[details?.namedCurve ?? '']
      return algorithm === undefined ? [] : [algorithm]
    }
    case 'ed25519':
      return ['EdDSA', 'Ed25519']
    default:
      return []
  }
}
