import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

/** The secret of now, and the one before it while the laboratory changes over. */
const secrets = [
  process.env['LAB_SECRET'] ?? 'lab-77f0b5e2c19d4a36',
  process.env['LAB_SECRET_BEFORE'] ?? 'lab-before-20c4d1e8',
]

export const signatureOf = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('hex')

/** The laboratory signs the body. */
export async function laboratory(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const sent = request.headers.get('x-lab-signature') ?? ''
  const text = await request.text()
  return secrets.some((secret) => constantTimeEqual(signatureOf(text, secret), sent)) ? { from: 'laboratory' } : null
}
