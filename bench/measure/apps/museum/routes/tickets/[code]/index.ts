import { route } from 'svc'
import { ticketLink } from '../../../lib/tokens.ts'

const operation = route('/tickets/[code]')

export const GET = operation(
  { summary: 'A ticket to print', auth: ticketLink, resource: null },
  ({ auth }) => `Ticket ${auth.code}, ${auth.museum}`,
)
