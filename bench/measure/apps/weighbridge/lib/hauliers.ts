import { createPrivateKey, createPublicKey } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { bearer } from 'svc/security'

export interface Haulier {
  readonly haulier: string
}

/** Of the exchange of hauliers; here for development and for the fixtures. */
const key = createPrivateKey(
  process.env['EXCHANGE_KEY'] ??
    `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIL6PrS1Rp8vOEsDxabcHr9/5X+N1iy43VQhEq1fGiVev
-----END PRIVATE KEY-----
`,
)
const publicKey = createPublicKey(key)

const firms: ReadonlySet<string> = new Set(['gravel-bros', 'sand-and-son', 'clay-ltd'])

/** A token of the exchange; without an end where no seconds are given. */
export function signHaulier(firm: string, seconds?: number, audience = 'weighbridge'): Promise<string> {
  const token = new SignJWT().setProtectedHeader({ alg: 'EdDSA' }).setSubject(firm).setIssuer('exchange')
  const end = Math.floor(Date.now() / 1_000) + (seconds ?? 0)
  return (seconds === undefined ? token : token.setExpirationTime(end)).setAudience(audience).sign(key)
}

const rules = {
  algorithms: ['EdDSA'],
  issuer: 'exchange',
  audience: 'weighbridge',
  requiredClaims: ['exp', 'sub'],
}

export const haulier = bearer(
  async (_request, token): Promise<Haulier | null> => {
    const verified = await jwtVerify(token, publicKey, rules).catch(() => null)
    const firm = verified?.payload.sub ?? ''
    return firms.has(firm) ? { haulier: firm } : null
  },
  { name: 'Haulier' },
)
