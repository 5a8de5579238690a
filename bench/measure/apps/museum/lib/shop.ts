import { createHmac, randomBytes } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, named } from 'svc/security'
import { env } from './env.ts'

const secrets = new Map<string, string>([
  ['north', env('SHOP_NORTH_SECRET', 'shop-north-5d20e1c8')],
  ['harbour', env('SHOP_HARBOUR_SECRET', 'shop-harbour-a73f49b6')],
])

export function signSale(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

export const secretOf = (museum: string): string | undefined => secrets.get(museum)

async function readSale(request: AuthRequest): Promise<{ readonly museum: string } | null> {
  const museum = request.headers.get('x-museum-shop') ?? ''
  const secret = secretOf(museum)
  const expected = signSale(secret ?? randomBytes(16).toString('hex'), `${museum}\n${await request.text()}`)
  return constantTimeEqual(request.headers.get('x-sale-signature') ?? '', expected) ? { museum } : null
}

/** Sales of the shop of a museum. */
export const sale = named('SaleSignature', readSale)
