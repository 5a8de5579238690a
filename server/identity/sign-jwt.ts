import { randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type JSONWebKeySet, type JWK, SignJWT } from 'jose'
import { namesOf, type OptionNames } from '../base/option-names.ts'
import { noteSigned } from '../auth/signed-audiences.ts'
import type { OwnKey } from './given-keys.ts'
import { readOwnKeys, readRules, type TokenDeclaration } from './jwt-options.ts'
import { checkOptions, refuseOption } from './place.ts'

/** Options of {@link signJwt}: the declaration that `jwt` takes too. */
export interface SignOptions extends TokenDeclaration {
  /** Seconds for which a token is valid; 900 if absent. */
  readonly lifetime?: number
}

/** Signs tokens for one declaration. */
export interface SignToken {
  /** `iss`, `aud`, `iat`, `exp` and `jti` are those of the declaration, whatever the claims say. */
  (claims: { readonly sub: string; readonly [claim: string]: unknown }): Promise<string>
  /** The public keys as a JWK Set (RFC 7517 section 5), for a route of other servers; without keys for secrets. */
  jwks(): Promise<JSONWebKeySet>
}

const OPTION_NAMES: OptionNames = namesOf<SignOptions>({
  issuer: true,
  audience: true,
  key: true,
  secret: true,
  algorithms: true,
  typ: true,
  lifetime: true,
})

/** Seconds. */
const LIFETIME = 900

/**
 * Signs access tokens (RFC 9068) that `jwt` with the same issuer, audience and keys takes. Of several keys the first signs; all
 * of them verify.
 *
 * @example
 * const own = { issuer: 'pets', audience: 'pets', secret }
 * export const user = jwt(own)
 * export const sign = signJwt(own) // await sign({ sub: 'ann', scope: 'pets:read' })
 * @throws `LoadError` `SVC_JWT_…`, `SVC_OPTION_…`
 */
export function signJwt(options: SignOptions): SignToken {
  checkOptions('signJwt', options, OPTION_NAMES)
  const { issuer, audience } = readRules('signJwt', options)
  const { lifetime = LIFETIME, typ = 'at+jwt' } = options
  if (!Number.isInteger(lifetime) || lifetime <= 0) {
    const problem = `signJwt({ lifetime }) is in whole seconds above 0; got ${String(lifetime)}.`
    throw refuseOption('SVC_JWT_OPTION', `${problem} Leave it out for ${LIFETIME}.`)
  }
  if (audience === null) {
    throw refuseOption('SVC_JWT_AUDIENCE', 'signJwt({ audience }) must name the API that its tokens are for; got null.')
  }
  const { key, signing, algorithm, keys } = readSigningKey(options)
  noteSigned(issuer, audience[0] as string)
  const sign = async (claims: { readonly [claim: string]: unknown }): Promise<string> => {
    const now = Math.floor(Date.now() / 1_000)
    const aud = audience.length === 1 ? (audience[0] as string) : [...audience]
    const whole = { ...claims, iss: issuer, aud, iat: now, exp: now + lifetime, jti: randomUUID() }
    const kid = await kidOf(key)
    return new SignJWT(whole).setProtectedHeader({ alg: algorithm, typ, ...(kid ? { kid } : {}) }).sign(signing)
  }
  const jwks = async (): Promise<JSONWebKeySet> => ({ keys: (await Promise.all(keys.map(publicOf))).flat() })
  const signer = Object.assign(sign, { jwks })
  Object.defineProperty(signer, DECLARATION, { value: { issuer, audience, lifetime } satisfies SignerDeclaration })
  return signer
}

/** The facts that {@link signJwt} got of its tokens. */
export interface SignerDeclaration {
  readonly issuer: string
  readonly audience: readonly string[]
  /** Seconds. */
  readonly lifetime: number
}

/** Registered, so that copies of this module agree. */
const DECLARATION: unique symbol = Symbol.for('svc.signer') as never

/** The facts of a signer's tokens; `undefined` for a value that {@link signJwt} did not make. */
export function declarationOfSigner(signer: unknown): SignerDeclaration | undefined {
  return typeof signer === 'function'
    ? (signer as { readonly [DECLARATION]?: SignerDeclaration })[DECLARATION]
    : undefined
}

function readSigningKey(options: SignOptions): {
  readonly key: OwnKey
  readonly signing: NonNullable<OwnKey['signing']>
  readonly algorithm: string
  readonly keys: readonly OwnKey[]
} {
  if (options.key === undefined && options.secret === undefined) {
    const problem = 'signJwt(…) needs a secret or a private key to sign with.'
    throw refuseOption('SVC_JWT_KEY', `${problem} Give secret, or key in PEM or as a JWK.`)
  }
  const { keys = [], algorithms } = readOwnKeys('signJwt', options)
  const [key] = keys
  if (key?.signing === undefined) {
    throw refuseOption(
      'SVC_JWT_KEY',
      'signJwt({ key }) signs with the first key, which is a public one. Give the private.',
    )
  }
  const algorithm = key.algorithms.find((name) => algorithms.includes(name))
  if (algorithm === undefined) {
    const problem = 'signJwt({ algorithms }) leaves none for the first key, which signs.'
    throw refuseOption('SVC_JWT_ALGORITHM', `${problem} Possible for it: ${key.algorithms.join(', ')}.`)
  }
  return { key, signing: key.signing, algorithm, keys }
}

/** The id that the key has, else its thumbprint (RFC 7638); a secret has no id. */
async function kidOf({ kid, key }: OwnKey): Promise<string | undefined> {
  return kid ?? (key instanceof Uint8Array ? undefined : calculateJwkThumbprint(await exportJWK(key)))
}

async function publicOf(own: OwnKey): Promise<readonly JWK[]> {
  const { key, algorithms } = own
  if (key instanceof Uint8Array) return []
  const kid = await kidOf(own)
  const alg = algorithms.length === 1 ? { alg: algorithms[0] as string } : {}
  return [{ ...(await exportJWK(key)), use: 'sig', ...alg, ...(kid === undefined ? {} : { kid }) }]
}
