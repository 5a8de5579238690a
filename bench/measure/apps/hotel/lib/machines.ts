import { createHash, createHmac } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, headerKey, named } from 'svc/security'

export const now = (): number => Math.floor(Date.now() / 1_000)

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Locks of doors by the middle part of their keys: lk_<id>_<secret>. Of the secret only a hash is kept. */
const locks = new Map<string, { readonly room: string; readonly hash: string }>([
  ['d12', { room: '12', hash: hash(process.env['LOCK_D12_SECRET'] ?? 'c7e20b94fa61') }],
  ['d14', { room: '14', hash: hash(process.env['LOCK_D14_SECRET'] ?? '31f8ad56e0c9') }],
])

function findLock(_request: AuthRequest, given: string): { readonly room: string } | null {
  const [prefix, id = '', secret = '', more] = given.split('_')
  if (prefix !== 'lk' || more !== undefined) return null
  const found = locks.get(id)
  if (found === undefined) return null
  if (!constantTimeEqual(found.hash, hash(secret))) return null
  return { room: found.room }
}

export const lock = headerKey('X-Lock-Key', findLock, { name: 'Lock' })

const terminals = [
  { name: 'floor-1', password: process.env['FLOOR_1_PASSWORD'] ?? 'Linen-Cart-North-77' },
  { name: 'floor-2', password: process.env['FLOOR_2_PASSWORD'] ?? 'Linen-Cart-South-12' },
]

/** Terminals of housekeeping. */
export const terminal = basic(
  (_request, name, password): { readonly terminal: string } | null => {
    const found = terminals.find((one) => one.name === name && constantTimeEqual(one.password, password))
    return found === undefined ? null : { terminal: found.name }
  },
  { name: 'Terminal' },
)

const CHANNEL_SECRET = process.env['CHANNEL_SECRET'] ?? 'channel-manager-2f9c44ab'
const TOLERANCE = 300

export function signBooking(time: string, body: string): string {
  return createHmac('sha256', CHANNEL_SECRET).update(`${time}.${body}`).digest('hex')
}

async function readBooking(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const time = request.headers.get('x-channel-time') ?? ''
  const given = request.headers.get('x-channel-signature') ?? ''
  if (!/^\d{10}$/.test(time)) return null
  if (Math.abs(now() - Number(time)) > TOLERANCE) return null
  return constantTimeEqual(given, signBooking(time, await request.text())) ? { from: 'channel manager' } : null
}

/** Bookings that the channel manager sends. */
export const booking = named('ChannelSignature', readBooking)

const LINK_SECRET = process.env['LINK_SECRET'] ?? 'invoice-links-b1c5e7'

export function signInvoice(number: string, until: string): string {
  return createHmac('sha256', LINK_SECRET).update(`${number}\n${until}`).digest('base64url')
}

function readLink({ query }: AuthRequest): { readonly number: string } | null {
  const { number, until, signature } = query
  if (typeof number !== 'string' || typeof until !== 'string' || typeof signature !== 'string') return null
  if (!/^\d{10}$/.test(until)) return null
  if (Number(until) < now()) return null
  return constantTimeEqual(signature, signInvoice(number, until)) ? { number } : null
}

/** A link in a mail, good for some days. */
export const link = named('InvoiceLink', readLink)
