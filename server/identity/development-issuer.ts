import { generateKeyPairSync } from 'node:crypto'
import type { JSONWebKeySet } from 'jose'
import { handDevelopmentKeys } from '../auth/token-keys.ts'
import type { TokenFacts } from '../model/description.ts'
import type { Algorithm } from './algorithms.ts'
import { DEVELOPMENT_ISSUER } from './development-keys.ts'
import { signJwt, type SignToken } from './sign-jwt.ts'

/** Seconds: longer than a day's work. */
const LIFETIME = 86_400
/** The first that an authenticator takes; a pair of RSA takes longest to make. */
const PREFERRED = ['ES256', 'EdDSA', 'Ed25519', 'ES384', 'ES512', 'RS256', 'PS256'] as const

/**
 * The issuer `dev`: its keys are made with it, are in the memory of this process alone, and end with it. Nothing of it can be
 * asked over the network.
 */
export class DevelopmentIssuer {
  readonly #pems = new Map<Algorithm, string>()
  #published: JSONWebKeySet = { keys: [] }

  /** Has the authenticators of this process take its tokens, until the returned function is called. */
  hand(): () => void {
    handDevelopmentKeys(() => this.#published)
    return () => handDevelopmentKeys(undefined)
  }

  /** A token that passes what is declared. `claims` and `map` of the application may demand more than these claims have. */
  async mint(facts: TokenFacts, claims: { readonly sub: string; readonly [claim: string]: unknown }): Promise<string> {
    const { audience, algorithms, typ = 'at+jwt' } = facts
    const algorithm = PREFERRED.find((name) => algorithms.includes(name)) ?? (algorithms[0] as Algorithm)
    const sign = (key: string): SignToken =>
      signJwt({
        issuer: DEVELOPMENT_ISSUER,
        audience: audience ?? DEVELOPMENT_ISSUER,
        key,
        algorithms: [algorithm],
        typ,
        lifetime: LIFETIME,
      })
    const known = this.#pems.get(algorithm)
    const pem = known ?? makeKey(algorithm)
    if (known === undefined) {
      this.#pems.set(algorithm, pem)
      const { keys } = await sign(pem).jwks()
      this.#published = { keys: [...this.#published.keys, ...keys] }
    }
    return sign(pem)(claims)
  }
}

function makeKey(algorithm: Algorithm): string {
  const pair =
    algorithm === 'EdDSA' || algorithm === 'Ed25519'
      ? generateKeyPairSync('ed25519')
      : algorithm.startsWith('ES')
        ? generateKeyPairSync('ec', { namedCurve: `P-${algorithm === 'ES512' ? '521' : algorithm.slice(2)}` })
        : generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
