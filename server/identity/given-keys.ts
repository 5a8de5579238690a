import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import type { JWK } from 'jose'
import { ALGORITHMS, algorithmsOf } from './algorithms.ts'
import { isKnownSecret } from './known-secrets.ts'
import type { VerificationKey } from './keys.ts'
import { nameOf, refuseOption } from './place.ts'

/** A key as it is given: PEM, a JWK, or the JSON text of one. */
export type GivenKey = string | Readonly<JWK>

/** A key that signs, and the key that checks what it signed. */
export interface OwnKey extends VerificationKey {
  /** Absent for a public key. */
  readonly signing: KeyObject | Uint8Array | undefined
}

/** Bytes (RFC 7518 section 3.2 asks for as many as the hash has: 32 of HS256). */
const LEAST_BYTES = 32

/**
 * Reads secrets, newest first.
 *
 * @throws `LoadError` `SVC_JWT_SECRET`
 */
export function readSecrets(maker: string, given: unknown): readonly OwnKey[] {
  const secrets: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (secrets.length === 0) throw refuseSecret(maker, 'is an empty list')
  return secrets.map((secret) => {
    if (typeof secret !== 'string') throw refuseSecret(maker, `must be a text; got ${nameOf(secret)}`)
    if (isKey(secret)) {
      throw refuseSecret(maker, 'is a key, which everybody may know: give it as the option key, in PEM or as a JWK')
    }
    const bytes = new TextEncoder().encode(secret)
    if (bytes.length < LEAST_BYTES) {
      throw refuseSecret(maker, `has ${bytes.length} bytes, and guesses need no server: at least ${LEAST_BYTES}`)
    }
    if (isKnownSecret(secret)) throw refuseSecret(maker, 'is one of documentation or a template, which everybody knows')
    const algorithms = ALGORITHMS.symmetric.filter((name) => bytes.length >= Number(name.slice(2)) / 8)
    return { kid: undefined, algorithms, key: bytes, signing: bytes }
  })
}

/** Whether a text is a key in a form in which keys are written: PEM, JWK, a set of them, OpenSSH (RFC 4253) or DER in base64. */
function isKey(text: string): boolean {
  if (/-----BEGIN|^\W*(?:ssh-(?:rsa|ed25519)|ecdsa-sha2-\w+) [\w+/]/.test(text)) return true
  if (/^[^\w{]*\{.*"(?:kty|keys)"/s.test(text)) return true
  const der = Buffer.from(text, 'base64')
  const readers = [
    () => createPublicKey({ key: der, format: 'der', type: 'spki' }),
    () => createPublicKey({ key: der, format: 'der', type: 'pkcs1' }),
    () => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
  ]
  return readers.some((read) => {
    try {
      return read().type !== 'secret'
    } catch {
      return false
    }
  })
}

function refuseSecret(maker: string, problem: string): Error {
  const fix = "Make one with: node -p \"require('crypto').randomBytes(32).toString('base64url')\""
  return refuseOption('SVC_JWT_SECRET', `${maker}({ secret }) ${problem}. ${fix}`)
}

/**
 * Reads public or private keys, newest first.
 *
 * @throws `LoadError` `SVC_JWT_KEY`
 */
export function readKeys(maker: string, given: unknown): readonly OwnKey[] {
  const keys: readonly unknown[] = Array.isArray(given) ? given : [given]
  if (keys.length === 0) throw refuseKey(maker, 'is an empty list')
  return keys.map((key) => readKey(maker, key))
}

function readKey(maker: string, given: unknown): OwnKey {
  const jwk = readJwk(given)
  if (jwk === undefined && typeof given !== 'string') throw refuseKey(maker, `is ${nameOf(given)}`)
  if (jwk?.kty === 'oct') throw refuseKey(maker, 'is symmetric: give it as the option secret')
  if (jwk !== undefined) checkJwk(maker, jwk)
  const [signing, key] = importKey(maker, jwk ?? (given as string))
  const all = algorithmsOf(key)
  if (all.length === 0) {
    throw refuseKey(maker, 'is of a kind that signs no tokens, or of RSA with less than 2,048 bits')
  }
  const algorithms = jwk?.alg === undefined ? all : all.filter((name) => name === jwk.alg)
  if (algorithms.length === 0) throw refuseKey(maker, `says alg: ${String(jwk?.alg)}, which it cannot have`)
  return { kid: jwk?.kid, algorithms, key, signing }
}

function checkJwk(maker: string, { use, key_ops: operations, kid }: JWK): void {
  const isForSignatures = (use ?? 'sig') === 'sig' && (operations?.some((one) => /^(?:sign|verify)$/.test(one)) ?? true)
  if (!isForSignatures) throw refuseKey(maker, 'is one for encryption or another use (use, key_ops)')
  if (kid !== undefined && typeof kid !== 'string') {
    throw refuseKey(maker, `has the kid ${String(kid)}, and tokens name it as a text`)
  }
}

function readJwk(given: unknown): JWK | undefined {
  if (typeof given === 'object' && given !== null) return given
  if (typeof given !== 'string' || !given.trim().startsWith('{')) return undefined
  try {
    return JSON.parse(given) as JWK
  } catch {
    return undefined
  }
}

function importKey(maker: string, given: string | JWK): readonly [signing: KeyObject | undefined, key: KeyObject] {
  // Environments often hold a key in one line.
  const pem = typeof given === 'string' ? given.replaceAll('\\n', '\n') : undefined
  const isPrivate = typeof given === 'string' ? /PRIVATE KEY-----/.test(given) : given.d !== undefined
  try {
    if (!isPrivate) return [undefined, createPublicKey(pem ?? { key: given as JsonWebKey, format: 'jwk' })]
    const signing = createPrivateKey(pem ?? { key: given as JsonWebKey, format: 'jwk' })
    return [signing, createPublicKey(signing)]
  } catch {
    throw refuseKey(maker, 'cannot be read: neither PEM nor a JWK')
  }
}

function refuseKey(maker: string, problem: string): Error {
  const fix =
    'Give a public or private key of RSA, of an elliptic curve (P-256, P-384, P-521) or Ed25519, in PEM or as a JWK.'
  return refuseOption('SVC_JWT_KEY', `${maker}({ key }) ${problem}. ${fix}`)
}
