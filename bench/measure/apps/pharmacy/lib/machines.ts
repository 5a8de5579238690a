import { createHmac } from 'node:crypto'
import { APIKeyHeader, type AuthRequest, constantTimeEqual, named } from 'svc/security'

export interface Cabinet {
  readonly cabinet: string
  readonly isInUse: boolean
}

interface StoredCabinet extends Cabinet {
  readonly key: string
}

const cabinets: readonly StoredCabinet[] = [
  { cabinet: 'front', isInUse: true, key: process.env['CABINET_FRONT_KEY'] ?? 'cb-K4v8Rt2Wz9Yp' },
  { cabinet: 'cellar', isInUse: true, key: process.env['CABINET_CELLAR_KEY'] ?? 'cb-N7x3Lq6Bd1Hs' },
]

async function findCabinet(given: string): Promise<Cabinet | null> {
  const found = cabinets.find(({ key }) => constantTimeEqual(key, given))
  return found === undefined ? null : { cabinet: found.cabinet, isInUse: found.isInUse }
}

class CabinetKey extends APIKeyHeader {
  override readonly paramName = 'X-Cabinet-Key'

  authenticate(_request: AuthRequest, given: string): Promise<Cabinet | null> {
    return findCabinet(given)
  }
}

/** Cabinets that are locked, by a key of their own. */
export const cabinet = new CabinetKey()

const WHOLESALER = process.env['WHOLESALER_SECRET'] ?? 'wholesaler-hook-93d7c5a0'
const TOLERANCE = 300

export const now = (): number => Math.floor(Date.now() / 1_000)

const hmacOf = (text: string): string => createHmac('sha256', WHOLESALER).update(text).digest('hex')

/** `t=<seconds>,v1=<signature>` */
export function signDelivery(time: number, body: string): string {
  return `t=${time},v1=${hmacOf(`${time}.${body}`)}`
}

function readField(field: string): { readonly time: string; readonly given: string } | null {
  const [, time = '', given = ''] = /^t=(\d{10}),v1=([0-9a-f]{64})$/.exec(field) ?? []
  return time === '' ? null : { time, given }
}

async function readDelivery(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const field = readField(request.headers.get('x-delivery-signature') ?? '')
  if (field === null) return null
  if (Math.abs(now() - Number(field.time)) > TOLERANCE) return null
  const expected = hmacOf(`${field.time}.${await request.text()}`)
  return constantTimeEqual(expected, field.given) ? { from: 'wholesaler' } : null
}

/** Deliveries of the wholesaler. */
export const delivery = named('Delivery', readDelivery, { type: 'apiKey', in: 'header', name: 'X-Delivery-Signature' })
