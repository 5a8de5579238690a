import { generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { jwt, refreshTokens, signJwt, type TokenClaims } from 'svc/identity'
import { type AuthRequest, bearer } from 'svc/security'
import { findPerson } from './people.ts'

/** A person at an agency, with the scopes of the token. */
export interface Caller {
  readonly name: string
  readonly agency: string
  readonly scopes: readonly string[]
}

const own = {
  issuer: 'https://insurer.example',
  audience: 'insurer-api',
  secret: process.env['TOKEN_SECRET'] ?? 'insurer-secret-for-development-51c07e9ab2d4',
}

function findCaller(claims: TokenClaims, _request: AuthRequest): Caller | null {
  const found = findPerson(String(claims.sub))
  if (found === undefined) return null
  return {
    name: found.name,
    agency: found.agency,
    scopes: String(claims['scope'] ?? '').split(' '),
  }
}

/** People of agencies and of the head office, by an access token. */
export const person = jwt({
  ...own,
  audience: 'insurer-api',
  typ: 'at+jwt',
  name: 'AccessToken',
  map: findCaller,
})

export function claimsOf(name: string): { readonly sub: string; readonly scope: string } | undefined {
  const found = findPerson(name)
  return found && { sub: name, scope: found.scopes.join(' ') }
}

/** Access tokens for a quarter of an hour, and refresh tokens for one use each. */
export const tokens = refreshTokens({ sign: signJwt(own), claims: ({ sub }) => claimsOf(sub) })

/** The portal of garages signs with a key of its own; this one stands for it. */
const portalKeys = await generateKeyPair('ES256')

export function signPortal(garage: string, seconds: number, audience: string = 'insurer-garages'): Promise<string> {
  return new SignJWT({ garage })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setIssuer('https://portal.example')
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
    .sign(portalKeys.privateKey)
}

async function readPortal(_request: AuthRequest, token: string): Promise<{ readonly garage: string } | null> {
  try {
    const { payload } = await jwtVerify(token, portalKeys.publicKey, {
      algorithms: ['ES256'],
      issuer: 'https://portal.example',
      audience: 'insurer-garages',
      requiredClaims: ['exp', 'garage'],
    })
    return { garage: String(payload['garage']) }
  } catch {
    return null
  }
}

/** Garages that are logged in at the portal. */
export const portal = bearer(readPortal, { name: 'PortalToken' })
