import type { ReadKeys } from '../../server/internal.ts'
import type { KeyState } from '../model/scenario.ts'
import type { TokenFacts } from '../model/token-facts.ts'
import type { Json } from '../text/json.ts'
import { type SigningKey, signingKeyFor } from './signing-key.ts'

/** The header and the claims of a token, and the key that signs it. A member that is `undefined` is left out. */
export interface TokenParts {
  readonly header: Json
  readonly claims: Json
  readonly key: SigningKey
}

/** Sooner than others: a pair of keys is made in no time. */
const PREFERRED = ['ES256', 'EdDSA', 'Ed25519', 'ES384', 'ES512', 'RS256', 'HS256']
/** Seconds: longer than any run. */
const LIFETIME = 86_400
/** The subject of tokens that belong to no user of the fixtures. */
export const SUBJECT = 'svc-test-auth'

/** The keys of the issuer that the harness runs in place of the declared one: in this process alone, and new each time. */
function issuerKey({ algorithms }: Pick<TokenFacts, 'algorithms'>): SigningKey {
  const alg = PREFERRED.find((name) => algorithms.includes(name)) ?? algorithms[0]
  return signingKeyFor(alg, 'issuer', 'any')
}

/** A key of the issuer that is published, and not for signatures. */
export function encryptionKey({ algorithms }: Pick<TokenFacts, 'algorithms'>): SigningKey {
  return signingKeyFor(issuerKey({ algorithms }).alg, 'issuer, for encryption')
}

/** Key ids of the issuer. */
export const KEY_IDS = { signing: 'svc-signing', encryption: 'svc-encryption' } as const

/** The keys that the issuer publishes for an authenticator (RFC 7517 section 5), the same object each time. */
export function issuerKeySet(facts: Pick<TokenFacts, 'algorithms'>): KeySet {
  const { alg, jwk } = issuerKey(facts)
  if (jwk.kty === 'oct') return kept(alg, [jwk])
  const encryption = { ...encryptionKey(facts).jwk, kid: KEY_IDS.encryption, use: 'enc' }
  return kept(alg, [{ ...jwk, kid: KEY_IDS.signing, use: 'sig', alg }, encryption])
}

type KeySet = NonNullable<ReturnType<ReadKeys>>

const SETS = new Map<string, KeySet>()

/** The same object for one name: another one means that keys changed. */
function kept(name: string, keys: readonly object[]): KeySet {
  const set = SETS.get(name) ?? { keys }
  SETS.set(name, set)
  return set
}

/** The keys of the issuer in a state; `undefined` while it is away. Other keys have the ids of those before. */
export function keySetIn(state: KeyState, facts: Pick<TokenFacts, 'algorithms'>): ReturnType<ReadKeys> {
  switch (state) {
    case 'usual':
      return issuerKeySet(facts)
    case 'away':
      return undefined
    case 'empty':
      return NO_KEYS
    case 'changed': {
      const { alg } = issuerKey(facts)
      const { jwk } = signingKeyFor(alg, 'issuer, after', 'any')
      return kept(`${alg} changed`, [jwk.kty === 'oct' ? jwk : { ...jwk, kid: KEY_IDS.signing, use: 'sig', alg }])
    }
  }
}

const NO_KEYS = { keys: [] }

/**
 * A token that passes the demands: declared issuer, audience and `typ`, a day long.
 *
 * @param own claims beside those, or in their place
 */
export function goodToken(facts: TokenFacts, own: Json): TokenParts {
  const key = issuerKey(facts)
  const now = Math.floor(Date.now() / 1_000)
  const kid = key.jwk.kty === 'oct' ? {} : { kid: KEY_IDS.signing }
  const standard = {
    iss: facts.issuer,
    aud: facts.audience?.[0] ?? facts.signedFor ?? SUBJECT,
    sub: SUBJECT,
    client_id: SUBJECT,
    iat: now,
    exp: now + LIFETIME,
  }
  return { header: { alg: key.alg, typ: facts.typ ?? 'JWT', ...kid }, claims: { ...standard, ...own }, key }
}

/** The compact form (RFC 7515 section 7.1). */
export function writeToken({ header, claims, key }: TokenParts): string {
  const text = `${encodePart(header)}.${encodePart(claims)}`
  return `${text}.${key.sign(text)}`
}

/** A part of a token: JSON in base64url. */
export function encodePart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
