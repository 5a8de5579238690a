import { createHash, createHmac } from 'node:crypto'
import { APIKeyHeader, APIKeyQuery, type AuthRequest, constantTimeEqual, HttpBasicAuth, named } from 'svc/security'

export const now = (): number => Math.floor(Date.now() / 1_000)

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Station {
  readonly station: string
  readonly hash: string
  /** Seconds. */
  readonly revokedAt?: number
}

/** Toll stations by the middle part of their keys: ts_<id>_<secret>. */
const stations = new Map<string, Station>([
  ['n3', { station: 'north 3', hash: hash(process.env['STATION_N3'] ?? 'd81f5a60b9e7') }],
  ['s1', { station: 'south 1', hash: hash(process.env['STATION_S1'] ?? '20c7e4fa9b63'), revokedAt: 1_760_000_000 }],
])

class StationKey extends APIKeyHeader {
  override readonly paramName = 'X-Station-Key'

  authenticate(_request: AuthRequest, key: string): { readonly station: string } | null {
    const [prefix, id = '', secret = '', more] = key.split('_')
    if (prefix !== 'ts' || more !== undefined) return null
    const found = stations.get(id)
    if (found === undefined || !constantTimeEqual(found.hash, hash(secret))) return null
    if (found.revokedAt !== undefined && found.revokedAt <= now()) return null
    return { station: found.station }
  }
}

export const station = new StationKey()

/** Lanes by the key of their camera. */
const LANES: Readonly<Record<string, { readonly lane: number }>> = {
  [process.env['CAMERA_1'] ?? 'cam1-93be7d0f25c8']: { lane: 1 },
  [process.env['CAMERA_2'] ?? 'cam2-e60a4817cb3d']: { lane: 2 },
}

class CameraKey extends APIKeyQuery {
  override readonly paramName = 'camera'

  authenticate(_request: AuthRequest, key: string): { readonly lane: number } | null {
    const found = Object.hasOwn(LANES, key) ? LANES[key] : undefined
    return found ?? null
  }
}

export const camera = new CameraKey()

const banks = new Map([
  ['river-bank', process.env['RIVER_BANK_PASSWORD'] ?? 'Counter-Marble-Oak-38'],
  ['union-bank', process.env['UNION_BANK_PASSWORD'] ?? 'Vault-Copper-Elm-64'],
])

/** Banks that settle the toll. */
class BankAuth extends HttpBasicAuth {
  override readonly name = 'Bank'

  authenticate(_request: AuthRequest, username: string, password: string): { readonly bank: string } | null {
    const kept = banks.get(username)
    if (kept === undefined) return null
    return constantTimeEqual(hash(kept), hash(password)) ? { bank: username } : null
  }
}

export const bank = new BankAuth()

const PLATE_SECRETS = [
  process.env['PLATES_SECRET'] ?? 'tollway-plates-2026-b3f8',
  process.env['PLATES_SECRET_BEFORE'] ?? 'tollway-plates-2025-71ca',
]
const TOLERANCE = 120

/** Deliveries that came already, with the time at which they may be forgotten. */
const seen = new Map<string, number>()

function isRepeated(delivery: string): boolean {
  for (const [key, until] of seen) if (until < now()) seen.delete(key)
  if (seen.has(delivery)) return true
  seen.set(delivery, now() + 2 * TOLERANCE)
  return false
}

export function signPlates(
  delivery: string,
  time: string,
  body: string,
  secret: string = PLATE_SECRETS[0] ?? '',
): string {
  return createHmac('sha256', secret).update(`${delivery}.${time}.${body}`).digest('hex')
}

async function readPlates(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const delivery = request.headers.get('x-plates-delivery') ?? ''
  const time = request.headers.get('x-plates-time') ?? ''
  const given = request.headers.get('x-plates-signature') ?? ''
  if (!/^\d{10}$/.test(time) || Math.abs(now() - Number(time)) > TOLERANCE) return null
  const text = await request.text()
  // While the secret changes they send two signatures, with a comma between.
  const expected = PLATE_SECRETS.map((secret) => signPlates(delivery, time, text, secret))
  const isRight = given.split(',').some((one) => expected.some((other) => constantTimeEqual(one, other)))
  if (!isRight) return null
  return isRepeated(delivery) ? null : { from: 'plate reader' }
}

/** Plates that the readers of the police report; each delivery counts once. */
export const plates = named('PlatesSignature', readPlates)

const BILL_SECRET = process.env['BILL_SECRET'] ?? 'tollway-bills-e27d05c9'

export function signBill(id: string, until: string): string {
  return createHmac('sha256', BILL_SECRET).update(`${id}/${until}`).digest('base64url')
}

function readBill({ params, query }: AuthRequest): { readonly bill: string } | null {
  const id = String(params['id'])
  const { until, signature } = query
  if (typeof until !== 'string' || typeof signature !== 'string') return null
  if (!/^\d{10}$/.test(until) || Number(until) < now()) return null
  return constantTimeEqual(signature, signBill(id, until)) ? { bill: id } : null
}

/** A bill, by a link in a letter. */
export const bill = named('BillLink', readBill)
