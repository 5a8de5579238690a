import { createHmac, randomUUID } from 'node:crypto'
import { type AuthRequest, basic, constantTimeEqual, headerKey, named } from 'svc/security'

export interface Scanner {
  readonly id: string
  readonly ships: readonly string[]
}

interface ScannerRow extends Scanner {
  readonly secret: string
  /** The day on which it was lost, or nothing. */
  readonly lostOn: string
}

const scanners: ReadonlyMap<string, ScannerRow> = new Map(
  [
    { id: 's1', secret: process.env['SCANNER_1_SECRET'] ?? 'Tq7Lx2Vn9Bm4', ships: ['skua', 'tern'], lostOn: '' },
    {
      id: 's2',
      secret: process.env['SCANNER_2_SECRET'] ?? 'Hc5Rk8Wz1Pd6',
      ships: ['skua', 'tern'],
      lostOn: '2026-03-14',
    },
  ].map((row) => [row.id, row]),
)

const today = (): string => new Date().toISOString().slice(0, 10)

/** A scanner of tickets: its number, a dot, its secret. */
export const scanner = headerKey(
  'X-Scanner',
  (_request, given): Scanner | null => {
    const [id = ''] = given.split('.')
    const found = scanners.get(id)
    if (found === undefined || !constantTimeEqual(`${id}.${found.secret}`, given)) return null
    if (found.lostOn !== '' && found.lostOn <= today()) return null
    return { id, ships: found.ships }
  },
  { name: 'Scanner' },
)

const agents: ReadonlyMap<string, string> = new Map([
  ['nordsee', process.env['NORDSEE_PASSWORD'] ?? 'nordsee-Yk27-quay-Rb93'],
  ['fjordtours', process.env['FJORDTOURS_PASSWORD'] ?? 'fjordtours-Mx64-pier-Qa15'],
])

/** Travel agents. */
export const agent = basic(
  async (_request, name, given) => {
    const wanted = agents.get(name) ?? randomUUID()
    if (!constantTimeEqual(wanted, given)) return null
    return { agent: name }
  },
  { name: 'Agent' },
)

const PAYMENTS = process.env['PAYMENTS_SECRET'] ?? 'payments-hook-7d20c4a9'
/** Seconds. */
const TOLERANCE = 300

export function signPayment(body: string, time: number = Math.floor(Date.now() / 1000)): string {
  return `t=${time},v1=${createHmac('sha256', PAYMENTS).update(`${time}.${body}`).digest('hex')}`
}

/** While the secret is changed there are two signatures. */
async function readPayment(request: AuthRequest): Promise<{ readonly from: string } | null> {
  const parts = (request.headers.get('x-payment-signature') ?? '').split(',')
  const time = Number(parts.find((part) => part.startsWith('t='))?.slice(2))
  const given = parts.filter((part) => part.startsWith('v1='))
  const age = Math.floor(Date.now() / 1000) - time
  if (!(Math.abs(age) <= TOLERANCE)) return null
  const [, wanted = randomUUID()] = signPayment(await request.text(), time).split(',')
  if (!given.some((one) => constantTimeEqual(one, wanted))) return null
  return { from: 'payments' }
}

export const payment = named('PaymentSignature', readPayment)

const LINKS = process.env['TICKET_LINK_SECRET'] ?? 'ticket-links-e1946b70'

/** The signature of a link to a ticket, good until a time in seconds. */
export function signLink(ticket: string, until: string): string {
  const text = `${ticket}\n${until}`
  return createHmac('sha256', LINKS).update(text).digest('hex')
}

function readLink({ params, url }: AuthRequest): { readonly ticket: string } | null {
  const ticket = params['ticket'] ?? ''
  const until = url.searchParams.get('until') ?? ''
  if (!constantTimeEqual(signLink(ticket, until), url.searchParams.get('sig') ?? '')) return null
  if (!(Number(until) > Date.now() / 1000)) return null
  return { ticket }
}

/** Holders of the link to a ticket. */
export const ticketLink = named('TicketLink', readLink)
