import {
  constants,
  createHmac,
  createSecretKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/** A key that JSON Web Tokens are signed with (RFC 7518 section 3.1, RFC 8037). */
export interface SigningKey {
  readonly alg: string
  /** The public key; of a secret the secret itself. */
  readonly jwk: JsonWebKey
  /** The public key as it is written to files; absent for a secret. */
  readonly pem?: string
  /** Signs the text of a token, in base64url. */
  readonly sign: (text: string) => string
}

const CURVES: Readonly<Record<string, string>> = { 256: 'P-256', 384: 'P-384', 512: 'P-521' }

/**
 * A key for the algorithm of a token; the same for one owner all through a run. ES256 for an algorithm that is not known, and
 * for a shared secret where none is `wanted`: its sender has none that the server knows.
 *
 * @param owner the name of its holder: another one has another key
 */
export function signingKeyFor(alg: unknown, owner: string, wanted: 'pair' | 'any' = 'pair'): SigningKey {
  const [, bits] = /^HS(256|384|512)$/.exec(String(alg)) ?? []
  if (bits !== undefined && wanted === 'any') return secretKey(bits, owner)
  if (alg === 'EdDSA' || alg === 'Ed25519')
    return pairKey(alg, pairOf('ed25519', owner), (text, key) => sign(null, text, key))
  const [, family = 'ES', size = '256'] = /^(ES|RS|PS)(256|384|512)$/.exec(String(alg)) ?? []
  const hash = `sha${size}`
  if (family === 'ES') {
    const pair = pairOf(CURVES[size] as string, owner)
    return pairKey(`ES${size}`, pair, (text, key) => sign(hash, text, { key, dsaEncoding: 'ieee-p1363' }))
  }
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants
  const pss = family === 'PS' ? { padding, saltLength } : {}
  return pairKey(`${family}${size}`, pairOf('rsa', owner), (text, key) => sign(hash, text, { key, ...pss }))
}

interface Pair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

function pairKey(
  alg: string,
  { privateKey, publicKey }: Pair,
  make: (text: Buffer, key: KeyObject) => Buffer,
): SigningKey {
  return {
    alg,
    jwk: publicKey.export({ format: 'jwk' }),
    pem: String(publicKey.export({ type: 'spki', format: 'pem' })),
    sign: (text) => make(Buffer.from(text), privateKey).toString('base64url'),
  }
}

function secretKey(bits: string, owner: string): SigningKey {
  const key = kept(`secret ${owner}`, () => createSecretKey(randomBytes(64)))
  return {
    alg: `HS${bits}`,
    jwk: key.export({ format: 'jwk' }),
    sign: (text) => createHmac(`sha${bits}`, key).update(text).digest('base64url'),
  }
}

function pairOf(type: string, owner: string): Pair {
  return kept(`${type} ${owner}`, () => makePair(type))
}

/** The same keys for all tokens of a run: one of RSA takes a tenth of a second. */
const KEPT = new Map<string, unknown>()

function kept<Value>(name: string, make: () => Value): Value {
  const value = (KEPT.get(name) as Value | undefined) ?? make()
  KEPT.set(name, value)
  return value
}

function makePair(type: string): Pair {
  if (type === 'ed25519') return generateKeyPairSync('ed25519')
  if (type === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 })
  return generateKeyPairSync('ec', { namedCurve: type })
}
