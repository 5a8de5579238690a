import { randomUUID } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type AuthRequest, bearer } from 'svc/security'
import { findAccount } from './accounts.ts'
import { current, findKey } from './keys.ts'

export interface Caller {
  readonly name: string
  readonly tenant: string
  readonly scopes: readonly string[]
}

/** Thrown where the token was good once: the page shows another text then. */
export class TokenOver extends Error {
  override readonly name = 'TokenOver'
}

const ISSUER = 'https://id.meters.example'
const AUDIENCE = 'meters'

/** Numbers of tokens that were taken back by their user. */
const revoked = new Set<string>()

export function revoke(jti: string): void {
  revoked.add(jti)
}

export interface Wanted {
  readonly name: string
  readonly issuer?: string
  readonly key?: typeof current
  readonly jti?: string
}

export async function sign({ name, issuer = ISSUER, key = current, jti = randomUUID() }: Wanted, seconds = 900) {
  const account = await findAccount(name)
  return new SignJWT({ scope: account?.scopes.join(' ') ?? '', tenant: account?.tenant ?? '' })
    .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'at+jwt' })
    .setSubject(name)
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setJti(jti)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
    .sign(key.privateKey)
}

export async function verify(token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, ({ kid }) => findKey(kid), {
      algorithms: ['ES256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: 'at+jwt',
      requiredClaims: ['exp', 'sub', 'jti'],
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new TokenOver()
    return null
  }
}

async function findCaller(_request: AuthRequest, token: string): Promise<Caller | null> {
  const claims = await verify(token)
  if (claims === null || revoked.has(claims.jti ?? '')) return null
  const account = await findAccount(claims.sub ?? '')
  if (account === undefined) return null
  const scopes = String(claims['scope']).split(' ')
  return { name: account.name, tenant: account.tenant, scopes }
}

/** People, by a token of the login. */
export const user = bearer(findCaller, { name: 'User' })
