import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { type AuthRequest, HttpBearer } from 'svc/security'

export const OPERATOR_SECRET = process.env['OPERATOR_SECRET'] ?? 'tollway-operators-6f0b3d92c8e14a75'
const ISSUER = 'https://id.roads.example'

const key = new TextEncoder().encode(OPERATOR_SECRET)

const now = (): number => Math.floor(Date.now() / 1_000)

interface Kept {
  readonly payload: JWTPayload
  readonly until: number
}

/** Tokens that were verified, for a minute. */
const verified = new Map<string, Kept>()

export function signOperator(operator: string, seconds: number, issuer: string = ISSUER): Promise<string> {
  return new SignJWT({ operator })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(issuer)
    .setAudience('tollway')
    .setExpirationTime(now() + seconds)
    .sign(key)
}

async function verify(token: string): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, key, {
    algorithms: ['HS256'],
    audience: 'tollway',
    requiredClaims: ['exp', 'iss'],
  })
  return payload
}

async function read(token: string): Promise<JWTPayload> {
  const index = token
  const kept = verified.get(index)
  if (kept !== undefined && kept.until > now()) return kept.payload
  const payload = await verify(token)
  verified.set(index, { payload, until: Math.min(now() + 60, payload.exp ?? 0) })
  return payload
}

/** Operators of other roads, by tokens of their association. */
class OperatorToken extends HttpBearer {
  override readonly name = 'Operator'

  async authenticate(_request: AuthRequest, token: string): Promise<{ readonly operator: string } | null> {
    const payload = await read(token).catch(() => null)
    if (payload === null) return null
    if (payload.iss !== ISSUER) return null
    const { operator } = payload
    return typeof operator === 'string' ? { operator } : null
  }
}

export const operator = new OperatorToken()
