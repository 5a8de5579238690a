import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'

const labSecret = process.env['LAB_HOOK_SECRET'] ?? 'lab-hook-secret-3ac9'
const billingSecret = process.env['BILLING_HOOK_SECRET'] ?? 'billing-hook-secret-81d0'
const WINDOW = 5 * 60

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')
const isRecent = (time: string): boolean => Math.abs(Date.now() / 1000 - Number(time)) <= WINDOW

export function signLab(time: string, body: string): string {
  return `v1=${hmac(labSecret, `${time}:${body}`)}`
}

async function verifyLab(request: AuthRequest): Promise<{ readonly sender: string } | null> {
  const time = request.headers.get('x-lab-time') ?? ''
  const given = request.headers.get('x-lab-signature') ?? ''
  if (!isRecent(time)) return null
  const expected = signLab(time, await request.text())
  return constantTimeEqual(given, expected) ? { sender: 'lab' } : null
}

/** Results of the laboratory. */
export const labHook = named('LabHook', verifyLab, { type: 'apiKey', in: 'header', name: 'X-Lab-Signature' })

export function signBilling(time: number, body: string): string {
  return `t=${time},v1=${hmac(billingSecret, `${time}.${body}`)}`
}

async function verifyBilling(request: AuthRequest): Promise<{ readonly sender: string } | null> {
  const parts = new Map<string, string>()
  for (const part of (request.headers.get('billing-signature') ?? '').split(',')) {
    const [name = '', value = ''] = part.split('=')
    parts.set(name, value)
  }
  const time = parts.get('t') ?? ''
  if (!/^\d+$/.test(time) || !isRecent(time)) return null
  const expected = hmac(billingSecret, `${time}.${await request.text()}`)
  const given = parts.get('v1') ?? ''
  return constantTimeEqual(given, expected) ? { sender: 'billing' } : null
}

/** Payments. */
export const billingHook = named('BillingHook', verifyBilling, {
  type: 'apiKey',
  in: 'header',
  name: 'Billing-Signature',
})
