import { createHash, createHmac, createPrivateKey, createPublicKey } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { APIKeyHeader, APIKeyQuery, type AuthRequest, constantTimeEqual, HttpBearer, named } from 'svc/security'

export const now = (): number => Math.floor(Date.now() / 1_000)

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Of the makers of the scales; here for the fixtures and for development. */
const privateKey = createPrivateKey(
  process.env['SCALES_KEY'] ??
    `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYqoSHUFr+YBfxHnB
06H4aftwiHup6VhGsX5MNyDD2wehRANCAARCgamFGo4RPzbAzeQX3gDDU9qIFN7u
U3Mwj6477zl5E7jgSEZ5IgEEryCPk4X5Sl/muIOENTyZgFGpeXAAlo7n
-----END PRIVATE KEY-----
`,
)
const publicKey = createPublicKey(privateKey)
const KEY_ID = 'scales-2026'

export function signScale(
  scale: string,
  {
    seconds = 600,
    issuer = 'scales',
    audience = 'quarry-scales',
  }: { seconds?: number; issuer?: string; audience?: string } = {},
): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: KEY_ID })
    .setSubject(scale)
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(now() + seconds)
    .sign(privateKey)
}

const places = new Map([
  ['scale-east', 'east gate'],
  ['scale-west', 'west gate'],
])

/** Weighbridges, by tokens of their maker. */
class ScaleToken extends HttpBearer {
  override readonly name = 'Scale'

  async authenticate(_request: AuthRequest, token: string): Promise<{ readonly place: string } | null> {
    try {
      const { payload } = await jwtVerify(
        token,
        ({ kid }) => {
          if (kid !== KEY_ID) throw new Error('another key')
          return publicKey
        },
        {
          algorithms: ['ES256'],
          issuer: 'scales',
          audience: 'quarry-scales',
          clockTolerance: 30,
          requiredClaims: ['exp', 'sub'],
        },
      )
      const place = places.get(String(payload.sub))
      return place === undefined ? null : { place }
    } catch {
      return null
    }
  }
}

export const scale = new ScaleToken()

const trucks = new Map([
  [hash(process.env['TRUCK_7_KEY'] ?? 'truck-7-b0e94c61a2'), 'truck 7'],
  [hash(process.env['TRUCK_9_KEY'] ?? 'truck-9-57d1f83ec4'), 'truck 9'],
])

/** Trucks, by the box behind the windscreen. */
class TruckKey extends APIKeyHeader {
  override readonly paramName = 'X-Truck-Key'

  authenticate(_request: AuthRequest, key: string): { readonly truck: string } | null {
    const found = trucks.get(hash(key))
    return found === undefined ? null : { truck: found }
  }
}

export const truck = new TruckKey()

/** Boards in the yard; `until` in seconds. */
const boards = [
  { wall: 'north', key: process.env['BOARD_NORTH'] ?? 'board-north-c4a0917f', until: 4_102_444_800 },
  { wall: 'south', key: process.env['BOARD_SOUTH'] ?? 'board-south-98e3d2b6', until: 1_767_225_600 },
]

class BoardKey extends APIKeyQuery {
  override readonly paramName = 'board'

  authenticate(_request: AuthRequest, key: string): { readonly name: string } | null {
    const found = boards.find((board) => constantTimeEqual(board.key, key))
    if (found === undefined) return null
    if (found.until < now()) return null
    return { name: `board ${found.wall}` }
  }
}

export const board = new BoardKey()

const BLAST_SECRET = process.env['BLAST_SECRET'] ?? 'quarry-blasts-3e9a70c8'

export function signBlast(method: string, path: string, body: string): string {
  const mac = createHmac('sha256', BLAST_SECRET)
  mac.update(`${method} ${path}\n${body}`)
  return mac.digest('hex')
}

async function readBlast(request: AuthRequest): Promise<{ readonly by: string } | null> {
  const given = request.headers.get('x-blast-signature') ?? ''
  const expected = signBlast(request.method, request.path, await request.text())
  return constantTimeEqual(given, expected) ? { by: 'blaster' } : null
}

/** Blasts, as the company that makes them reports them. */
export const blast = named('BlastSignature', readBlast)
