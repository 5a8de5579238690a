import { createHmac } from 'node:crypto'
import { constantTimeEqual, cookieKey } from 'svc/security'

const SECRET = process.env['KIOSK_SECRET'] ?? 'wk-kiosks-84fe1a6b90d3c257'
const CODE = process.env['KIOSK_CODE'] ?? 'yard-gate-opens-3390'

/** Pages of the kiosks, which stand on another server. */
export const PAGES = ['https://kiosk.weighbridge.example'] as const

const markOf = (kiosk: string, until: string): string =>
  createHmac('sha256', SECRET).update(`${kiosk} ${until}`).digest('base64url')

/** The text of a cookie: kiosk, its end in seconds, and a mark of both. */
export function cookieOf(kiosk: string, seconds: number): string {
  const until = String(Math.floor(Date.now() / 1_000) + seconds)
  return `${kiosk}.${until}.${markOf(kiosk, until)}`
}

/** A cookie for a day. */
export function unlock(code: string): string | null {
  return constantTimeEqual(CODE, code) ? cookieOf('kiosk-1', 24 * 3_600) : null
}

export const kiosk = cookieKey(
  'kiosk',
  (_request, text): { readonly kiosk: string } | null => {
    const [name = '', until = '', mark = ''] = text.split('.')
    if (!constantTimeEqual(markOf(name, until), mark)) return null
    return Number(until) > Date.now() / 1_000 ? { kiosk: name } : null
  },
  { name: 'Kiosk' },
)
