import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

const SECRET = process.env['LINK_SECRET'] ?? 'sv-links-b7206e1fa93c45d8'

export interface Link {
  readonly plot: string
}

/** The mark of a link to the plan of a plot, between two times in seconds. */
export function markOf(plot: string, from: string, to: string): string {
  return createHmac('sha256', SECRET).update(`${plot}\n${from}\n${to}`).digest('base64url')
}

/** A neighbour with a link, which is good for some days. */
export function link({ query }: AuthRequest): Link | null {
  const { plot, from, to, mark } = query
  if (typeof plot !== 'string' || typeof from !== 'string' || typeof to !== 'string' || typeof mark !== 'string')
    return null
  if (!constantTimeEqual(markOf(plot, from, to), mark)) return null
  const [begins, ends, now] = [Number(from), Number(to), Date.now() / 1000]
  return begins <= now && ends > now ? { plot } : null
}
