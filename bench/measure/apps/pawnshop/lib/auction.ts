import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'

const SECRET = process.env['AUCTION_SECRET'] ?? 'pa-auction-house-ee40c19d7f'

export const markOf = (time: string, body: string): string =>
  createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex')

/** The line of a hook: `t=…,v1=…`, with a second `v1` while the secret is replaced. */
export function lineOf(body: string, time = String(Math.floor(Date.now() / 1_000))): string {
  return `t=${time},v1=${markOf(time, body)}`
}

async function readHook(request: AuthRequest): Promise<'auction-house' | null> {
  const fields = (request.headers.get('x-auction-signature') ?? '').split(',').map((one) => one.split('='))
  const valuesOf = (wanted: string) => fields.filter(([name]) => name === wanted).map(([, value = '']) => value)
  const [time = ''] = valuesOf('t')
  if (!/^\d{10}$/.test(time) || Math.abs(Date.now() / 1_000 - Number(time)) > 300) return null
  const expected = markOf(time, await request.text())
  const isSigned = valuesOf('v1').some((mark) => constantTimeEqual(expected, mark))
  return isSigned ? 'auction-house' : null
}

export const auctionHouse = named('AuctionHouse', readHook, {
  type: 'apiKey',
  in: 'header',
  name: 'X-Auction-Signature',
})

const seen = new Set<string>()

/** Whether an event is new. */
export function isNew(event: string): boolean {
  if (seen.has(event)) return false
  seen.add(event)
  return true
}
