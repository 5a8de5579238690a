import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import { AuthenticationError } from '../base/errors.ts'
import { namesOf, type OptionNames } from '../base/option-names.ts'
import type { AuthRequest, RequestContext, SvcRequest } from '../http/request.ts'
import { orUnavailable } from '../sessions/shared-revocations.ts'
import { declareFamilies, type Families, familiesIn, ownFamilies } from '../store/families.ts'
import { checkOptions, nameOf, refuseOption } from './place.ts'
import { declarationOfSigner, type SignToken } from './sign-jwt.ts'

/** Claims of an access token, as `signJwt` takes them. */
export interface GrantClaims {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** Options of {@link refreshTokens}. */
export interface RefreshOptions {
  /** Signs the access tokens: the result of `signJwt`. */
  readonly sign: SignToken
  /** Seconds from the login to its end, however often its tokens are refreshed; 30 days if absent. */
  readonly lifetime?: number
  /**
   * Asked for every access token but the first: its claims by what is true now, from those of the login. Falsy: the user may
   * not go on, and the login ends.
   */
  readonly claims?: (claims: GrantClaims, request: AuthRequest) => GrantClaims | Falsy | Promise<GrantClaims | Falsy>
}

type Falsy = null | undefined | false

/** A successful answer of a token endpoint (RFC 6749 section 5.1). */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  /** Seconds for which the access token is valid. */
  readonly expires_in: number
  /** For one use. */
  readonly refresh_token: string
  readonly scope?: string
}

/** Access tokens for a short time, and refresh tokens for the next one. Each method answers 503 while the store is away. */
export interface RefreshTokens {
  /** Begins a login. */
  issue(request: SvcRequest | AuthRequest, claims: GrantClaims): Promise<TokenAnswer>
  /**
   * The next tokens for a refresh token. The same one again within 10 seconds gets the same next one: two tabs share a login.
   * Later it has been copied, and ends the login for all who have it.
   *
   * @throws `AuthenticationError` 401 for a token that was not issued here, is used up, or whose login has ended
   */
  rotate(request: SvcRequest | AuthRequest, refreshToken: string): Promise<TokenAnswer>
  /** Ends the login of a refresh token, used up or not. Nothing happens for any other text. */
  revoke(request: SvcRequest | AuthRequest, refreshToken: string): Promise<void>
}

const OPTION_NAMES: OptionNames = namesOf<RefreshOptions>({ sign: true, lifetime: true, claims: true })

/** Seconds. */
const LIFETIME = 2_592_000
/** Milliseconds in which a token that is sent twice counts as sent by two tabs (RFC 9700 section 4.14.2 leaves it open). */
const GRACE = 10_000
/** 16 bytes of a family and 32 of a secret, in base64url. */
const TOKEN = /^([\w-]{22})\.([\w-]{43})$/

/** A login, kept from its first token to its end. */
interface Login {
  /** Milliseconds since 1970. */
  readonly end: number
  readonly claims: GrantClaims
}

/**
 * Refresh tokens that are used once (RFC 9700 section 4.14.2), beside access tokens of `signJwt`. Kept in the Redis of the
 * option `store`, as digests; without one in the memory of the process, with which they end.
 *
 * @example
 * const own = { issuer: 'pets', audience: 'pets', secret }
 * const tokens = refreshTokens({ sign: signJwt(own) })
 * // in a login: return tokens.issue(request, { sub: user.id, scope: 'pets:read' })
 * // in an operation with auth: null: return tokens.rotate(request, body.refresh_token)
 * @throws `LoadError` `SVC_REFRESH_OPTION`, `SVC_OPTION_…`
 */
export function refreshTokens(options: RefreshOptions): RefreshTokens {
  const { issuer, audience, lifetime: accessLifetime } = readOptions(options)
  const { sign, lifetime = LIFETIME, claims: renew } = options
  declareFamilies()
  const prefix = `refresh:${digestOf(JSON.stringify([issuer, audience])).slice(0, 16)}`
  const familiesOf = (request: object): Families => {
    const { store } = contextOf(request)
    return store ? familiesIn(store, prefix, 'refresh tokens') : ownFamilies(prefix)
  }
  const answer = async (claims: GrantClaims, refreshToken: string): Promise<TokenAnswer> => ({
    access_token: await sign(claims),
    token_type: 'Bearer',
    expires_in: accessLifetime,
    refresh_token: refreshToken,
    ...(typeof claims['scope'] === 'string' ? { scope: claims['scope'] } : {}),
  })
  const issue = async (request: object, claims: GrantClaims): Promise<TokenAnswer> => {
    checkClaims(claims)
    const [family, secret] = [randomBytes(16).toString('base64url'), randomBytes(32).toString('base64url')]
    const login: Login = { end: Date.now() + lifetime * 1_000, claims }
    const families = familiesOf(request)
    await orUnavailable(families.write(family, nameOfToken('issued', secret), '1', login.end))
    await orUnavailable(families.write(family, 'login', JSON.stringify(login), login.end))
    return answer(claims, `${family}.${secret}`)
  }
  const rotate = async (request: object, token: string): Promise<TokenAnswer> => {
    const [family, secret] = parse(token) ?? refuse()
    const families = familiesOf(request)
    const { claims, end } = (await find(families, family, secret)) ?? refuse()
    const next = renew ? await renew(claims, request as AuthRequest) : claims
    if (!next) await orUnavailable(families.remove(family, 'login'))
    const whole = next || refuse()
    checkClaims(whole)
    const successor = (await orUnavailable(useUp(families, family, secret, end))) ?? refuse()
    return answer(whole, `${family}.${successor}`)
  }
  const revoke = async (request: object, token: string): Promise<void> => {
    const [family, secret] = parse(token) ?? []
    if (family === undefined || secret === undefined) return
    const families = familiesOf(request)
    const [isIssued] = await orUnavailable(families.read(family, [nameOfToken('issued', secret)]))
    if (isIssued !== undefined) await orUnavailable(families.remove(family, 'login'))
  }
  return { issue, rotate, revoke }
}

/** The login of a token that may be used now; one that was used before ends its login. */
async function find(families: Families, family: string, secret: string): Promise<Login | undefined> {
  const names = ['login', nameOfToken('issued', secret), nameOfToken('used', secret)]
  const [text, isIssued, used] = await orUnavailable(families.read(family, names))
  // Who knows a family and not a token of it must not be able to end it.
  if (text === undefined || isIssued === undefined) return undefined
  const login = JSON.parse(text) as Login
  if (login.end <= Date.now()) return undefined
  if (used === undefined || isAtOnce(used)) return login
  await orUnavailable(families.remove(family, 'login'))
  return undefined
}

/**
 * Uses a token up. The successor follows from the secret and a nonce that the first use chose, so that two uses at once, on
 * any process, get the same; what is kept is not enough to make it. It is there before it is given out.
 */
async function useUp(families: Families, family: string, secret: string, end: number): Promise<string | undefined> {
  const name = nameOfToken('used', secret)
  const own = `${Date.now()}.${randomBytes(16).toString('base64url')}`
  const isFirst = await families.writeFirst(family, name, own, end)
  const [used = own] = isFirst ? [own] : await families.read(family, [name])
  if (!isAtOnce(used)) {
    await families.remove(family, 'login')
    return undefined
  }
  const successor = successorOf(secret, used.slice(used.indexOf('.') + 1))
  await families.write(family, nameOfToken('issued', successor), '1', end)
  return successor
}

function successorOf(secret: string, nonce: string): string {
  const bytes = hkdfSync('sha256', Buffer.from(secret, 'base64url'), Buffer.from(nonce, 'base64url'), INFO, 32)
  return Buffer.from(bytes).toString('base64url')
}

const INFO = 'svc refresh token'

/** @param used the time of the first use and its nonce; a clock that was set back changes nothing */
function isAtOnce(used: string): boolean {
  return Math.abs(Date.now() - Number.parseInt(used, 10)) <= GRACE
}

function parse(token: unknown): readonly [family: string, secret: string] | undefined {
  const [, family, secret] = (typeof token === 'string' && TOKEN.exec(token)) || []
  // One text for each token: other last bits would be another text of the same secret.
  const isCanonical = secret !== undefined && Buffer.from(secret, 'base64url').toString('base64url') === secret
  return family !== undefined && isCanonical ? [family, secret] : undefined
}

function nameOfToken(kind: 'issued' | 'used', secret: string): string {
  return `${kind}:${digestOf(secret)}`
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function refuse(): never {
  throw new AuthenticationError()
}

function contextOf(request: unknown): RequestContext {
  if (typeof request === 'object' && request !== null && 'sessions' in request) return request as RequestContext
  const problem = 'refreshTokens takes the request of an operation or an authenticator first, to find its store.'
  throw new TypeError(`${problem} Write tokens.issue(request, claims).`)
}

function checkClaims(claims: unknown): void {
  const sub = (claims as Partial<GrantClaims> | null | undefined)?.sub
  if (typeof sub === 'string' && sub !== '') return
  throw new TypeError(`The claims of a login need sub, the user's id, as a text; got ${nameOf(sub)}.`)
}

function readOptions(options: RefreshOptions): ReturnType<typeof declarationOfSigner> & object {
  checkOptions('refreshTokens', options, OPTION_NAMES)
  const { sign, lifetime = LIFETIME, claims } = options
  const declaration = declarationOfSigner(sign)
  if (declaration === undefined) {
    const problem = `refreshTokens({ sign }) takes the result of signJwt; got ${nameOf(sign)}.`
    throw refuseOption('SVC_REFRESH_OPTION', `${problem} Write sign: signJwt({ issuer, audience, secret }).`)
  }
  if (!Number.isInteger(lifetime) || lifetime <= declaration.lifetime) {
    const problem = `refreshTokens({ lifetime }) is in whole seconds, more than the ${declaration.lifetime} of an access token`
    throw refuseOption('SVC_REFRESH_OPTION', `${problem}; got ${String(lifetime)}. Leave it out for ${LIFETIME}.`)
  }
  if (claims !== undefined && typeof claims !== 'function') {
    const problem = `refreshTokens({ claims }) takes a function; got ${nameOf(claims)}.`
    throw refuseOption('SVC_REFRESH_OPTION', `${problem} Write claims: (claims, request) => …, falsy for no.`)
  }
  return declaration
}
