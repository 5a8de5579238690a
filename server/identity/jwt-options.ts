import type { AuthenticatorOptions } from '../auth/authenticator.ts'
import { isSafeUrl } from '../http/known-hosts.ts'
import type { AuthRequest } from '../http/request.ts'
import { isToken } from '../grammar/token.ts'
import { isCallable } from '../base/callable.ts'
import { namesOf, type OptionNames } from '../base/option-names.ts'
import { BEARER, type Carrier, type NamedCarrier } from '../model/carrier.ts'
import { isStandardSchema } from '../schema/recognition.ts'
import type { StandardSchema } from '../schema/standard.ts'
import { ALGORITHMS, type Algorithm } from './algorithms.ts'
import { normalizeType, type TokenClaims } from './claims.ts'
import { type GivenKey, type OwnKey, readKeys, readSecrets } from './given-keys.ts'
import { DEVELOPMENT_ISSUER, developmentKeys } from './development-keys.ts'
import { discoveryUrl, openIssuerKeys } from './issuer-keys.ts'
import { givenKeys, type KeySource, type VerificationKey } from './keys.ts'
import { checkOptions, nameOf, refuseOption } from './place.ts'
import type { TokenRules } from './verify-token.ts'

/** Where tokens come from, and for whom they are. */
export interface TokenDeclaration {
  /**
   * The `iss` of tokens, exactly. With neither {@link jwks}, {@link key} nor {@link secret} the address of an OpenID provider,
   * whose keys are found by discovery; or `dev`, the issuer that `svc dev` and `svc test-auth` are, and nothing else is.
   */
  readonly issuer: string
  /** The `aud` of tokens; of several any is enough. `null`, on purpose: tokens for any audience pass. */
  readonly audience: string | readonly string[] | null
  /** Public or private keys in PEM or as JWK, newest first. */
  readonly key?: GivenKey | readonly GivenKey[]
  /** Secrets of at least 32 bytes that both sides have, newest first. */
  readonly secret?: string | readonly string[]
  /** A narrower choice among the algorithms that the keys allow. */
  readonly algorithms?: readonly Algorithm[]
  /** The only `typ` that passes: `at+jwt` (RFC 9068). Absent: `JWT`, `at+jwt` or none. */
  readonly typ?: string
}

/** Options of {@link jwt}. */
export interface JwtOptions<Claims = TokenClaims, User = Claims> extends TokenDeclaration, AuthenticatorOptions {
  /** The address of the issuer's JWK Set, where there is no discovery. */
  readonly jwks?: string
  /** Seconds by which clocks may differ, up to 60; 5 if absent. */
  readonly clockTolerance?: number
  /** A Standard Schema that the claims must fit; its output is `request.auth`. */
  readonly claims?: { readonly '~standard': StandardSchema<unknown, Claims>['~standard'] }
  /** Asked for every request: the user of a token, who becomes `request.auth`. Falsy is 401. */
  readonly map?: (claims: Claims, request: AuthRequest) => User
  /** Where the token travels instead of `Authorization`: in a cookie or in a header field of its own. */
  readonly in?: { readonly cookie: string } | { readonly header: string }
  /** The scheme of `Authorization` in front of the token; `Bearer` if absent. */
  readonly scheme?: string
  /** How clients get tokens, for the document: OAuth 2 flows with their addresses. */
  readonly flows?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const OPTION_NAMES: OptionNames = namesOf<JwtOptions>({
  issuer: true,
  audience: true,
  jwks: true,
  key: true,
  secret: true,
  algorithms: true,
  typ: true,
  clockTolerance: true,
  claims: true,
  map: true,
  in: true,
  scheme: true,
  flows: true,
  name: true,
  description: true,
})

/** Options that were checked, with every default in its place. */
export interface JwtSettings {
  readonly rules: TokenRules
  readonly source: KeySource
  /** The keys that are given; of a published set none. */
  readonly own: readonly VerificationKey[]
  /** Of the discovery document, where the keys are found by it. */
  readonly discovery: string | undefined
  /** Whether the tokens are those of the issuer for development. */
  readonly isDevelopment: boolean
  readonly carrier: Extract<Carrier, { in: 'authorization' }> | NamedCarrier
}

/** Seconds. */
const MOST_TOLERANCE = 60
const TOLERANCE = 5

/**
 * Checks the options of `jwt`, where the call stands.
 *
 * @throws `LoadError` `SVC_JWT_…`, `SVC_OPTION_…`
 */
export function readJwtOptions(options: JwtOptions<never, unknown>): JwtSettings {
  checkOptions('jwt', options, OPTION_NAMES)
  const { issuer, jwks, clockTolerance = TOLERANCE } = options
  checkHooks(options)
  const rules = readRules('jwt', options)
  if (options.audience === null && options.claims === undefined && options.typ === undefined) {
    const problem = 'jwt({ audience: null }) takes every token of the issuer, those for other APIs too.'
    const fix = 'Tell them apart by typ or by claims, such as a schema for client_id; or name the audience.'
    throw refuseOption('SVC_JWT_AUDIENCE', `${problem} ${fix}`)
  }
  if (typeof clockTolerance !== 'number' || !(clockTolerance >= 0 && clockTolerance <= MOST_TOLERANCE)) {
    const problem = `jwt({ clockTolerance }) is in seconds, from 0 to ${MOST_TOLERANCE}; got ${String(clockTolerance)}.`
    throw refuseOption('SVC_JWT_OPTION', `${problem} A token is valid for so long after its end.`)
  }
  const { keys, algorithms } = readOwnKeys('jwt', options, jwks)
  const isDevelopment = keys === undefined && jwks === undefined && issuer === DEVELOPMENT_ISSUER
  const isDiscovered = keys === undefined && jwks === undefined && !isDevelopment
  return {
    rules: { ...rules, clockTolerance, algorithms },
    own: keys ?? [],
    source: keys ? givenKeys(keys) : isDevelopment ? developmentKeys() : openIssuerKeys({ issuer, jwks }),
    discovery: isDiscovered ? discoveryUrl(issuer) : undefined,
    isDevelopment,
    carrier: readCarrier(options),
  }
}

/** The rules that stand in every declaration. */
export function readRules(
  maker: string,
  { issuer, audience, typ }: TokenDeclaration,
): Omit<TokenRules, 'algorithms' | 'clockTolerance'> {
  if (typeof issuer !== 'string' || issuer === '') {
    const got = issuer === undefined ? 'it is missing' : `got ${nameOf(issuer)}`
    const problem = `${maker}({ issuer }) must say who makes the tokens; ${got}.`
    throw refuseOption('SVC_JWT_ISSUER', `${problem} Without it tokens of another tenant of the same provider pass.`)
  }
  if (audience === undefined) {
    const problem = `${maker}({ audience }) is missing. Without it a token that a user gave to another API passes here.`
    throw refuseOption('SVC_JWT_AUDIENCE', `${problem} Name this API as its issuer does; null takes any, on purpose.`)
  }
  const names: readonly unknown[] | null = audience === null ? null : Array.isArray(audience) ? audience : [audience]
  if (names !== null && (names.length === 0 || !names.every((name) => typeof name === 'string' && name !== ''))) {
    const problem = `${maker}({ audience }) takes a text, a list of them, or null; got ${nameOf(audience)}.`
    throw refuseOption('SVC_JWT_AUDIENCE', problem)
  }
  if (typ !== undefined && (typeof typ !== 'string' || typ === '')) {
    throw refuseOption('SVC_JWT_OPTION', `${maker}({ typ }) takes a text, such as 'at+jwt'; got ${nameOf(typ)}.`)
  }
  return {
    issuer,
    audience: names && Object.freeze([...(names as readonly string[])]),
    typ: typ === undefined ? undefined : normalizeType(typ),
  }
}

/** The keys that are given, if any, and the algorithms that may be used: by the kind of the keys, narrowed by the option. */
export function readOwnKeys(
  maker: string,
  { issuer, key, secret, algorithms }: TokenDeclaration,
  jwks?: string,
): { readonly keys: readonly OwnKey[] | undefined; readonly algorithms: readonly Algorithm[] } {
  const sources = Object.entries({ jwks, key, secret }).filter(([, value]) => value !== undefined)
  if (sources.length > 1) {
    const names = sources.map(([name]) => name).join(' and ')
    const problem = `${names} are both given`
    throw refuseOption('SVC_JWT_KEY', `${maker}(…): ${problem}. Keys come from one place: leave the others out.`)
  }
  const keys = secret !== undefined ? readSecrets(maker, secret) : key !== undefined ? readKeys(maker, key) : undefined
  const isDevelopment = maker === 'jwt' && issuer === DEVELOPMENT_ISSUER && jwks === undefined
  if (keys === undefined && !isDevelopment) checkAddress(maker, issuer, jwks)
  const allowed = keys ? [...new Set(keys.flatMap((one) => one.algorithms))] : ALGORITHMS.asymmetric
  return { keys, algorithms: narrow(maker, allowed, algorithms, secret !== undefined) }
}

function checkAddress(maker: string, issuer: string, jwks: string | undefined): void {
  if (jwks !== undefined && (typeof jwks !== 'string' || !isSafeUrl(jwks) || /\s/.test(jwks))) {
    const problem = `${maker}({ jwks }) must be an https address (http on this machine only).`
    throw refuseOption('SVC_JWT_ISSUER', `${problem} Over http a stranger can change the answer, and sign tokens.`)
  }
  if (jwks !== undefined) return
  const isAddress = isSafeUrl(issuer) && !/[?#\s]/.test(issuer)
  if (isAddress) return
  const problem = `${maker}({ issuer }) finds its keys by discovery, so it must be an https address (http on this machine only)`
  const fix = 'Write it as the iss of tokens does; or give jwks, key or secret.'
  throw refuseOption('SVC_JWT_ISSUER', `${problem}; got ${JSON.stringify(issuer)}. ${fix}`)
}

function narrow(
  maker: string,
  allowed: readonly Algorithm[],
  algorithms: readonly unknown[] | undefined,
  isSecret: boolean,
): readonly Algorithm[] {
  if (algorithms === undefined) return allowed
  const given: readonly unknown[] = Array.isArray(algorithms) ? algorithms : [algorithms]
  const wrong = given.find((name) => !(allowed as readonly unknown[]).includes(name))
  if (given.length > 0 && wrong === undefined) return given as readonly Algorithm[]
  const what = given.length === 0 ? 'is an empty list' : `has ${JSON.stringify(wrong)}`
  const why = isSecret ? 'a secret' : 'a public key'
  const note = wrong === 'none' ? 'an absent signature' : `which ${why} of this size and kind cannot have`
  const fix = `Possible here: ${allowed.join(', ')}; leave it out for all of them.`
  throw refuseOption(
    'SVC_JWT_ALGORITHM',
    `${maker}({ algorithms }) ${what}${given.length === 0 ? '' : `, ${note}`}. ${fix}`,
  )
}

function checkHooks({ claims, map, flows }: JwtOptions<never, unknown>): void {
  if (claims !== undefined && !isStandardSchema(claims)) {
    const problem = `jwt({ claims }) takes a Standard Schema validator (zod, valibot, arktype); got ${nameOf(claims)}.`
    throw refuseOption('SVC_JWT_OPTION', problem)
  }
  if (map !== undefined && (typeof map !== 'function' || !isCallable(map))) {
    const problem = `jwt({ map }) takes a function; got ${nameOf(map)}.`
    throw refuseOption('SVC_JWT_OPTION', `${problem} Write map: (claims, request) => findUser(claims.sub).`)
  }
  if (flows === undefined) return
  const isObject = typeof flows === 'object' && flows !== null && !Array.isArray(flows)
  const wrong = isObject ? findWrongFlow(flows) : `got ${nameOf(flows)}`
  if (wrong === undefined) return
  const problem = `jwt({ flows }) takes OAuth flows, as the document writes them; ${wrong}.`
  throw refuseOption('SVC_JWT_OPTION', `${problem} Write { authorizationCode: { authorizationUrl, tokenUrl } }.`)
}

/** The addresses of each flow (OpenAPI 3.1, OAuth Flow Object). */
const FLOW_ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  implicit: ['authorizationUrl'],
  password: ['tokenUrl'],
  clientCredentials: ['tokenUrl'],
  authorizationCode: ['authorizationUrl', 'tokenUrl'],
}

function findWrongFlow(flows: Readonly<Record<string, unknown>>): string | undefined {
  const entries = Object.entries(flows)
  if (entries.length === 0) return 'got none'
  const wrong = entries.flatMap(([name, flow]) => {
    const addresses = Object.hasOwn(FLOW_ADDRESSES, name) ? FLOW_ADDRESSES[name] : undefined
    if (addresses === undefined) return `there is no flow ${name}`
    const given = (flow ?? {}) as Readonly<Record<string, unknown>>
    const missing = addresses.find((one) => typeof given[one] !== 'string' || given[one] === '')
    return missing === undefined ? [] : `${name} has no ${missing}`
  })
  return wrong[0]
}

function readCarrier({ in: place, scheme }: JwtOptions<never, unknown>): JwtSettings['carrier'] {
  if (place === undefined) return scheme === undefined ? BEARER : { in: 'authorization', scheme }
  const [entry, ...more] = typeof place === 'object' && place !== null ? Object.entries(place) : []
  const [kind, name] = entry ?? []
  if (more.length === 0 && (kind === 'cookie' || kind === 'header') && typeof name === 'string' && isToken(name)) {
    if (scheme === undefined) return { in: kind, name }
    throw refuseOption('SVC_JWT_OPTION', `jwt({ in, scheme }): a ${kind} has no scheme. Leave one of the two out.`)
  }
  const problem = `jwt({ in }) takes { cookie: 'name' } or { header: 'Name' }; got ${nameOf(place)}.`
  throw refuseOption('SVC_JWT_OPTION', `${problem} Leave it out for Authorization: Bearer.`)
}
