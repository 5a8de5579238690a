import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

const SECRET = process.env['COURIER_SECRET'] ?? 'courier-3fa17c80e6d2b954'

export const markOf = (time: string, text: string): string =>
  createHmac('sha256', SECRET).update(`${time}.${text}`).digest('hex')

/** Seconds. */
const OLDEST = 300

/** The couriers sign with `t=…,v1=…`; while they change their secret, with two `v1`, one of which is right. */
export async function courier(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const parts = (request.headers.get('x-courier-signature') ?? '').split(',').map((part) => part.split('='))
  const valuesOf = (name: string): readonly string[] =>
    parts.filter(([key]) => key === name).map(([, value = '']) => value)
  const [time = ''] = valuesOf('t')
  if (!/^\d{10}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > OLDEST) return null
  const right = markOf(time, await request.text())
  const isSigned = valuesOf('v1').some((value) => constantTimeEqual(right, value))
  return isSigned ? { from: 'couriers' } : null
}
