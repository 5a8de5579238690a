import { route } from 'svc'
import { ticketLink } from '../../lib/keys.ts'

const operation = route('/tickets/[ticket]')

export const auth = ticketLink
export const resource = null

export const GET = operation({ summary: 'A ticket' }, ({ auth }) => ({ ticket: auth.ticket, seat: '14C' }))
