import {
  constants,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomBytes,
  sign,
  type SignKeyObjectInput,
  verify,
} from 'node:crypto'
import { parseObject } from '../text/json.ts'

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
  const name = alg === 'EdDSA' || alg === 'Ed25519' || /^(?:ES|RS|PS)(?:256|384|512)$/.test(String(alg)) ? alg : 'ES256'
  return pairKey(String(name), pairOf(typeOf(String(name)), owner))
}

function typeOf(alg: string): string {
  return alg.startsWith('Ed') ? 'ed25519' : (alg.startsWith('ES') && CURVES[alg.slice(2)]) || 'rsa'
}

interface Pair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

function pairKey(alg: string, { privateKey, publicKey }: Pair): SigningKey {
  const { hash, options } = methodOf(alg)
  return {
    alg,
    jwk: publicKey.export({ format: 'jwk' }),
    pem: String(publicKey.export({ type: 'spki', format: 'pem' })),
    sign: (text) => sign(hash, Buffer.from(text), { key: privateKey, ...options }).toString('base64url'),
  }
}

function methodOf(alg: string): { readonly hash: string | null; readonly options: Omit<SignKeyObjectInput, 'key'> } {
  if (alg.startsWith('Ed')) return { hash: null, options: {} }
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants
  const pss = alg.startsWith('PS') ? { padding, saltLength } : {}
  return { hash: `sha${alg.slice(2)}`, options: alg.startsWith('ES') ? { dsaEncoding: 'ieee-p1363' } : pss }
}

/**
 * The key that a token is signed with, where it is the one that is given: a secret, or a private key in PEM. `undefined` where
 * it does not verify the token.
 */
export function givenKeyOf(given: string, token: string): SigningKey | undefined {
  const [, first = '', claims = '', signature = ''] = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) ?? []
  const alg = String(parseObject(Buffer.from(first, 'base64url').toString())?.['alg'])
  const text = `${first}.${claims}`
  const [, bits] = /^HS(256|384|512)$/.exec(alg) ?? []
  if (bits !== undefined) {
    const key = hmacKey(bits, createSecretKey(Buffer.from(given)))
    return key.sign(text) === signature ? key : undefined
  }
  const privateKey = /^(?:[REP]S(?:256|384|512)|EdDSA|Ed25519)$/.test(alg) ? readPrivate(given) : undefined
  if (privateKey === undefined) return undefined
  const publicKey = createPublicKey(privateKey)
  const { hash, options } = methodOf(alg)
  const isRight = verify(hash, Buffer.from(text), { key: publicKey, ...options }, Buffer.from(signature, 'base64url'))
  return isRight ? pairKey(alg, { privateKey, publicKey }) : undefined
}

function readPrivate(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}

function secretKey(bits: string, owner: string): SigningKey {
  return hmacKey(
    bits,
    kept(`secret ${owner}`, () => createSecretKey(randomBytes(64))),
  )
}

function hmacKey(bits: string, key: KeyObject): SigningKey {
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
