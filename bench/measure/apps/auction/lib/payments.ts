import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AuthRequest, named } from 'svc/security'

const SECRET = process.env['BANK_SECRET'] ?? 'bank-events-c3819f02'

export const now = (): number => Math.floor(Date.now() / 1_000)

/** The header of an event: t=<seconds>,v1=<signature>. */
export function signPayment(time: number, body: string): string {
  return `t=${time},v1=${digest(String(time), body).toString('hex')}`
}

function digest(time: string, body: string): Buffer {
  return createHmac('sha256', SECRET).update(`${time}.${body}`).digest()
}

async function readPayment(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const [, time = '', signature = ''] =
    /^t=(\d{10}),v1=([0-9a-f]*)$/.exec(request.headers.get('bank-signature') ?? '') ?? []
  if (Math.abs(now() - Number(time)) > 300) return null
  const expected = digest(time, await request.text())
  const given = Buffer.from(signature, 'hex')
  if (given.length !== expected.length || signature.length !== 2 * expected.length) return null
  return timingSafeEqual(expected, given) ? { from: 'bank' } : null
}

/** Events of the bank. */
export const payment = named('BankSignature', readPayment, { type: 'apiKey', in: 'header', name: 'Bank-Signature' })
