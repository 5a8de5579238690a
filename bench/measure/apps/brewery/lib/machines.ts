import { createHmac } from 'node:crypto'
import { APIKeyCookie, APIKeyQuery, type AuthRequest, constantTimeEqual, named } from 'svc/security'

const NORTH_KEY = process.env['KIOSK_NORTH_KEY'] ?? 'kiosk-6f0d2b9a71ce'
const SOUTH_KEY = process.env['KIOSK_SOUTH_KEY'] ?? 'kiosk-b83e14d95a07'

/** Bars by the keys of their screens. */
const bars: Readonly<Record<string, string>> = { [NORTH_KEY]: 'north', [SOUTH_KEY]: 'south' }

/** The screen at a bar, which keeps its key in a cookie. */
class KioskKey extends APIKeyCookie {
  override readonly paramName = 'kiosk'

  authenticate(_request: AuthRequest, key: string): { readonly bar: string } | null {
    const bar = Object.hasOwn(bars, key) ? bars[key] : undefined
    return bar === undefined ? null : { bar: String(bar) }
  }
}

export const kiosk = new KioskKey()

const readers = [
  { reader: 'tax office', key: process.env['TAX_KEY'] ?? 'export-51c7e0a4', until: '2099-12-31T00:00:00Z' },
  { reader: 'last auditor', key: process.env['AUDIT_KEY'] ?? 'export-9d2f83b6', until: '2025-12-31T00:00:00Z' },
]

/** Programs that fetch the figures, until a day. */
class ExportKey extends APIKeyQuery {
  override readonly paramName = 'export_key'

  authenticate(_request: AuthRequest, given: string): { readonly reader: string } | null {
    const found = readers.find(({ key }) => constantTimeEqual(key, given))
    if (found === undefined) return null
    if (Date.parse(found.until) <= Date.now()) return null
    return { reader: found.reader }
  }
}

export const exporter = new ExportKey()

export const now = (): number => Math.floor(Date.now() / 1_000)

const SCALE_SECRET = process.env['SCALE_SECRET'] ?? 'brewery-scales-3b9e60d8'

/** The signature of the scales, over the time and the body. */
export function signScale(time: string, body: string): string {
  return createHmac('sha256', SCALE_SECRET).update(`${time}\n${body}`).digest('hex')
}

async function readScale(request: AuthRequest): Promise<{ readonly by: string } | null> {
  const time = request.headers.get('x-scale-time') ?? ''
  const given = request.headers.get('x-scale-signature') ?? ''
  if (!/^\d{10}$/.test(time)) return null
  if (Math.abs(now() - Number(time)) > 120) return null
  return constantTimeEqual(given, signScale(time, await request.text())) ? { by: 'scales' } : null
}

/** Weights of malt, as the scales send them. */
export const scales = named('ScaleSignature', readScale)

const LABEL_SECRET = process.env['LABEL_SECRET'] ?? 'brewery-labels-c40a17f2'

export function signLabel(batch: string, until: string): string {
  return createHmac('sha256', LABEL_SECRET).update(`${batch}|${until}`).digest('base64url')
}

function readLabel({ query }: AuthRequest): { readonly batch: string } | null {
  const { batch, until, signature } = query
  if (typeof batch !== 'string' || typeof until !== 'string' || typeof signature !== 'string') return null
  if (!/^\d+$/.test(until) || Number(until) < now()) return null
  return constantTimeEqual(signature, signLabel(batch, until)) ? { batch } : null
}

/** A label for the printer in town, by a link. */
export const label = named('LabelLink', readLabel)
