import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, cookieKey } from 'svc/security'

const SECRET = process.env['TABLET_SECRET'] ?? 'tablets-of-the-bakery-19cc83'

export interface Tablet {
  readonly tablet: string
  readonly shop: string
}

function sign({ tablet, shop }: Tablet): string {
  return createHmac('sha256', SECRET).update(`${tablet}.${shop}`).digest('hex')
}

/** The cookie that a tablet gets when it is set up: <tablet>.<shop>.<signature>. */
export const cookieOf = (tablet: Tablet): string => `${tablet.tablet}.${tablet.shop}.${sign(tablet)}`

function findTablet(_request: AuthRequest, value: string): Tablet | null {
  const [tablet = '', shop = '', given = '', ...more] = value.split('.')
  if (more.length > 0) return null
  return constantTimeEqual(given, sign({ tablet, shop })) ? { tablet, shop } : null
}

/** A tablet in the kitchen of a shop. */
export const tablet = cookieKey('tablet', findTablet, { name: 'Tablet' })
