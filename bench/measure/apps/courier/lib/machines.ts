import { createPrivateKey, createPublicKey, timingSafeEqual } from 'node:crypto'
import { type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose'
import { jwt, signJwt } from 'svc/identity'
import { APIKeyHeader, type AuthRequest, HttpBearer } from 'svc/security'
import { z } from 'zod'

export const now = (): number => Math.floor(Date.now() / 1_000)

/** Of the vans; here for the fixtures and for development. */
const vanKey = createPrivateKey(
  process.env['VAN_KEY'] ??
    `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIBrS/x4JsYkgmH1PL6cr4h9y0KGNUIaPt12hq1TeCHEJ
-----END PRIVATE KEY-----
`,
)
const vanPublicKey = createPublicKey(vanKey)

export function signVan(
  van: string,
  { seconds = 3_600, issuer = 'courier-fleet', audience = 'courier-vans' } = {},
): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(van)
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(now() + seconds)
    .sign(vanKey)
}

const vans: ReadonlySet<string> = new Set(['van-3', 'van-8'])

const findVanKey = async (_header: JWTHeaderParameters): Promise<typeof vanPublicKey> => vanPublicKey

/** Vans, by the tokens that they sign. */
class VanToken extends HttpBearer {
  override readonly name = 'Van'

  async authenticate(_request: AuthRequest, token: string): Promise<{ readonly van: string } | null> {
    try {
      const { payload } = await jwtVerify(token, findVanKey, {
        algorithms: ['EdDSA'],
        issuer: 'courier-fleet',
        audience: 'courier-vans',
        clockTolerance: 5,
        requiredClaims: ['exp', 'sub'],
      })
      const van = String(payload.sub)
      return vans.has(van) ? { van } : null
    } catch {
      return null
    }
  }
}

export const van = new VanToken()

const partnerPem =
  process.env['PARTNER_KEY'] ??
  `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVMZ8yHvyhK15vHWO
El3AwVZKu/NAWL5mS/Tc35AHksKhRANCAARxQDvlS2Xb1By36cnLZbBtxf0zY/MP
HkixxCmmOzc0LOWH5mH+6awL7ONrGHVUBdz2g/adni4kxJrMAYO3Kzoh
-----END PRIVATE KEY-----
`

const partnerTokens = { issuer: 'partners', audience: 'courier-partners', key: partnerPem }

/** Stands for the issuer of the partners. */
export const signPartner = signJwt(partnerTokens)

/** Shops that have a contract. */
const partners: ReadonlySet<string> = new Set(['book-barn', 'tea-house'])

const PartnerClaims = z.object({
  sub: z.string(),
  partner: z.enum(['book-barn', 'tea-house']),
})

/** Programs of partners. */
export const partner = jwt({ ...partnerTokens, name: 'Partner', claims: PartnerClaims })

export const hasContract = (name: string): boolean => partners.has(name)

const lockers = [
  { locker: 'station', key: process.env['STATION_KEY'] ?? 'lk-station-7d0e93b1c42a' },
  { locker: 'market', key: process.env['MARKET_KEY'] ?? 'lk-market-e58c06f7a91d' },
]

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** The key of a locker, which the locker itself shows to the app of a rider. */
class LockerKey extends APIKeyHeader {
  override readonly paramName = 'X-Locker'

  authenticate(_request: AuthRequest, key: string): { readonly locker: string } | null {
    const found = lockers.find((one) => isSame(one.key, key))
    return found === undefined ? null : { locker: found.locker }
  }
}

export const locker = new LockerKey()
