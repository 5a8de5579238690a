import {
  exportSPKI,
  generateKeyPair,
  importSPKI,
  type JWTPayload,
  type JWTHeaderParameters,
  jwtVerify,
  SignJWT,
} from 'jose'
import { type AuthRequest, bearer } from 'svc/security'

/** Stands for the key of the control room; its private part is in no process of ours but in tests. */
const { privateKey, publicKey } = await generateKeyPair('ES256')
/** As it stands in the configuration. */
export const CONTROL_PEM: string = process.env['CONTROL_PEM'] ?? (await exportSPKI(publicKey))

/** As the control room signs. */
export function signAsControl(operator: string, seconds: number, audience: string = 'telescopes'): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setSubject(operator)
    .setIssuer('control-room')
    .setAudience(audience)
    .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
    .sign(privateKey)
}

async function findKey(_header: JWTHeaderParameters): Promise<CryptoKey> {
  return importSPKI(CONTROL_PEM, 'ES256')
}

const RULES = { algorithms: ['ES256'] }

async function read(token: string): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, findKey, { ...RULES, requiredClaims: ['exp', 'sub'] })
    return payload.iss === 'control-room' && payload.aud === 'telescopes' ? payload : null
  } catch {
    return null
  }
}

async function findOperator(_request: AuthRequest, token: string): Promise<{ readonly operator: string } | null> {
  const claims = await read(token)
  return claims?.sub === undefined ? null : { operator: claims.sub }
}

/** Operators of the control room. */
export const operator = bearer(findOperator, { name: 'Operator' })
