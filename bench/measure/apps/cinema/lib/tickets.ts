import { createHmac, timingSafeEqual } from 'node:crypto'
import { type AuthRequest, named } from 'svc/security'

const SECRET = process.env['TICKET_SECRET'] ?? 'ticket-links-5f0a77c2'

/** The signature of a link to a ticket, which is good until then (seconds since 1970). */
export function signTicket(ticket: string, until: number): string {
  return createHmac('sha256', SECRET).update([ticket, until].join('|')).digest('hex')
}

function isEqual(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

async function readLink({ url }: AuthRequest): Promise<{ readonly ticket: string } | null> {
  const ticket = url.pathname.split('/').at(-1) ?? ''
  const until = Number(url.searchParams.get('until') ?? Number.NaN)
  const isGood = until * 1_000 > Date.now()
  if (!isGood) return null
  const given = url.searchParams.get('sig') ?? ''
  if (!isEqual(given, signTicket(ticket, until))) return null
  return { ticket }
}

/** Links to tickets, as guests get them by mail. */
export const ticketLink = named('TicketLink', readLink)
