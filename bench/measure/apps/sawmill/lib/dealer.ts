import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual } from 'svc/security'

const SECRET = process.env['DEALER_SECRET'] ?? 'dl-38b0f6c1e94d4a77'

/** Milliseconds for which a message of the dealer is taken. */
const LIMIT = 5 * 60_000

/** The mark of a message: of the milliseconds at which it was sent, and of its text. */
export async function markOf(time: string, text: string): Promise<string> {
  return createHmac('sha256', SECRET).update(`${time}.${text}`).digest('hex')
}

async function isMarked(time: string, text: string, mark: string): Promise<boolean> {
  return constantTimeEqual(await markOf(time, text), mark)
}

const isOfNow = (time: string): boolean => Math.abs(Date.now() - Number(time)) <= LIMIT

/** The dealer's orders of timber. */
export async function dealer(request: AuthRequest): Promise<{ readonly dealer: string } | null> {
  const time = request.headers.get('x-timber-time') ?? ''
  const mark = request.headers.get('x-timber-mark') ?? ''
  if (!/^\d{13}$/.test(time) || !isOfNow(time)) return null
  const isRight = await isMarked(time, await request.text(), mark)
  return isRight ? { dealer: 'timber' } : null
}
