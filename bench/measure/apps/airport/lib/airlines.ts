import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'

/** The airlines of one alliance send with one secret. */
const SECRET = process.env['ALLIANCE_SECRET'] ?? 'alliance-hook-91d0e6b7'
const AIRLINES: ReadonlySet<string> = new Set(['nor', 'sud'])
const TOLERANCE = 300

export interface Event {
  readonly airline: string
  readonly time: string
  readonly body: string
}

export const now = (): number => Math.floor(Date.now() / 1_000)

export function signEvent({ airline, time, body }: Event): string {
  return createHmac('sha256', SECRET).update(`${airline}\n${time}\n${body}`).digest('hex')
}

async function readEvent(request: AuthRequest): Promise<{ readonly airline: string } | null> {
  const airline = request.params['code'] ?? ''
  if (!AIRLINES.has(airline)) return null
  const time = request.headers.get('x-airline-time') ?? ''
  if (!/^\d{10}$/.test(time) || Math.abs(now() - Number(time)) > TOLERANCE) return null
  const expected = signEvent({ airline, time, body: await request.text() })
  return constantTimeEqual(request.headers.get('x-airline-signature') ?? '', expected) ? { airline } : null
}

/** Events of an airline. */
export const airline = named('AirlineSignature', readEvent)
