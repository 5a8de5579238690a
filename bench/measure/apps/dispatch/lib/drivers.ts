import { generateKeyPairSync } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { APIKeyHeader, type AuthRequest, constantTimeEqual, HttpBearer } from 'svc/security'

export interface Driver {
  readonly driver: string
  readonly car: string
}

/** The keys of the server for phones. In production they come from a file; the public one verifies. */
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A token for a phone: of drivers, or of passengers for their own service. */
export function signPhone(car: string, seconds: number, audience: string = 'driver'): Promise<string> {
  const until = Math.floor(Date.now() / 1_000) + seconds
  return new SignJWT({ car })
    .setProtectedHeader({ alg: 'ES256' })
    .setIssuer('dispatch-phones')
    .setAudience(audience)
    .setSubject(`driver of ${car}`)
    .setExpirationTime(until)
    .sign(privateKey)
}

class DriverToken extends HttpBearer {
  async authenticate(_request: AuthRequest, token: string): Promise<Driver | null> {
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        issuer: 'dispatch-phones',
        audience: 'driver',
        algorithms: ['ES256'],
        requiredClaims: ['exp', 'sub', 'car'],
        clockTolerance: 5,
      })
      return { driver: String(payload.sub), car: String(payload['car']) }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}

export const driver = new DriverToken()

const boxes = [
  { plate: 'BL-101', key: process.env['BOX_101_KEY'] ?? 'box-4e1b07fa' },
  { plate: 'BL-102', key: process.env['BOX_102_KEY'] ?? 'box-90cd63b8' },
]

/** The box in a car, which proves that the phone is in it. */
class CarBox extends APIKeyHeader {
  override readonly paramName = 'X-Car-Box'

  authenticate(_request: AuthRequest, key: string): { readonly plate: string } | null {
    const found = boxes.find((box) => constantTimeEqual(box.key, key))
    return found === undefined ? null : { plate: found.plate }
  }
}

export const carBox = new CarBox()
