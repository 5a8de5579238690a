import { createLocalJWKSet, errors, exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type AuthRequest, bearer } from 'svc/security'

/** Stands for the keys that the chamber publishes; its private key is in no process of ours but in tests. */
const { privateKey, publicKey } = await generateKeyPair('ES256')
const chamberKeys = createLocalJWKSet({
  keys: [{ ...(await exportJWK(publicKey)), kid: 'chamber-2026', alg: 'ES256', use: 'sig' }],
})
const RULES = { algorithms: ['ES256'], issuer: 'https://chamber.example', requiredClaims: ['exp', 'sub'] }

/** As the chamber signs. */
export function signAsChamber(inspector: string, seconds: number, audience: string = 'notary'): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: 'chamber-2026', typ: 'JWT' })
    .setSubject(inspector)
    .setIssuer('https://chamber.example')
    .setAudience(audience)
    .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
    .sign(privateKey)
}

async function read(token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, chamberKeys, { ...RULES, audience: 'notary' })
    return payload
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    return null
  }
}

async function findInspector(_request: AuthRequest, token: string): Promise<{ readonly inspector: string } | null> {
  const claims = await read(token)
  return claims?.sub === undefined ? null : { inspector: claims.sub }
}

/** Inspectors, by a token of the chamber. */
export const inspector = bearer(findInspector, { name: 'Inspector' })
