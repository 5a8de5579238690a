import { createHash, createHmac, createPrivateKey, createPublicKey } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import {
  APIKeyCookie,
  APIKeyHeader,
  type AuthRequest,
  constantTimeEqual,
  HttpBasicAuth,
  HttpBearer,
  named,
} from 'svc/security'

export const now = (): number => Math.floor(Date.now() / 1_000)

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Of the scanners at the doors; here for the fixtures and for development. */
const privateKey = createPrivateKey(
  process.env['DOORS_KEY'] ??
    `-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIEzGmhoB5OlCOcWVGUMKXhV1pWl09OsttO8R/fLuTbzB
-----END PRIVATE KEY-----
`,
)
const publicKey = createPublicKey(privateKey)

/** As the maker of the scanners has published it. */
export const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

export function signScanner(
  scanner: string,
  { seconds = 3_600, issuer = 'doors', audience = 'theatre-doors' } = {},
): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject(scanner)
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(now() + seconds)
    .sign(privateKey)
}

const doors = new Map([
  ['scanner-1', 'stalls'],
  ['scanner-2', 'balcony'],
])

/** Scanners, by the tokens that they sign. */
class ScannerToken extends HttpBearer {
  override readonly name = 'Scanner'

  async authenticate(_request: AuthRequest, token: string): Promise<{ readonly door: string } | null> {
    try {
      const { payload } = await jwtVerify(token, publicKey, {
        algorithms: ['EdDSA'],
        issuer: 'doors',
        audience: 'theatre-doors',
        requiredClaims: ['exp', 'sub'],
      })
      const door = doors.get(String(payload.sub))
      return door === undefined ? null : { door }
    } catch {
      return null
    }
  }
}

export const scanner = new ScannerToken()

const evenings = new Map([
  [hash(process.env['EVENING_KEY'] ?? 'evening-0c7be91d45a8'), 'premiere'],
  [hash(process.env['MATINEE_KEY'] ?? 'matinee-83f1d60be27c'), 'matinee'],
])

/** The key of a show, which is typed into each scanner at the door. */
class ShowKey extends APIKeyHeader {
  override readonly paramName = 'X-Show-Key'

  authenticate(_request: AuthRequest, key: string): { readonly show: string } | null {
    const found = evenings.get(hash(key))
    return found === undefined ? null : { show: found }
  }
}

export const show = new ShowKey()

const KIOSK_SECRET = process.env['KIOSK_SECRET'] ?? 'theatre-kiosks-5ae0912c'
const kiosks: ReadonlySet<string> = new Set(['foyer', 'street'])

/** The cookie that a kiosk gets when it is set up: <id>.<until>.<signature>. */
export function signKiosk(id: string, until: number): string {
  const signature = createHmac('sha256', KIOSK_SECRET).update(`${id}.${until}`).digest('base64url')
  return `${id}.${until}.${signature}`
}

class KioskCookie extends APIKeyCookie {
  override readonly paramName = 'kiosk'

  authenticate(_request: AuthRequest, value: string): { readonly name: string } | null {
    const [id = '', until = ''] = value.split('.')
    if (!kiosks.has(id) || !/^\d{10}$/.test(until)) return null
    if (Number(until) < now()) return null
    return constantTimeEqual(value, signKiosk(id, Number(until))) ? { name: `kiosk ${id}` } : null
  }
}

export const kiosk = new KioskCookie()

const critics = new Map([
  ['evening-post', hash(process.env['POST_PASSWORD'] ?? 'Programme-Applause-31')],
  ['city-radio', hash(process.env['RADIO_PASSWORD'] ?? 'Microphone-Intermission-8')],
])

/** Newspapers and stations, which fetch photos. */
class PressAuth extends HttpBasicAuth {
  override readonly name = 'Press'

  authenticate(_request: AuthRequest, username: string, password: string): { readonly critic: string } | null {
    const kept = critics.get(username)
    // The same work for a name that is not known.
    const isRight = constantTimeEqual(kept ?? hash(''), hash(password))
    return kept !== undefined && isRight ? { critic: username } : null
  }
}

export const press = new PressAuth()

/** Newest first; the bank signs with the old one for some days after a change. */
const secrets = [
  process.env['PAY_SECRET'] ?? 'theatre-payments-e81c07d2',
  process.env['PAY_SECRET_OLD'] ?? 'theatre-payments-49b3fa65',
]
const TOLERANCE = 300

export function signPayment(time: string, body: string, secret: string = secrets[0] ?? ''): string {
  return createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
}

async function readPayment(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const time = request.headers.get('x-pay-time') ?? ''
  const given = request.headers.get('x-pay-signature') ?? ''
  if (!/^\d{10}$/.test(time)) return null
  if (Math.abs(now() - Number(time)) > TOLERANCE) return null
  const body = await request.text()
  const isSigned = secrets.some((secret) => constantTimeEqual(given, signPayment(time, body, secret)))
  return isSigned ? { from: 'the bank' } : null
}

/** Payments that the bank reports. */
export const payment = named('PaymentSignature', readPayment)
