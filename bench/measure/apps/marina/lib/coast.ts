import { generateKeyPairSync } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT, UnsecuredJWT } from 'jose'
import { type AuthRequest, HttpBearer } from 'svc/security'

export interface Guard {
  readonly unit: string
  readonly duty: boolean
}

/** Stands for the keys of the coast guard, whose server signs. */
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const DAY = 86_400

export function signGuard(unit: string, issuedAgo: number, duty: boolean = true): Promise<string> {
  const issued = Math.floor(Date.now() / 1_000) - issuedAgo
  return new SignJWT({ duty })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer('https://coast.example')
    .setAudience('marinas')
    .setSubject(unit)
    .setIssuedAt(issued)
    .setExpirationTime(issued + 30 * DAY)
    .sign(privateKey)
}

/** Payloads of tokens that were verified, for a minute: an RSA key is slow on the small machine at the pier. */
const verified = new Map<string, { readonly payload: JWTPayload; readonly until: number }>()

async function verify(token: string): Promise<JWTPayload> {
  const place = token
  const found = verified.get(place)
  if (found !== undefined && found.until > Date.now()) return found.payload
  const { payload } = await jwtVerify(token, publicKey, {
    issuer: 'https://coast.example',
    audience: 'marinas',
    algorithms: ['RS256'],
    // Their tokens are good for a month; a unit gets a new one every day.
    maxTokenAge: 2 * DAY,
    requiredClaims: ['exp', 'sub'],
  })
  verified.set(place, { payload, until: Date.now() + 60_000 })
  return payload
}

/** Tokens without a signature, for a stand-in of the coast guard on the machine of a developer. */
function openUnsigned(token: string): JWTPayload | undefined {
  if (process.env['COAST_STAND_IN'] !== 'yes') return undefined
  return token.endsWith('.') ? UnsecuredJWT.decode(token).payload : undefined
}

class GuardToken extends HttpBearer {
  async authenticate(_request: AuthRequest, token: string): Promise<Guard | null> {
    try {
      const payload = openUnsigned(token) ?? (await verify(token))
      return { unit: String(payload.sub), duty: payload['duty'] === true }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}

export const coastGuard = new GuardToken()
