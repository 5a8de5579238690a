import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, cookieKey, named, queryKey } from 'svc/security'
import { findMember } from './members.ts'

export const now = (): number => Math.floor(Date.now() / 1_000)

const FEED_SECRET = process.env['FEED_SECRET'] ?? 'feeds-of-members-3d9a'

/** The key of a member's feed: <name>.<mac>. */
export const feedOf = (name: string): string =>
  `${name}.${createHmac('sha256', FEED_SECRET).update(name).digest('hex').slice(0, 32)}`

export const feed = queryKey(
  'feed',
  (_request, given): { readonly name: string } | null => {
    const [name = ''] = given.split('.')
    if (findMember(name) === null) return null
    const right = feedOf(name)
    return constantTimeEqual(given, right) ? { name } : null
  },
  { name: 'Feed' },
)

const LINK_SECRET = process.env['LINK_SECRET'] ?? 'score-links-84e1fc'

export function signScore(id: string, until: string): string {
  return createHmac('sha256', LINK_SECRET).update(`${id}/${until}`).digest('base64url')
}

function readLink({ query, params }: AuthRequest): { readonly name: string } | null {
  const { until, signature } = query
  if (typeof until !== 'string' || typeof signature !== 'string' || !/^\d{10}$/.test(until)) return null
  if (Number(until) < now()) return null
  return constantTimeEqual(signature, signScore(String(params['id']), until)) ? { name: 'a guest' } : null
}

/** A link for guests who play along. */
export const link = named('ScoreLink', readLink)

const STAND_SECRET = process.env['STAND_SECRET'] ?? 'stands-of-the-hall-c02b'

/** The cookie of a tablet on a stand: <stand>.<mac>. */
export const standOf = (stand: string): string =>
  `${stand}.${createHmac('sha256', STAND_SECRET).update(stand).digest('hex')}`

function findStand(_request: AuthRequest, given: string): { readonly stand: string } | null {
  const [stand = ''] = given.split('.')
  try {
    return timingSafeEqual(Buffer.from(given), Buffer.from(standOf(stand))) ? { stand } : null
  } catch {
    return null
  }
}

export const stand = cookieKey('stand', findStand, { name: 'Stand' })

const ENCODER_PASSWORD = process.env['ENCODER_PASSWORD'] ?? 'Hall-Encoder-Live-58'

export const encoder = basic(
  (_request, name, password): { readonly encoder: string } | null => {
    if (name !== 'encoder') return null
    return constantTimeEqual(password, ENCODER_PASSWORD) ? { encoder: name } : null
  },
  { name: 'Encoder' },
)
