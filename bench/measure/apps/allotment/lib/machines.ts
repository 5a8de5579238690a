import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, cookieKey, named, queryKey } from 'svc/security'

export const now = (): number => Math.floor(Date.now() / 1_000)

/** Calendars are read by programs that send no cookie: a key in the address, by whose it is. */
const feeds: Readonly<Record<string, string>> = {
  [process.env['HUGO_FEED'] ?? 'feed-hugo-90b2e7c4d1']: 'hugo',
  [process.env['WILMA_FEED'] ?? 'feed-wilma-3ac58f06e2']: 'wilma',
}

function findFeed(_request: AuthRequest, key: string): { readonly name: string } | null {
  if (!Object.hasOwn(feeds, key)) return null
  return { name: String(feeds[key]) }
}

export const feed = queryKey('feed', findFeed, { name: 'Feed' })

const tablets = [
  { gate: 'north', key: process.env['NORTH_TABLET'] ?? 'tablet-north-7f1d03' },
  { gate: 'south', key: process.env['SOUTH_TABLET'] ?? 'tablet-south-c84e59' },
]

function isSame(text: string, key: string): boolean {
  const [given, known] = [Buffer.from(text), Buffer.from(key)]
  return given.length === known.length && timingSafeEqual(given, known)
}

function findTablet(_request: AuthRequest, text: string): { readonly gate: string } | null {
  const found = tablets.find(({ key }) => isSame(text, key))
  return found === undefined ? null : { gate: found.gate }
}

/** Tablets at the gates: a cookie that is set when they are put up. */
export const tablet = cookieKey('gate_tablet', findTablet, { name: 'Tablet' })

const VISIT_SECRET = process.env['VISIT_SECRET'] ?? 'open-garden-day-6e20b8'

export function signVisit(plot: string, until: string): string {
  return createHmac('sha256', VISIT_SECRET).update(`${plot}\n${until}`).digest('base64url')
}

function readVisit({ query }: AuthRequest): { readonly plot: string } | null {
  const { plot, until, signature } = query
  if (typeof plot !== 'string' || typeof until !== 'string' || typeof signature !== 'string') return null
  if (!/^\d{10}$/.test(until)) return null
  if (Number(until) < now()) return null
  return constantTimeEqual(signature, signVisit(plot, until)) ? { plot } : null
}

/** A link that members give to their visitors, good for some days. */
export const visit = named('VisitLink', readVisit)
