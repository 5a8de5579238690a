import { createHash, createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'

const secrets = new Map([
  ['cupola', process.env['CUPOLA_SECRET'] ?? 'fs-cupola-90b1d47c6e2f'],
  ['induction', process.env['INDUCTION_SECRET'] ?? 'fs-induction-3ae85f04d1b9'],
])

interface Parts {
  readonly method: string
  readonly path: string
  /** Without its `?`. */
  readonly query: string
  readonly time: string
  readonly nonce: string
  readonly body: string | Uint8Array
}

export function sign(furnace: string, { method, path, query, time, nonce, body }: Parts): string {
  const content = createHash('sha256').update(body).digest('hex')
  const text = [method, path, query, time, nonce, content].join('\n')
  return createHmac('sha256', secrets.get(furnace) ?? '')
    .update(text)
    .digest('hex')
}

/** Seconds for which a signature is good. */
const WINDOW = 300

/** Nonces that were used, and until when that matters, in milliseconds. */
const used = new Map<string, number>()

function isFirst(nonce: string, time: number): boolean {
  for (const [one, until] of used) if (until < Date.now()) used.delete(one)
  if (used.has(nonce)) return false
  used.set(nonce, (time + 2 * WINDOW) * 1_000)
  return true
}

/** A furnace, by its signature over the whole request; each one passes once. */
async function readFurnace(request: AuthRequest): Promise<{ readonly furnace: string } | null> {
  const field = (name: string): string => request.headers.get(name) ?? ''
  const [furnace, time, nonce] = [field('x-furnace'), field('x-time'), field('x-nonce')]
  if (!secrets.has(furnace) || !/^\d{10}$/.test(time) || nonce.length < 8) return null
  const age = Date.now() / 1_000 - Number(time)
  if (Math.abs(age) > WINDOW) return null
  const query = request.url.search.slice(1)
  const parts = { method: request.method, path: request.path, query, time, nonce, body: await request.text() }
  if (!constantTimeEqual(sign(furnace, parts), field('x-signature'))) return null
  return isFirst(`${furnace} ${nonce}`, Number(time)) ? { furnace } : null
}

export const furnace = named('Furnace', readFurnace, { type: 'apiKey', in: 'header', name: 'X-Signature' })
