import { createPublicKey, type KeyObject } from 'node:crypto'
import type { JWK } from 'jose'
import type { ReadKeys } from '../auth/token-keys.ts'
import { HttpError } from '../base/errors.ts'
import { type Algorithm, ALGORITHMS, algorithmsOf } from './algorithms.ts'

/** A key that signatures are checked with. */
export interface VerificationKey {
  readonly kid: string | undefined
  readonly algorithms: readonly Algorithm[]
  readonly key: KeyObject | Uint8Array
}

/** The keys of an issuer at one time. What one set verified is believed as long as that set is in force. */
export interface KeySet {
  readonly keys: readonly VerificationKey[]
}

/** Where the keys of an authenticator come from. Both methods throw {@link keysAway} where keys are absent. */
export interface KeySource {
  /** The keys in force; without a promise where they are there. */
  read(): KeySet | Promise<KeySet>
  /** The keys after a token named one that `known` lacks: the same set where there are no others. */
  renew(known: KeySet): KeySet | Promise<KeySet>
}

/** 503: no key is there that could say whether a token is right. */
export function keysAway(): HttpError {
  return KEYS_AWAY
}

const KEYS_AWAY: HttpError = Object.freeze(new HttpError(503))

/** Keys that are given and stay. */
export function givenKeys(keys: readonly VerificationKey[]): KeySource {
  const set: KeySet = { keys }
  return { read: () => set, renew: () => set }
}

/**
 * Keys that are asked for each time: those of the issuer that a test runs.
 *
 * @param algorithms of the authenticator: secrets among the keys count for one that takes secrets, and for no other
 * @param own of the application, beside those: a login of its own goes on issuing tokens
 */
export function keysFrom(
  read: ReadKeys,
  algorithms: readonly string[],
  own: readonly VerificationKey[] = [],
): KeySource {
  const readSet = algorithms.some((name) => name.startsWith('HS')) ? readSecretSet : readKeySet
  let known: { readonly given: object; readonly set: KeySet } | undefined
  const find = (): KeySet => {
    const given = read()
    if (given === undefined) throw keysAway()
    if (known?.given !== given) {
      const keys = readSet(given) ?? []
      known = { given, set: { keys: keys.length === 0 ? [] : [...keys, ...own] } }
    }
    if (known.set.keys.length === 0) throw keysAway()
    return known.set
  }
  return { read: find, renew: find }
}

/** Of tokens without `kid` that several keys might have signed, each is tried: so many at most. */
const MOST_CANDIDATES = 8

/**
 * The keys that may have signed a token. A `kid` is compared as a text and never followed anywhere; `jwk`, `jku`, `x5c` and
 * `x5u` are not looked at.
 */
export function candidatesOf({ keys }: KeySet, algorithm: string, kid: string | undefined): readonly VerificationKey[] {
  const fitting = keys.filter(
    (key) =>
      (key.algorithms as readonly string[]).includes(algorithm) &&
      (kid === undefined || key.kid === undefined || key.kid === kid),
  )
  return fitting.slice(0, MOST_CANDIDATES)
}

/**
 * The keys of a JWK Set (RFC 7517 section 5) that signatures may be checked with. Symmetric and private ones, those for
 * encryption, too short ones and those that cannot be read are left out: one of them must not keep the others from use.
 *
 * @returns `undefined` for a value that is not a JWK Set
 */
export function readKeySet(value: unknown): readonly VerificationKey[] | undefined {
  const keys = (value as { readonly keys?: unknown } | null | undefined)?.keys
  if (!Array.isArray(keys)) return undefined
  return keys.flatMap((key: unknown) => readPublicKey(key) ?? [])
}

/** The secrets of a JWK Set (RFC 7518 section 6.4). */
function readSecretSet({ keys }: { readonly keys: readonly object[] }): readonly VerificationKey[] {
  return keys.flatMap((key) => {
    const { kty, k, kid } = key as JWK
    if (kty !== 'oct' || typeof k !== 'string') return []
    return { kid, algorithms: ALGORITHMS.symmetric, key: new Uint8Array(Buffer.from(k, 'base64url')) }
  })
}

/** A public JWK for signatures; `undefined` for any other value. */
function readPublicKey(value: unknown): VerificationKey | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { kty, kid, use, key_ops: operations, alg, d } = value as JWK
  const isForSignatures =
    (use === undefined || use === 'sig') && (operations === undefined || operations.includes?.('verify'))
  // A private key that is published is known to everybody.
  if (kty === 'oct' || d !== undefined || !isForSignatures) return undefined
  const key = importPublic(value)
  const algorithms = key ? algorithmsOf(key).filter((name) => alg === undefined || name === alg) : []
  if (key === undefined || algorithms.length === 0) return undefined
  return { kid: typeof kid === 'string' ? kid : undefined, algorithms, key }
}

function importPublic(jwk: JWK): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk as never, format: 'jwk' })
  } catch {
    return undefined
  }
}
