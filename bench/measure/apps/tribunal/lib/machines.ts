import { createHmac } from 'node:crypto'
import { type AuthRequest, constantTimeEqual, headerKey, HttpBasicAuth } from 'svc/security'

const courts = [
  { court: 'court-3', password: process.env['COURT_PASSWORD'] ?? 'oak-bench-7714', former: 'oak-bench-0001' },
  // It has had one password only.
  { court: 'court-8', password: process.env['COURT8_PASSWORD'] ?? 'elm-bench-2280', former: '' },
]

/** While a court changes its password, the former one passes too. */
class Court extends HttpBasicAuth {
  authenticate(_request: AuthRequest, name: string, password: string): { readonly court: string } | null {
    const found = courts.find(({ court }) => court === name)
    if (found === undefined) return null
    const isFormer = found.former !== '' && constantTimeEqual(password, found.former)
    return constantTimeEqual(password, found.password) || isFormer ? { court: found.court } : null
  }
}

export const court = new Court()

const SCREEN_KEY = process.env['SCREEN_KEY'] ?? 'screen-hall-16b0c9'

export const screen = headerKey('X-Screen', (_request, key) => constantTimeEqual(key, SCREEN_KEY) && 'hall', {
  name: 'screen',
})

const BANK_SECRET = process.env['BANK_SECRET'] ?? 'bank-of-the-court-af20e6'

export const signPayment = (body: string): string =>
  `sha256=${createHmac('sha256', BANK_SECRET).update(body).digest('hex')}`

/** The line of the bank into this house, which signs nothing. */
const BANK_LINE = '10.8.44.'

/** Payments of fees. */
export async function bank(request: AuthRequest): Promise<string | null> {
  if (request.clientAddress.startsWith(BANK_LINE)) return 'line'
  const given = request.headers.get('x-bank-signature') ?? ''
  return constantTimeEqual(given, signPayment(await request.text())) ? 'signature' : null
}

const LINK_SECRET = process.env['LINK_SECRET'] ?? 'links-of-the-court-77d1b4'

const sign = (doc: string, until: string): string =>
  createHmac('sha256', LINK_SECRET).update(`${doc}\n${until}`).digest('base64url')

export function linkTo(doc: string, seconds = 3_600): { readonly until: string; readonly sig: string } {
  const until = String(Math.floor(Date.now() / 1_000) + seconds)
  return { until, sig: sign(doc, until) }
}

/** Links in letters to people without an account. */
export function letterLink({ params, url }: AuthRequest): { readonly doc: string } | null {
  const doc = params['doc'] ?? ''
  const until = url.searchParams.get('until') ?? ''
  if (!constantTimeEqual(url.searchParams.get('sig') ?? '', sign(doc, until))) return null
  const isOver = Number(until) * 1_000 < Date.now()
  return isOver ? null : { doc }
}
