import { timingSafeEqual } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, headerKey, queryKey } from 'svc/security'

const scales = new Map([
  ['scale-a', process.env['SCALE_A_SECRET'] ?? 'ws-6be4410f9ad7'],
  ['scale-b', process.env['SCALE_B_SECRET'] ?? 'ws-d83c705e12bb'],
])

function isSame(kept: string, given: string): boolean {
  const [a, b] = [Buffer.from(kept), Buffer.from(given)]
  if (a.length !== b.length) return false
  return timingSafeEqual(a.subarray(0, b.length), b)
}

/** Scales send `X-Scale: base64(name:secret)`, as their firmware has it. */
export const scale = headerKey(
  'X-Scale',
  (_request, key): { readonly scale: string } | null => {
    const text = Buffer.from(key, 'base64').toString()
    const at = text.indexOf(':')
    const [name, secret] = [text.slice(0, at), text.slice(at + 1)]
    const kept = scales.get(name)
    if (at < 0 || kept === undefined) return null
    return isSame(kept, secret) ? { scale: name } : null
  },
  { name: 'Scale' },
)

const DISPLAY = process.env['DISPLAY_KEY'] ?? 'wd-hall-27c90be1'

/** Displays in the hall can open an address, and nothing else. */
export const display = queryKey('display', (_request, key) => constantTimeEqual(DISPLAY, key) && { display: 'hall' }, {
  name: 'Display',
})

/** The machine that collects figures. */
const COLLECTORS: ReadonlySet<string> = new Set(['127.0.0.5'])

/** By its address alone: the server has no proxy before it. */
export function collector(request: AuthRequest): { readonly collector: string } | null {
  const address = request.clientAddress
  return COLLECTORS.has(address) ? { collector: address } : null
}
