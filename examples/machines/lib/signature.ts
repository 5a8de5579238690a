import { createHmac } from 'node:crypto'
import type { AuthRequest } from 'svc'
import { constantTimeEqual, named } from 'svc/security'

const secret = process.env['WEBHOOK_SECRET'] ?? 'webhook-secret'

/** The field of a signed body. */
export function sign(body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

async function verifySignature(request: AuthRequest): Promise<string | null> {
  const given = request.headers.get('x-signature')
  // Compares the signature of the bytes that came, not of what they parse to.
  return given !== null && constantTimeEqual(given, sign(await request.text())) ? 'webhook' : null
}

/** An HMAC of the body in `X-Signature`. */
export const signature = named('Signature', verifySignature, { type: 'apiKey', in: 'header', name: 'X-Signature' })
