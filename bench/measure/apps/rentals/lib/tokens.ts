import { createLocalJWKSet, errors, exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { bearer } from 'svc/security'
import { beginFamily, isOpen, rotate } from './families.ts'
import { findUser, type Role, type User } from './users.ts'

const { privateKey, publicKey } = await generateKeyPair('EdDSA', { extractable: true })
const jwk = { ...(await exportJWK(publicKey)), alg: 'EdDSA', use: 'sig', kid: 'rentals-1' }
const ISSUER = 'https://rentals.example'

/** Public keys, for services that check our tokens. */
export const jwks = { keys: [jwk] }
const keys = createLocalJWKSet(jwks)

export interface Account {
  readonly id: string
  readonly roles: readonly Role[]
  readonly family: string
}

export interface TokenPair {
  readonly access_token: string
  readonly refresh_token: string
}

function sign(user: User, family: string, typ: string, lifetime: string, claims: JWTPayload): Promise<string> {
  return new SignJWT({ ...claims, roles: user.roles, family })
    .setProtectedHeader({ alg: 'EdDSA', kid: jwk.kid, typ })
    .setSubject(user.id)
    .setIssuer(ISSUER)
    .setAudience(ISSUER)
    .setExpirationTime(lifetime)
    .sign(privateKey)
}

async function issuePair(user: User, family: string, id: string): Promise<TokenPair> {
  return {
    access_token: await sign(user, family, 'at+jwt', '10m', {}),
    refresh_token: await sign(user, family, 'refresh+jwt', '30d', { jti: id }),
  }
}

export function issueTokens(user: User): Promise<TokenPair> {
  const { family, id } = beginFamily(user.id)
  return issuePair(user, family, id)
}

async function verify(token: string, typ: string): Promise<JWTPayload | null> {
  const rules = { issuer: ISSUER, audience: ISSUER, algorithms: ['EdDSA'], requiredClaims: ['exp', 'sub', 'family'] }
  try {
    const { payload } = await jwtVerify(token, keys, { ...rules, typ })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return null
    throw error
  }
}

/** New tokens for a refresh token, which is used up. */
export async function refresh(token: string): Promise<TokenPair | null> {
  const claims = await verify(token, 'refresh+jwt')
  const next = claims === null ? null : rotate(String(claims['family']), String(claims.jti))
  const user = next === null ? undefined : findUser(next.user)
  return next === null || user === undefined ? null : issuePair(user, String(claims?.['family']), next.id)
}

/** Who is logged in, by an access token. */
export const account = bearer(
  async (_request, token): Promise<Account | null> => {
    const claims = await verify(token, 'at+jwt')
    if (claims === null || !isOpen(String(claims['family']))) return null
    const roles = claims['roles'] as readonly Role[]
    return { id: claims.sub ?? '', roles, family: String(claims['family']) }
  },
  { name: 'Account' },
)

export const isHost = ({ roles }: Account): boolean => roles.includes('host')
export const isModerator = ({ roles }: Account): boolean => roles.includes('moderator')
