import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'

const secret = process.env['LAB_SECRET'] ?? 'lab-secret-5d20b8'
const TOLERANCE = 300

/** The value of `X-Lab-Signature`: an HMAC of the time and the body. */
export function signResult(timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
}

async function verify(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const timestamp = request.headers.get('x-lab-timestamp')
  const signature = request.headers.get('x-lab-signature')
  if (timestamp === null || signature === null) return null
  const age = Math.abs(Date.now() / 1000 - Number(timestamp))
  if (!(age <= TOLERANCE)) return null
  return constantTimeEqual(signature, signResult(timestamp, await request.text())) ? { from: 'lab' } : null
}

export const lab = named('Lab', verify, { type: 'apiKey', in: 'header', name: 'X-Lab-Signature' })
