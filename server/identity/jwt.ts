import type { ReadCredential } from '../auth/authenticator.ts'
import { describeNamed, nameFunctionForm } from '../auth/authenticator.ts'
import { singleValue } from '../auth/single-value.ts'
import { HttpBearer } from '../auth/bearer.ts'
import { copyDeclaration, declarationOf, noteDeclaration } from '../auth/declared-at.ts'
import { registerGrants } from '../auth/token-grants.ts'
import { audienceSignedBy } from '../auth/signed-audiences.ts'
import { markKeyed } from '../auth/token-keys.ts'
import type { Fault } from '../auth/refusal/fault.ts'
import { findFault } from '../auth/refusal/place-fault.ts'
import { markMaker } from '../base/callable.ts'
import { isThenable } from '../base/thenable.ts'
import type { AuthRequest, CredentialSource, RequestContext } from '../http/request.ts'
import { BEARER } from '../model/carrier.ts'
import { describeLeaf, type LeafDescription, type SecurityScheme } from '../model/description.ts'
import type { StandardResult } from '../schema/standard.ts'
import { findTimeFault, type TokenClaims } from './claims.ts'
import { type JwtOptions, type JwtSettings, readJwtOptions } from './jwt-options.ts'
import { keysFrom, type KeySource } from './keys.ts'
import { TokenMemory } from './memory.ts'
import { TokenClient } from './token-client.ts'
import { type Verified, verifyToken } from './verify-token.ts'

/** Signed tokens of an issuer, in the place of a bearer token or in a cookie or header of their own. */
class JwtAuth extends HttpBearer {
  override readonly scheme: string
  readonly #options: JwtOptions<unknown, unknown>
  readonly #settings: JwtSettings
  readonly #memory = new TokenMemory()
  /** Of requests that were refused, for {@link explain}. */
  readonly #faults = new WeakMap<object, Fault>()

  constructor(options: JwtOptions<unknown, unknown>, settings: JwtSettings) {
    super()
    this.#options = options
    this.#settings = settings
    this.scheme = settings.carrier.in === 'authorization' ? settings.carrier.scheme : BEARER.scheme
    markKeyed(this, (read) => this.#withKeys(keysFrom(read, settings.rules.algorithms, settings.own)))
  }

  override describe(): LeafDescription {
    const { carrier, rules, isDevelopment, own } = this.#settings
    const scheme = this.#schemeOfDocument()
    // For the checks of a scheme.
    const { kind, challenge } =
      carrier.in === 'authorization' ? super.describe() : describeLeaf(carrier, { name: 'jwt' })
    const { issuer, audience, algorithms, typ, clockTolerance } = rules
    const signedFor = audience === null && own.length > 0 ? audienceSignedBy(issuer) : undefined
    const asksApplication = this.#options.claims !== undefined || this.#options.map !== undefined
    const token = {
      issuer,
      audience,
      algorithms,
      ...(typ === undefined ? {} : { typ }),
      clockTolerance,
      ...(signedFor === undefined ? {} : { signedFor }),
      asksApplication,
      ...(this.#options.claims === undefined ? {} : { checksClaims: true as const }),
      ...(isDevelopment ? { isDevelopment } : {}),
    }
    return describeLeaf(carrier, { ...describeNamed(this), kind, challenge, token, ...(scheme ? { scheme } : {}) })
  }

  override read(request: CredentialSource): ReadCredential<[token: string]> {
    const { carrier } = this.#settings
    if (carrier.in === 'authorization') return super.read(request)
    const { name } = carrier
    return singleValue(carrier.in === 'cookie' ? request.cookieValues(name) : request.headerValues(name))
  }

  /** Without a promise for a token that is known, unless a hook returns one. */
  override authenticate(request: AuthRequest, token: string): unknown {
    const { source } = this.#settings
    const set = source.read()
    const known = isThenable(set) ? undefined : this.#memory.find(token, set)
    if (known) return this.#judge(request, known)
    return this.#verify(request, token)
  }

  override explain(request: CredentialSource): Fault | undefined {
    return this.#faults.get(request) ?? findFault(request, this.#settings.carrier)
  }

  #withKeys(source: KeySource): JwtAuth {
    const copy = new JwtAuth(this.#options, { ...this.#settings, source })
    copyDeclaration(declarationOf(this), copy)
    const { name, description } = this
    return Object.assign(copy, { name }, description === undefined ? {} : { description })
  }

  async #verify(request: AuthRequest, token: string): Promise<unknown> {
    const { rules, source } = this.#settings
    const verified: Verified = await verifyToken(token, rules, source)
    if ('fault' in verified) return this.#refuse(request, verified.fault, verified.isGenuine)
    this.#memory.find(token, verified.set)
    this.#memory.keep(token, verified.claims, verified.set)
    return this.#judge(request, verified.claims)
  }

  /** Judges the parts that may differ between two requests with one token: the time, and the hooks of the application. */
  #judge(request: AuthRequest, claims: TokenClaims): unknown {
    const { rules } = this.#settings
    const fault = findTimeFault(claims, rules.clockTolerance, Date.now() / 1_000)
    if (fault) return this.#refuse(request, fault)
    const { claims: schema, map } = this.#options
    if (schema === undefined && map === undefined) return this.#pass(request, claims, claims)
    if (schema === undefined) return this.#map(request, claims, claims)
    const result = schema['~standard'].validate(claims)
    const decide = (found: StandardResult<unknown>): unknown =>
      found.issues ? this.#refuse(request, { fault: 'token-schema' }) : this.#map(request, claims, found.value)
    return isThenable(result) ? Promise.resolve(result).then(decide) : decide(result)
  }

  #map(request: AuthRequest, claims: TokenClaims, value: unknown): unknown {
    const { map } = this.#options
    if (map === undefined) return this.#pass(request, claims, value)
    const user = map(value, request)
    const decide = (found: unknown): unknown =>
      found ? this.#pass(request, claims, found) : this.#refuse(request, { fault: 'token-no-user' })
    return isThenable(user) ? Promise.resolve(user).then(decide) : decide(user)
  }

  #pass(request: AuthRequest, claims: TokenClaims, value: unknown): unknown {
    ;(request as RequestContext).claims = claims
    return value
  }

  /** A guess is what its issuer did not sign: a token that is over, or for another audience, counts in no throttle. */
  #refuse(request: AuthRequest, fault: Fault, isGenuine = true): undefined {
    if (isGenuine) (request as RequestContext).isGenuine = true
    this.#faults.set(request, fault)
  }

  #schemeOfDocument(): SecurityScheme | undefined {
    const { carrier, discovery } = this.#settings
    const { flows } = this.#options
    const text = this.description === undefined ? {} : { description: this.description }
    if (carrier.in !== 'authorization' || carrier.scheme !== BEARER.scheme) return undefined
    if (flows !== undefined) return { type: 'oauth2', flows, ...text }
    if (discovery !== undefined) return { type: 'openIdConnect', openIdConnectUrl: discovery, ...text }
    return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', ...text }
  }
}

/** The result of {@link jwt}: `User` is the type of `request.auth`. */
export interface JwtAuthenticator<User> extends HttpBearer {
  authenticate(request: AuthRequest, token: string): User
}

/**
 * Tokens that an issuer signs (RFC 7519, RFC 9068), checked by the keys that it publishes. `request.auth` is what the token says,
 * the output of `claims`, or what `map` returns.
 *
 * @example
 * jwt({ issuer: 'https://id.example.com', audience: 'pets' })
 * @example
 * jwt({ issuer: 'pets', audience: 'pets', secret, map: ({ sub }) => findUser(sub) })
 * @throws `LoadError` `SVC_JWT_ISSUER`, `SVC_JWT_AUDIENCE`, `SVC_JWT_KEY`, `SVC_JWT_SECRET`, `SVC_JWT_ALGORITHM`,
 * `SVC_JWT_OPTION`, `SVC_OPTION_…`
 */
export function jwt<Claims = TokenClaims, User = Claims>(options: JwtOptions<Claims, User>): JwtAuthenticator<User> {
  const settings = readJwtOptions(options as unknown as JwtOptions<never, unknown>)
  const authenticator = new JwtAuth(options as unknown as JwtOptions<unknown, unknown>, settings)
  noteDeclaration(authenticator)
  const { name = 'jwt', description } = options
  return nameFunctionForm(authenticator, description === undefined ? { name } : { name, description }, 'jwt') as never
}

markMaker(jwt, 'jwt')
registerGrants((...parameters) => new TokenClient(...parameters))
