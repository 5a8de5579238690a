import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, headerKey, named } from 'svc/security'

export const now = (): number => Math.floor(Date.now() / 1_000)

const telescopes: readonly { readonly telescope: string; readonly key: string }[] = [
  { telescope: 'north', key: process.env['TELESCOPE_NORTH_KEY'] ?? 'North-Dome-4fT8zQ2vKx7B' },
  { telescope: 'south', key: process.env['TELESCOPE_SOUTH_KEY'] ?? 'South-Dome-9hW3mJ6pLc1R' },
]

export const telescope = headerKey(
  'X-Telescope-Key',
  (_request, given): { readonly telescope: string } | null => {
    const found = telescopes.find(({ key }) => constantTimeEqual(key, given))
    return found === undefined ? null : { telescope: found.telescope }
  },
  { name: 'Telescope' },
)

const ALERT_SECRET = process.env['ALERT_SECRET'] ?? 'alert-network-77b2d0fe'
/** Seconds. */
const TOLERANCE = 5 * 60

export function signAlert(time: string, body: string): string {
  return createHmac('sha256', ALERT_SECRET).update(`${time}\n`).update(body).digest('base64')
}

async function readAlert(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const time = request.headers.get('x-alert-time') ?? ''
  const given = request.headers.get('x-alert-signature') ?? ''
  if (!/^\d{10}$/.test(time) || Math.abs(now() - Number(time)) > TOLERANCE) return null
  return constantTimeEqual(given, signAlert(time, await request.text())) ? { from: 'alert network' } : null
}

/** Alerts of the network of observatories. */
export const alert = named('AlertSignature', readAlert)

const ENGINEERS: readonly string[] = (process.env['ENGINEERING_ADDRESSES'] ?? '127.0.0.5').split(',')

/** Machines of the workshop, by their address. */
export function engineering(request: AuthRequest): { readonly address: string } | null {
  const address = request.clientAddress
  return ENGINEERS.includes(address) ? { address } : null
}
