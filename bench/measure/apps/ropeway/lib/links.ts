import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

const secret = process.env['LINK_SECRET'] ?? 'links-88d2f60b17ac'
/** Seconds. */
const LIFETIME = 3_600

const now = (): number => Math.floor(Date.now() / 1_000)

function signatureOf(path: string, until: string): string {
  return createHmac('sha256', secret).update(`${path}|${until}`).digest('base64url')
}

/** Parameters that open the path for an hour. */
export function signPath(path: string, seconds = LIFETIME): { readonly until: string; readonly sig: string } {
  const until = String(now() + seconds)
  return { until, sig: signatureOf(path, until) }
}

/** A link to one path. Friends have no login. */
export function link(request: AuthRequest): { readonly until: number } | null {
  const { until, sig } = request.query
  if (typeof until !== 'string' || typeof sig !== 'string' || !/^\d{1,12}$/.test(until)) return null
  if (!constantTimeEqual(signatureOf(request.path, until), sig)) return null
  return Number(until) > now() ? { until: Number(until) } : null
}
