import { createPrivateKey, createPublicKey } from 'node:crypto'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'

export const now = (): number => Math.floor(Date.now() / 1_000)

/** Here for development and for the fixtures. */
const privateKey = createPrivateKey(
  process.env['AQUARIUM_KEY'] ??
    `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIFUN0qzaG8B3dkFacSEFIhAes3IMglj/X/HeW3b8AIs0
-----END PRIVATE KEY-----
`,
)
const publicKey = createPublicKey(privateKey)

const ISSUER = 'aquarium'
const AUDIENCE = 'aquarium-api'

/** Seconds for which an access token lives. */
export const LIFETIME = 600

export function signAccess(
  claims: { readonly sub: string; readonly sid: string; readonly scope: string },
  { seconds = LIFETIME, audience = AUDIENCE, issuer = ISSUER } = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(now() + seconds)
    .sign(privateKey)
}

const expected = { issuer: ISSUER, audience: AUDIENCE }

/** The claims of a token; nothing if it is not one of ours for this API. */
export async function verifyAccess(token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, publicKey, {
      ...expected,
      algorithms: ['EdDSA'],
      typ: 'at+jwt',
      requiredClaims: ['exp', 'sub', 'sid'],
    })
    return payload
  } catch {
    return null
  }
}
