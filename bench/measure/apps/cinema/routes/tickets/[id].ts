import { operation } from 'svc'
import { ticketLink } from '../../lib/tickets.ts'

export const GET = operation({ summary: 'A ticket', auth: ticketLink }, ({ auth }) => ({ ticket: auth.ticket, row: 7 }))
